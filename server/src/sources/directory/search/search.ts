import type { Db } from '../../../kit/postgres/db.ts'
import type { Change, Company, CompanyFilters, PeopleFilters, Person } from '../contract.ts'
import { publishChanges } from '../sql/changes.ts'
import { hasPeople, listPeople } from '../sql/people.ts'
import type { Hit, Position, Table } from '../sql/search.ts'
import { questionHash, readCursor, writeCursor } from './cursor.ts'
import { type DeltaPage, readDelta } from './delta.ts'
import { findRows, TOP } from './find-rows.ts'
import { absentPerson, presentCompany, presentPerson } from './present.ts'
import { companyQuestion, peopleQuestion, type Question } from './query.ts'

export { hasPeople }

export interface PeopleSearch {
  readonly workspaceId: string
  readonly query: string
  readonly filters: PeopleFilters
  readonly limit: number
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined
  /** The `cursor` of an earlier search: only what changed since is answered. */
  readonly sinceCursor?: string | undefined
  /** Answers a `cursor` to ask for changes with. */
  readonly trackDelta?: boolean | undefined
  /** The `countedTo` of the page of changes before. */
  readonly countFrom?: Position | null | undefined
}

export type FoundPerson = Person & { change?: Change }

export interface FoundPeople {
  readonly people: FoundPerson[]
  /** May be true on a page that is not full: a search ends its turn rather than read the whole directory. */
  readonly hasMore: boolean
  readonly nextCursor: string | null
  /** The same on every page of a walk: what changes after its start comes with it. */
  readonly cursor?: string
  /** How many people the same page of the search without `sinceCursor` answers: a delta is charged by that. */
  readonly found: number
  /** Where that page ends; null at the end of the search. */
  readonly countedTo?: Position | null
}

export async function searchPeople(db: Db, search: PeopleSearch): Promise<FoundPeople> {
  const { workspaceId, query, filters, limit, cursor, sinceCursor, trackDelta = false, countFrom = TOP } = search
  const question = peopleQuestion(query, filters)
  const of = questionHash(workspaceId, query, filters)
  if (sinceCursor !== undefined) {
    const page = await readDelta(db, { workspaceId, question, of, limit, cursor, sinceCursor })
    const plain = countFrom && (await findRows(db, 'people', question, { workspaceId, after: countFrom, limit }))
    const counted = { found: plain?.rows.length ?? 0, countedTo: plain?.next ?? null }
    const { hasMore, nextCursor } = page
    return { people: await withPeople(db, page), hasMore, nextCursor, cursor: page.cursor, ...counted }
  }
  const start = cursor === undefined ? undefined : readPosition(cursor, 'people', of)
  const version = trackDelta ? (start?.version ?? (await publishChanges(db))) : undefined
  const page = await readPage(db, 'people', question, { workspaceId, after: start?.after ?? TOP, limit })
  const people = page.rows.map(presentPerson)
  return {
    people,
    hasMore: page.next !== undefined,
    nextCursor: page.next ? writePosition(page.next, 'people', of, version) : null,
    ...(version !== undefined && { cursor: writeCursor('since', of, [version]) }),
    found: people.length,
  }
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
  const { workspaceId, query, filters, limit, cursor } = search
  const of = questionHash(workspaceId, query, filters)
  const after = cursor === undefined ? TOP : readPosition(cursor, 'companies', of).after
  const page = await readPage(db, 'companies', companyQuestion(query, filters), { workspaceId, after, limit })
  return {
    companies: page.rows.map(presentCompany),
    hasMore: page.next !== undefined,
    nextCursor: page.next ? writePosition(page.next, 'companies', of, undefined) : null,
  }
}

interface Page<T extends Table> {
  readonly rows: Hit<T>[]
  readonly next: Position | undefined
}

/** One more than wanted is looked for: it only says that there is more. */
async function readPage<T extends Table>(
  db: Db,
  table: T,
  question: Question,
  { workspaceId, after, limit }: { workspaceId: string; after: Position; limit: number },
): Promise<Page<T>> {
  const { rows, next } = await findRows(db, table, question, { workspaceId, after, limit: limit + 1 })
  return rows.length > limit ? { rows: rows.slice(0, limit), next: rows[limit - 1] } : { rows, next }
}

/** A page cursor: where it ended, and the version at the start of the walk when changes are tracked. */
function writePosition({ place, id }: Position, table: Table, of: string, version: number | undefined): string {
  return writeCursor(table, of, [place, id, version === undefined ? 0 : version + 1])
}

function readPosition(cursor: string, table: Table, of: string): { after: Position; version: number | undefined } {
  const [place, id, version] = readCursor(cursor, { field: 'cursor', kind: table, shape: 'nin', of })
  return { after: { place: Number(place), id: String(id) }, version: version === 0 ? undefined : Number(version) - 1 }
}

async function withPeople(db: Db, { changes }: DeltaPage): Promise<FoundPerson[]> {
  const ids = changes.filter(({ change }) => change !== 'removed').map(({ id }) => id)
  const rows = new Map((await listPeople(db, ids)).map((row) => [row.id, row]))
  return changes.map(({ id, change }) => {
    const row = rows.get(id)
    return row ? { ...presentPerson(row), change } : { ...absentPerson(id), change: 'removed' as const }
  })
}
