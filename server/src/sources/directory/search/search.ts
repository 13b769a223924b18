import type { Db } from '../../../kit/postgres/db.ts'
import type { Change, Company, CompanyFilters, PeopleFilters, Person } from '../contract.ts'
import { publishChanges } from '../sql/changes.ts'
import { listPeople } from '../sql/people.ts'
import type { Hit, Position, Table } from '../sql/search.ts'
import { hashSearch, readCursor, SHAPES, writeCursor } from './cursor.ts'
import { type DeltaPage, readDelta } from './delta.ts'
import { findRows, START } from './find-rows.ts'
import { presentCompany, presentPerson, removedPerson } from './present.ts'
import { companyQuery, peopleQuery, type SearchQuery } from './query.ts'

export interface PeopleSearch {
  readonly workspaceId: string
  readonly query: string
  readonly filters: PeopleFilters
  readonly limit: number
  /** The `nextCursor` of the previous page. */
  readonly cursor?: string | undefined
  /** The `cursor` of an earlier search: only changes since then are returned. */
  readonly sinceCursor?: string | undefined
  /** Returns a `cursor`, which later lists the changes since then. */
  readonly trackDelta?: boolean | undefined
  /** The `countedTo` of the previous page of changes. */
  readonly countFrom?: Position | null | undefined
}

export type FoundPerson = Person & { change?: Change }

export interface FoundPeople {
  readonly people: FoundPerson[]
  /** May be true on a page that is not full: a search stops before it has read the whole directory. */
  readonly hasMore: boolean
  readonly nextCursor: string | null
  /** The same on every page: it lists changes after the first page was read. */
  readonly cursor?: string
  /** Number of people on the same page without `sinceCursor`: changes are charged by it. */
  readonly found: number
  /** End of that page; null at the end of the search. */
  readonly countedTo?: Position | null
}

export async function searchPeople(db: Db, search: PeopleSearch): Promise<FoundPeople> {
  const { workspaceId, query: text, filters, limit, cursor, sinceCursor, trackDelta = false } = search
  const query = peopleQuery(text, filters)
  const searchHash = hashSearch(workspaceId, text, filters)
  if (sinceCursor !== undefined) return searchChanges(db, { ...search, sinceCursor }, query, searchHash)
  const start = cursor === undefined ? undefined : readPosition(cursor, 'people', searchHash)
  const version = trackDelta ? (start?.version ?? (await publishChanges(db))) : undefined
  const page = await readPage(db, 'people', query, { workspaceId, after: start?.after ?? START, limit })
  const people = page.rows.map(presentPerson)
  return {
    people,
    hasMore: page.next !== undefined,
    nextCursor: page.next ? writePosition(page.next, 'people', searchHash, version) : null,
    ...(version !== undefined && { cursor: writeCursor('since', searchHash, [version]) }),
    found: people.length,
  }
}

async function searchChanges(
  db: Db,
  search: PeopleSearch & { readonly sinceCursor: string },
  query: SearchQuery,
  searchHash: string,
): Promise<FoundPeople> {
  const { workspaceId, limit, cursor, sinceCursor, countFrom = START } = search
  const page = await readDelta(db, { workspaceId, query, searchHash, limit, cursor, sinceCursor })
  const plain = countFrom && (await findRows(db, 'people', query, { workspaceId, after: countFrom, limit }))
  const counted = { found: plain?.rows.length ?? 0, countedTo: plain?.next ?? null }
  const { hasMore, nextCursor } = page
  return { people: await withPeople(db, page), hasMore, nextCursor, cursor: page.cursor, ...counted }
}

async function withPeople(db: Db, { changes }: DeltaPage): Promise<FoundPerson[]> {
  const ids = changes.filter(({ change }) => change !== 'removed').map(({ id }) => id)
  const rows = new Map((await listPeople(db, ids)).map((row) => [row.id, row]))
  return changes.map(({ id, change, changedAt }) => {
    const row = rows.get(id)
    return row ? { ...presentPerson(row), change } : { ...removedPerson(id, changedAt), change: 'removed' as const }
  })
}

export interface CompanySearch {
  readonly workspaceId: string
  readonly query: string
  readonly filters: CompanyFilters
  readonly limit: number
  readonly cursor?: string | undefined
}

export interface FoundCompanies {
  readonly companies: Company[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

export async function searchCompanies(db: Db, search: CompanySearch): Promise<FoundCompanies> {
  const { workspaceId, query: text, filters, limit, cursor } = search
  const searchHash = hashSearch(workspaceId, text, filters)
  const after = cursor === undefined ? START : readPosition(cursor, 'companies', searchHash).after
  const page = await readPage(db, 'companies', companyQuery(text, filters), { workspaceId, after, limit })
  return {
    companies: page.rows.map(presentCompany),
    hasMore: page.next !== undefined,
    nextCursor: page.next ? writePosition(page.next, 'companies', searchHash, undefined) : null,
  }
}

interface RowPage<T extends Table> {
  readonly rows: Hit<T>[]
  readonly next: Position | undefined
}

/** Searches for one row more than requested, which only shows that there is another page. */
async function readPage<T extends Table>(
  db: Db,
  table: T,
  query: SearchQuery,
  { workspaceId, after, limit }: { workspaceId: string; after: Position; limit: number },
): Promise<RowPage<T>> {
  const { rows, next } = await findRows(db, table, query, { workspaceId, after, limit: limit + 1 })
  return rows.length > limit ? { rows: rows.slice(0, limit), next: rows[limit - 1] } : { rows, next }
}

/** Writes a page cursor: the end of the page, and the version at the first page when changes are tracked. */
function writePosition({ rank, id }: Position, table: Table, searchHash: string, version: number | undefined): string {
  return writeCursor(table, searchHash, [rank, id, version === undefined ? 0 : version + 1])
}

function readPosition(
  cursor: string,
  table: Table,
  searchHash: string,
): { after: Position; version: number | undefined } {
  const [rank, id, version] = readCursor(cursor, { field: 'cursor', kind: table, shape: SHAPES[table], searchHash })
  return { after: { rank: Number(rank), id: String(id) }, version: version === 0 ? undefined : Number(version) - 1 }
}
