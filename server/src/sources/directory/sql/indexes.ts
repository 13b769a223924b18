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

/** Builds the indexes that a first load dropped, also when that import was killed. */
export async function ensureSearchIndexes(db: Db): Promise<void> {
  await transaction(db, async (tx) => {
    const missing = await tx<{ name: keyof typeof SEARCH_INDEXES }[]>`
      select name from unnest(${Object.keys(SEARCH_INDEXES)}::text[]) as name where to_regclass(name) is null`
    if (missing.length === 0) return
    // Two processes that come here at once run one after the other, and the second finds the indexes built.
    await tx`lock table people in share row exclusive mode`
    for (const { name } of missing) await tx.unsafe(SEARCH_INDEXES[name])
  })
}

/** Merges the pending entries of the GIN indexes, which slow down every lookup, and updates the planner's statistics. */
export async function tidyTables(db: Db): Promise<void> {
  await ensureSearchIndexes(db)
  await db`analyze people, companies`
  await db`select gin_clean_pending_list(index::regclass) from unnest(array['people_doc', 'people_marks', 'companies_doc']) as index`
}
