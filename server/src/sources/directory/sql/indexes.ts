import { type Db, transaction } from '../../../kit/postgres/db.ts'

/** As the migrations create them. */
const SEARCH_INDEXES = {
  people_doc: 'create index if not exists people_doc on people using gin (doc)',
  people_marks: 'create index if not exists people_marks on people using gin (marks)',
}

/** Searches still work and read every row. */
export async function dropSearchIndexes(db: Db): Promise<void> {
  await db`drop index if exists ${db(Object.keys(SEARCH_INDEXES))}`
}

export type SearchIndex = keyof typeof SEARCH_INDEXES

export async function listMissingIndexes(db: Db): Promise<SearchIndex[]> {
  const missing = await db<{ name: SearchIndex }[]>`
    select name from unnest(${Object.keys(SEARCH_INDEXES)}::text[]) as name where to_regclass(name) is null`
  return missing.map(({ name }) => name)
}

/** Builds the indexes that a first load dropped, also when that import was killed. */
export async function ensureSearchIndexes(db: Db, onIndex?: (name: SearchIndex) => void): Promise<void> {
  await transaction(db, async (tx) => {
    const missing = await listMissingIndexes(tx)
    if (missing.length === 0) return
    // Two processes that come here at once run one after the other, and the second finds the indexes built.
    await tx`lock table people in share row exclusive mode`
    for (const name of missing) {
      onIndex?.(name)
      await tx.unsafe(SEARCH_INDEXES[name])
    }
  })
}

/** How far the build of an index of people is: the share of the table that was read, then of the entries that were merged. */
export async function findBuildProgress(db: Db): Promise<{ read: number; merged: number } | undefined> {
  const [row] = await db<{ read: number; merged: number }[]>`
    select coalesce(blocks_done::float8 / nullif(blocks_total, 0), 1) as read,
      coalesce(tuples_done::float8 / nullif(tuples_total, 0), 0) as merged
    from pg_stat_progress_create_index where relid = 'people'::regclass limit 1`
  return row
}

/** Merges the pending entries of the GIN indexes, which slow down every lookup, and updates the planner's statistics. */
export async function tidyTables(db: Db): Promise<void> {
  await db`analyze people, companies`
  await db`select gin_clean_pending_list(index::regclass) from unnest(array['people_doc', 'people_marks', 'companies_doc']) as index`
}
