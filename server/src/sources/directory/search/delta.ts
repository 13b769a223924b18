import { InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { Change } from '../contract.ts'
import { BUCKETS, bucketLetter, RANKS_PER_BUCKET } from '../rank.ts'
import {
  type ChangePosition,
  type ChangeRow,
  type Changes,
  getPrunedVersion,
  listChanges,
  publishChanges,
} from '../sql/changes.ts'
import { readCursor, SHAPES, writeCursor } from './cursor.ts'
import { isPossible, type SearchQuery, toTsqueries } from './query.ts'

export interface DeltaPage {
  readonly changes: readonly { readonly id: string; readonly change: Change; readonly changedAt: Date }[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
  readonly cursor: string
}

export interface DeltaSearch {
  readonly workspaceId: string
  readonly query: SearchQuery
  /** Included in every cursor of this search. */
  readonly searchHash: string
  readonly limit: number
  readonly cursor: string | undefined
  readonly sinceCursor: string
}

const BUCKET_LETTERS = Array.from({ length: BUCKETS }, (_, bucket) => bucketLetter(bucket))
const CHANGES_PER_STATEMENT = 1000
/** Limit of changes that a page reads; it may be short because of it. */
const CHANGES_MAX = 10_000

/** Reads the changes in the result of a search since a version, up to the newest version at its first page. */
export async function readDelta(db: Db, search: DeltaSearch): Promise<DeltaPage> {
  const { query, searchHash, limit } = search
  const since = await readSince(db, search.sinceCursor, searchHash)
  const { until, after } = await readStart(db, search, since)
  const cursor = writeCursor('since', searchHash, [until])
  const all = query.must.every(isPossible) ? await collect(db, search, { since, until }, after) : NO_CHANGES
  const shown = all.hits.slice(0, limit)
  const next = all.hits.length > limit ? shown.at(-1) : all.end
  return {
    changes: shown.map((row) => ({ id: row.personId, change: classifyChange(row), changedAt: row.changedAt })),
    hasMore: next !== undefined,
    nextCursor: next ? writeCursor('delta', searchHash, [since, until, next.changeId, next.personId]) : null,
    cursor,
  }
}

const NO_CHANGES: Changes = { hits: [], end: undefined }

async function collect(
  db: Db,
  { workspaceId, query, limit }: DeltaSearch,
  range: { since: number; until: number },
  after: ChangePosition,
): Promise<Changes> {
  const asked = { queries: toTsqueries(query), bucketLetters: BUCKET_LETTERS, ranksPerBucket: RANKS_PER_BUCKET }
  const hits: ChangeRow[] = []
  let at: ChangePosition | undefined = after
  for (let left = CHANGES_MAX; at && left > 0; left -= CHANGES_PER_STATEMENT) {
    const wanted = { after: at, limit: limit + 1 - hits.length, changesMax: CHANGES_PER_STATEMENT }
    const part = await listChanges(db, workspaceId, { query: asked, ...range, ...wanted })
    hits.push(...part.hits)
    if (hits.length > limit) break
    at = part.end
  }
  return { hits, end: at }
}

function classifyChange({ matchedBefore, matchesNow }: ChangeRow): Change {
  if (!matchesNow) return 'removed'
  return matchedBefore ? 'updated' : 'added'
}

async function readSince(db: Db, cursor: string, searchHash: string): Promise<number> {
  const [since] = readCursor(cursor, { field: 'since_cursor', kind: 'since', shape: SHAPES.since, searchHash })
  if (Number(since) < (await getPrunedVersion(db)))
    throw new InvalidRequest([
      invalidValue(['body', 'since_cursor'], 'this cursor is too old: search again with track_delta'),
    ])
  return Number(since)
}

/** The first page decides up to which version changes are read; the cursors of the other pages contain it. */
async function readStart(db: Db, { cursor, searchHash }: DeltaSearch, since: number) {
  if (cursor === undefined) return { until: await publishChanges(db), after: { changeId: 0, personId: '' } }
  const [from, until, changeId, personId] = readCursor(cursor, {
    field: 'cursor',
    kind: 'delta',
    shape: SHAPES.delta,
    searchHash,
  })
  if (from !== since)
    throw new InvalidRequest([invalidValue(['body', 'cursor'], 'this cursor belongs to another since_cursor')])
  return { until: Number(until), after: { changeId: Number(changeId), personId: String(personId) } }
}
