import { type Batcher, createBatcher } from '../../../kit/postgres/batch.ts'
import { type Db, isPool, type Pool } from '../../../kit/postgres/db.ts'
import { BUCKETS, bucketLetter, RANKS_PER_BUCKET, toBucket, toRankRange } from '../rank.ts'
import {
  estimateRows,
  type Hit,
  type HitsRequest,
  type LookUp,
  listHits,
  type Position,
  type Scan,
  scanBucket,
  type Table,
} from '../sql/search.ts'
import { isPossible, type SearchQuery, toTsqueries } from './query.ts'

const KEPT_MS = 60_000

/** The position before the first row of the order. */
export const START: Position = { rank: toRankRange(BUCKETS - 1).end, id: '' }

export interface FoundRows<T extends Table> {
  readonly rows: Hit<T>[]
  /** Position to continue from, if the search stopped before the end of the directory. */
  readonly next: Position | undefined
}

/** The letters of all buckets, from the best down. */
const LETTERS_DOWN = Array.from({ length: BUCKETS }, (_, n) => bucketLetter(BUCKETS - 1 - n)).join('')

const SCAN_ROWS = 1000
/** A scan that finds almost nothing stops here with a short page, so that no query reads the whole directory. */
const SCAN_ROWS_MAX = 20_000

const TRIAL_ROWS = 200
/** Cost of looking up one bucket, in rows: scanning past a row costs about as much as looking one up. */
const BUCKET_COST_ROWS = 120
/** With this many conditions hardly any row matches, so a trial scan does not pay (decision 0016). */
const SELECTIVE_CONDITIONS = 4
/** A bucket of this size is looked up faster than a trial scan decides. */
const SMALL_BUCKET_ROWS = 1000

/**
 * Finds the next rows that match a query, in order. It is unknown how common the matches are, so a scan of a few rows estimates
 * it. Where matches are common the scan continues and fills the page. Otherwise they are looked up in the index, whose cost
 * depends on the number of matches in a bucket. Both ways were measured for decisions 0016 and 0051.
 */
export async function findRows<T extends Table>(
  db: Db,
  table: T,
  query: SearchQuery,
  wanted: HitsRequest,
): Promise<FoundRows<T>> {
  if (!query.must.every(isPossible)) return { rows: [], next: undefined }
  if (query.must.length === 0) return scanAll(db, table, query, wanted)
  const scanned = (await mayBeCommon(db, table, query)) && (await scanCommon(db, table, query, wanted))
  const { rows, after } = scanned || { rows: [], after: wanted.after }
  const limit = wanted.limit - rows.length
  if (limit > 0 && after) rows.push(...(await lookUp(db, table, query, { ...wanted, after, limit })))
  return { rows, next: rows.length === wanted.limit ? positionAfter(rows) : undefined }
}

/** Returns true if looking up a bucket's matches may take longer than a scan. */
async function mayBeCommon(db: Db, table: Table, { must }: SearchQuery): Promise<boolean> {
  if (must.length >= SELECTIVE_CONDITIONS) return false
  return ((await estimateTableRows(db, table)) ?? Number.POSITIVE_INFINITY) > BUCKETS * SMALL_BUCKET_ROWS
}

/**
 * Returns the first hits, as long as a scan finds them faster than the index, and where it stopped; undefined after the last
 * bucket. Hits are kept, and the scan continues in the next bucket: a lookup of all matches took 20 times as long where one hit
 * was missing.
 */
async function scanCommon<T extends Table>(
  db: Db,
  table: T,
  query: SearchQuery,
  wanted: HitsRequest,
): Promise<{ rows: Hit<T>[]; after: Position | undefined }> {
  const rows: Hit<T>[] = []
  let after = wanted.after
  let rowsMax = TRIAL_ROWS
  for (let bucket = firstBucket(after); bucket >= 0; ) {
    const limit = wanted.limit - rows.length
    const { hits, rowsRead, end } = await scan(db, table, query, { ...wanted, bucket, after, limit, rowsMax })
    rows.push(...hits)
    if (rows.length === wanted.limit) return { rows, after }
    if (!end) {
      after = toBucketEnd(bucket--)
      rowsMax = TRIAL_ROWS
      if (rowsRead > 0) continue
      return { rows, after }
    }
    const share = hits.length / rowsRead
    const rowsOfBucket = (rowsRead / (after.rank - end.rank)) * RANKS_PER_BUCKET
    after = end
    rowsMax = Math.ceil((1.5 * (wanted.limit - rows.length)) / share)
    const isSooner = rowsMax <= BUCKET_COST_ROWS + share * rowsOfBucket
    if (!isSooner) return { rows, after }
  }
  return { rows, after: undefined }
}

