import { type Batcher, createBatcher } from '../../../kit/postgres/batch.ts'
import { type Db, isPool, type Pool } from '../../../kit/postgres/db.ts'
import { type Hit, type LookUp, listHits, type Table } from '../sql/search.ts'

type LookUpBatcher = Batcher<LookUp, Hit<Table>[]>

/** Larger batches would make the first question wait for the others. */
const SIZE_MAX = 16

const byPool = new WeakMap<Pool, Map<string, LookUpBatcher>>()

/**
 * Lists the hits of one question. Questions that arrive while the previous statements are in flight share a statement: under
 * load that takes less than half of the processor time, and a single question is sent at once (decision 0047).
 */
export async function listHitsBatched<T extends Table>(db: Db, table: T, lookUp: LookUp): Promise<Hit<T>[]> {
  if (!isPool(db)) return (await listHits(db, table, [lookUp]))[0] ?? []
  return (await getLookUpBatcher(db, table, lookUp.queries.length).submit(lookUp)) as Hit<T>[]
}

/** Questions of one statement have the same number of conditions. */
function getLookUpBatcher(db: Pool, table: Table, conditions: number): LookUpBatcher {
  const lookUps = byPool.get(db) ?? new Map<string, LookUpBatcher>()
  byPool.set(db, lookUps)
  const kind = `${table} ${conditions}`
  let batcher = lookUps.get(kind)
  if (!batcher) {
    batcher = createBatcher({
      run: (asked) => listHits(db, table, asked),
      sizeMax: SIZE_MAX,
      sizeToOverlap: 1,
      queueMax: Number.POSITIVE_INFINITY,
      onFull: () => new Error('This queue has no limit'),
      resendMs: 0,
    })
    lookUps.set(kind, batcher)
  }
  return batcher
}
