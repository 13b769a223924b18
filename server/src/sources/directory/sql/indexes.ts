import { type Db, transaction } from '../../../kit/postgres/db.ts'

/** The search indexes as the migrations create them, in the order in which they are built. */
const SEARCH_INDEXES = {
  people_place: 'create index if not exists people_place on people (place)',
  people_doc: 'create index if not exists people_doc on people using gin (doc)',
  people_marks: 'create index if not exists people_marks on people using gin (marks)',
  people_named:
    'create index if not exists people_named on people using gin (directory_name_keys(full_name, first_name, last_name, company_domain, email))',
  people_added: 'create index if not exists people_added on people (added_in, id)',
}

/** Searches still work, but read every row. */
export async function dropSearchIndexes(db: Db): Promise<void> {
  await db`drop index if exists ${db(Object.keys(SEARCH_INDEXES))}`
}

export type SearchIndex = keyof typeof SEARCH_INDEXES

export async function listMissingIndexes(db: Db): Promise<SearchIndex[]> {
  const missing = await db<{ name: SearchIndex }[]>`
    select name from unnest(${Object.keys(SEARCH_INDEXES)}::text[]) with ordinality as name (name, n)
    where to_regclass(name) is null order by n`
  return missing.map(({ name }) => name)
}

/** Builds the indexes that a first load dropped, even if that import was killed. */
export async function ensureSearchIndexes(db: Db, onIndex?: (name: SearchIndex) => void): Promise<void> {
  for (const name of await listMissingIndexes(db)) {
    onIndex?.(name)
    if (name === 'people_doc') await sortPeople(db)
    await transaction(db, async (tx) => {
      // Two processes that arrive here at once run one after the other, and the second finds the index built.
      await tx`lock table people in share row exclusive mode`
      await tx.unsafe(SEARCH_INDEXES[name])
    })
  }
}

/**
 * Stores rows that are found together next to each other: a scan in order of rank reads neighbouring pages, and building the
 * index of a large directory takes less time (decision 0051). Searches wait until the table is rewritten.
 */
async function sortPeople(db: Db): Promise<void> {
  await db`cluster people using people_place`
}

/** Returns the progress of an index build: the share of the table that was read, then of the entries that were merged. */
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
  await db`select gin_clean_pending_list(index::regclass) from unnest(array['people_doc', 'people_marks', 'people_named', 'companies_doc']) as index`
}
