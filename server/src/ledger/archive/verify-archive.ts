import { type Pool, snapshot } from '../../kit/postgres/db.ts'
import type { Storage } from '../../kit/storage/storage.ts'
import { Replay } from '../replay.ts'
import { type CheckpointRow, listCheckpoints } from '../sql/archive.ts'
import { describeDiscrepancy } from '../verify.ts'
import { readJournalLines, readObject } from './archive-object.ts'
import { type Checkpoint, type CheckpointState, presentState, readCheckpoint, toReplayState } from './checkpoint.ts'

const PUT_BACK = 'restore it from a copy of the store'

/**
 * Reads every object of a workspace, starting with the first, and recomputes the ledger from them. It compares the result after
 * each object with the checkpoint signed for it, which proves the last one, from which the journal continues.
 */
export async function verifyArchive(db: Pool, storage: Storage, workspaceId: string): Promise<string[]> {
  const found: string[] = []
  const report = (seq: number | null, what: string) => void found.push(`archived ${describeDiscrepancy({ seq, what })}`)
  let replay = new Replay(report)
  let freeCharges = 0
  /** False after an object that could not be read: the grants that it used up are then unknown. */
  let isWhole = true
  for (const row of await snapshot(db, (tx) => listCheckpoints(tx, workspaceId))) {
    const checkpoint = tryToRead(row)
    // The verification of checkpoints reports it. The next object cannot be compared with it.
    if (!checkpoint) return [...found, `the archive cannot be read beyond checkpoint ${row.number}`]
    const { key } = checkpoint.object
    const content = await readObject(storage, checkpoint.object)
    if (typeof content === 'string') {
      found.push(
        content === 'missing'
          ? `the object ${key} of checkpoint ${row.number} is missing: ${PUT_BACK}`
          : `the object ${key} does not match checkpoint ${row.number}: ${PUT_BACK}`,
      )
      isWhole = false
      replay = new Replay(report, toReplayState(checkpoint, []))
      freeCharges = checkpoint.counts.free_charges
      continue
    }
    for await (const line of readJournalLines(content)) {
      if (line) replay.feed(line)
      else freeCharges++
    }
    found.push(...compare(presentState(replay.state(), freeCharges), checkpoint, isWhole))
  }
  return found
}

function tryToRead(row: CheckpointRow): Checkpoint | undefined {
  try {
    return readCheckpoint(row)
  } catch {
    return undefined
  }
}

function compare(replayed: CheckpointState, signed: Checkpoint, isWhole: boolean): string[] {
  const facts = ['seq', 'hash', 'totals', 'counts', 'grants', ...(isWhole ? (['used_up'] as const) : [])] as const
  return facts
    .filter((fact) => JSON.stringify(replayed[fact]) !== JSON.stringify(signed[fact]))
    .map(
      (fact) =>
        `checkpoint ${signed.number} says ${fact} ${JSON.stringify(signed[fact])}, its objects ${JSON.stringify(replayed[fact])}: restore the row of ledger_checkpoints and the objects before it from one backup`,
    )
}