function lookUp<T extends Table>(db: Db, table: T, query: SearchQuery, wanted: HitsRequest): Promise<Hit<T>[]> {
  const letters = LETTERS_DOWN.slice(BUCKETS - 1 - firstBucket(wanted.after))
  return listHitsBatched(db, table, { ...wanted, queries: toTsqueries(query), letters })
}

type LookUpBatcher = Batcher<LookUp, Hit<Table>[]>

/** Larger batches would make the first question wait for the others. */
const BATCH_MAX = 16

const batchers = new WeakMap<Pool, Map<string, LookUpBatcher>>()

/**
 * Lists the hits of one question. Questions that arrive while the previous statements are in flight share a statement: under
 * load that takes less than half of the processor time, and a single question is sent at once (decision 0047).
 */
export async function listHitsBatched<T extends Table>(db: Db, table: T, question: LookUp): Promise<Hit<T>[]> {
  if (!isPool(db)) return (await listHits(db, table, [question]))[0] ?? []
  return (await getLookUpBatcher(db, table, question.queries.length).submit(question)) as Hit<T>[]
}

/** Questions of one statement have the same number of conditions. */
function getLookUpBatcher(db: Pool, table: Table, conditions: number): LookUpBatcher {
  const lookUps = batchers.get(db) ?? new Map<string, LookUpBatcher>()
  batchers.set(db, lookUps)
  const kind = `${table} ${conditions}`
  let batcher = lookUps.get(kind)
  if (!batcher) {
    batcher = createBatcher({
      run: (asked) => listHits(db, table, asked),
      sizeMax: BATCH_MAX,
      sizeToOverlap: 1,
      queueMax: Number.POSITIVE_INFINITY,
      onFull: () => new Error('This queue has no limit'),
      resendMs: 0,
    })
    lookUps.set(kind, batcher)
  }
  return batcher
}

/** Scans all rows: without a condition there is nothing to look up in the index. */
async function scanAll<T extends Table>(
  db: Db,
  table: T,
  query: SearchQuery,
  wanted: HitsRequest,
): Promise<FoundRows<T>> {
  const rows: Hit<T>[] = []
  let after = wanted.after
  let left = SCAN_ROWS_MAX
  for (let bucket = firstBucket(after); bucket >= 0; ) {
    const part = { ...wanted, bucket, after, limit: wanted.limit - rows.length, rowsMax: SCAN_ROWS }
    const { hits, end, rowsRead } = await scan(db, table, query, part)
    rows.push(...hits)
    if (rows.length === wanted.limit) return { rows, next: positionAfter(rows) }
    left -= rowsRead
    after = end ?? toBucketEnd(bucket)
    if (!end) bucket--
    if (left <= 0 && bucket >= 0) return { rows, next: after }
  }
  return { rows, next: undefined }
}

function scan<T extends Table>(
  db: Db,
  table: T,
  query: SearchQuery,
  { bucket, ...wanted }: HitsRequest & { readonly bucket: number; readonly rowsMax: number },
): Promise<Scan<T>> {
  const where = { letter: bucketLetter(bucket), lowestRank: toRankRange(bucket).start }
  return scanBucket(db, table, toTsqueries(query), { ...wanted, ...where })
}

/** Returns the position before the first row of the next bucket. */
function toBucketEnd(bucket: number): Position {
  return { rank: toRankRange(bucket).start, id: '' }
}

/** Returns the position of the last row without its other fields: positions go into cursors. */
function positionAfter(rows: readonly Position[]): Position | undefined {
  const last = rows.at(-1)
  return last && { rank: last.rank, id: last.id }
}

/** No id is below an empty one: such a position is before all rows of its rank. */
function firstBucket({ rank, id }: Position): number {
  return toBucket(id === '' ? rank - 1 : rank)
}

interface CachedEstimate {
  readonly rows: Promise<number>
  readonly readAt: number
}

const kept = new WeakMap<Pool, Map<Table, CachedEstimate>>()

/** Estimates the rows of a table, by the planner's statistics of the last minute; undefined when there are none. */
async function estimateTableRows(db: Db, table: Table): Promise<number | undefined> {
  const rows = await (isPool(db) ? readKept(db, table) : estimateRows(db, table))
  return rows < 0 ? undefined : rows
}

function readKept(db: Pool, table: Table): Promise<number> {
  const tables = kept.get(db) ?? new Map<Table, CachedEstimate>()
  kept.set(db, tables)
  const known = tables.get(table)
  if (known && performance.now() < known.readAt + KEPT_MS) return known.rows
  const rows = estimateRows(db, table)
  tables.set(table, { rows, readAt: performance.now() })
  rows.catch(() => tables.delete(table))
  return rows
}
