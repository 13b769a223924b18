import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Db } from '../../kit/postgres/db.ts'
import { Replay, type ReplayState } from '../replay.ts'
import { resumeReplay } from '../resume-replay.ts'
import * as sql from '../sql/archive.ts'
import { buildObjectKey, chargeLine, entryLine, titleLine } from './archive-object.ts'
import { type ArchivedObject, readCheckpoint } from './checkpoint.ts'

/** The oldest rows of a workspace that can be archived, as many as fit into memory. */
export interface ArchivePiece {
  readonly previous: sql.CheckpointRow | undefined
  readonly state: ReplayState
  readonly rows: sql.ArchivedRows
  readonly object: ArchivedObject
  readonly content: Buffer
  readonly discrepancies: readonly string[]
}

export interface ArchivePieceOptions {
  readonly before: Date
  /** The lowest id that a hold made at that time can have. */
  readonly holdBound: string
  /** Limit of charges in a piece. A single entry may have more. */
  readonly chargesMax: number
}

const ENTRIES_MAX = 5000

/** Reads the next piece within one snapshot. Returns undefined when there is none. */
export async function readArchivePiece(
  tx: Db,
  workspaceId: string,
  options: ArchivePieceOptions,
): Promise<ArchivePiece | undefined> {
  const { before, holdBound, chargesMax } = options
  const previous = await sql.findLastCheckpoint(tx, workspaceId)
  const after = previous?.seq ?? 0
  const openHolds = await sql.listOpenHolds(tx, workspaceId, holdBound)
  const first = openHolds.length > 0 ? await sql.findFirstEntryByHolds(tx, workspaceId, openHolds) : undefined
  const heads = await sql.listEntryHeads(tx, workspaceId, { after, before, atMost: ENTRIES_MAX })
  const chosen = chooseEntries(heads, { stopAt: first, chargesMax })
  const through = chosen.seqs.at(-1) ?? after

  const discrepancies: string[] = []
  const report = (seq: number | null, what: string) =>
    void discrepancies.push(seq === null ? what : `entry ${seq} ${what}`)
  const replay = previous ? await resumeReplay(tx, workspaceId, readCheckpoint(previous), report) : new Replay(report)
  const counts = { entries: 0, charges: 0, freeCharges: 0 }
  let lastFree: sql.ArchivedRows['lastFree'] = null
  const freeMax = chosen.isCut ? 0 : chargesMax - chosen.charges

  async function* generateLines(): AsyncGenerator<string> {
    yield titleLine(workspaceId, (previous?.number ?? 0) + 1)
    let seq = 0
    for await (const rows of chosen.seqs.length > 0 ? sql.fetchEntries(tx, workspaceId, { after, through }) : []) {
      let text = ''
      for (const row of rows) {
        replay.feed(row)
        if (row.seq !== seq) {
          text += entryLine(row)
          counts.entries++
        }
        seq = row.seq
        if (row.hold_id === null) continue
        text += chargeLine(row)
        counts.charges++
      }
      yield text
    }
    if (freeMax <= 0) return
    const which = { bound: holdBound, before, open: openHolds, atMost: freeMax }
    for await (const rows of sql.fetchFreeCharges(tx, workspaceId, which)) {
      counts.freeCharges += rows.length
      const last = rows.at(-1)
      if (last) lastFree = { holdId: last.hold_id, step: last.step }
      yield rows.map(chargeLine).join('')
    }
  }

  const content = await gzip(generateLines())
  if (counts.entries === 0 && counts.freeCharges === 0) return
  const hash = createHash('sha256').update(content).digest('hex')
  const key = buildObjectKey(workspaceId, (previous?.number ?? 0) + 1, hash)
  return {
    previous,
    state: replay.state(),
    rows: { ...counts, lastFree, openHolds },
    object: { key, bytes: content.length, sha256: hash },
    content,
    discrepancies,
  }
}

/** Chooses old entries up to the first one that is too new, or that an open hold still charges. */
function chooseEntries(
  heads: readonly sql.EntryHead[],
  { stopAt = Infinity, chargesMax }: { stopAt: number | undefined; chargesMax: number },
) {
  const seqs: number[] = []
  let charges = 0
  for (const head of heads) {
    if (!head.is_old || head.seq >= stopAt) return { seqs, charges, isCut: false }
    if (seqs.length > 0 && charges + head.charges > chargesMax) return { seqs, charges, isCut: true }
    seqs.push(head.seq)
    charges += head.charges
  }
  return { seqs, charges, isCut: heads.length === ENTRIES_MAX }
}

async function gzip(lines: AsyncGenerator<string>): Promise<Buffer> {
  const source = Readable.from(lines)
  const zipped = createGzip()
  source.on('error', (error) => zipped.destroy(error))
  const chunks: Buffer[] = []
  for await (const chunk of source.pipe(zipped) as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
