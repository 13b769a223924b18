import { InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { Change } from '../contract.ts'
import { PLACES_PER_SHELF, SHELVES, shelfLetter } from '../rank.ts'
import { type ChangePosition, type ChangeRow, getForgotten, listChanges, publishChanges } from '../sql/changes.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { isPossible, type Question, written } from './query.ts'

export interface DeltaPage {
  readonly changes: readonly { readonly id: string; readonly change: Change }[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
  readonly cursor: string
}

export interface DeltaSearch {
  readonly workspaceId: string
  readonly question: Question
  /** The hash of the question, which every cursor carries. */
  readonly of: string
  readonly limit: number
  readonly cursor: string | undefined
  readonly sinceCursor: string
}

const SHELF_LETTERS = Array.from({ length: SHELVES }, (_, shelf) => shelfLetter(shelf))
const STEPS = 1000
/** No page looks at more changes than this; it may then be short. */
const STEPS_MAX = 10_000

/** What changed in the answer to a question since a version, up to the newest at the first page. */
export async function readDelta(db: Db, search: DeltaSearch): Promise<DeltaPage> {
  const { question, of, limit } = search
  const since = await readSince(db, search.sinceCursor, of)
  const { until, after } = await readStart(db, search, since)
  const cursor = writeCursor('since', of, [until])
  const all = question.must.every(isPossible) ? await collect(db, search, { since, until }, after) : NOTHING
  const shown = all.hits.slice(0, limit)
  const next = all.hits.length > limit ? shown.at(-1) : all.end
  return {
    changes: shown.map((row) => ({ id: row.personId, change: changeOf(row) })),
    hasMore: next !== undefined,
    nextCursor: next ? writeCursor('delta', of, [since, until, next.changeId, next.personId]) : null,
    cursor,
  }
}

interface Collected {
  readonly hits: ChangeRow[]
  readonly end: ChangePosition | undefined
}

const NOTHING: Collected = { hits: [], end: undefined }

async function collect(
  db: Db,
  { workspaceId, question, limit }: DeltaSearch,
  range: { since: number; until: number },
  after: ChangePosition,
): Promise<Collected> {
  const asked = { queries: written(question), shelves: SHELF_LETTERS, placesPerShelf: PLACES_PER_SHELF }
  const hits: ChangeRow[] = []
  let at: ChangePosition | undefined = after
  for (let left = STEPS_MAX; at && left > 0; left -= STEPS) {
    const wanted = { after: at, limit: limit + 1 - hits.length, steps: STEPS }
    const part = await listChanges(db, workspaceId, asked, range, wanted)
    hits.push(...part.hits)
    if (hits.length > limit) break
    at = part.end
  }
  return { hits, end: at }
}

function changeOf({ was, is }: ChangeRow): Change {
  if (!is) return 'removed'
  return was ? 'updated' : 'added'
}

async function readSince(db: Db, cursor: string, of: string): Promise<number> {
  const [since] = readCursor(cursor, { field: 'since_cursor', kind: 'since', shape: 'n', of })
  if (Number(since) < (await getForgotten(db)))
    throw new InvalidRequest([
      invalidValue(['body', 'since_cursor'], 'this cursor is too old: search again with track_delta', cursor),
    ])
  return Number(since)
}

/** The first page fixes how far the walk goes; the others are told by their cursor. */
async function readStart(db: Db, { cursor, of }: DeltaSearch, since: number) {
  if (cursor === undefined) return { until: await publishChanges(db), after: { changeId: 0, personId: '' } }
  const [from, until, changeId, personId] = readCursor(cursor, { field: 'cursor', kind: 'delta', shape: 'nnni', of })
  if (from !== since)
    throw new InvalidRequest([invalidValue(['body', 'cursor'], 'this cursor belongs to another since_cursor', cursor)])
  return { until: Number(until), after: { changeId: Number(changeId), personId: String(personId) } }
}
