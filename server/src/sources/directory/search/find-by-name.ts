import type { Db } from '../../../kit/postgres/db.ts'
import { BUCKETS, bucketLetter } from '../rank.ts'
import { type Colleague, listByIds, listByQueries, listNamed } from '../sql/people.ts'
import type { PersonRow } from '../sql/rows.ts'
import { ANY_BUCKET } from '../sql/search.ts'
import { suppressionKey } from '../suppress/keys.ts'
import { normaliseDomain } from '../text/domain-name.ts'
import { fold, splitWords } from '../text/words.ts'
import { toTsquery } from './query.ts'

export interface NameAtCompany {
  readonly full_name: string
  readonly domain: string
}

interface VisibilityOptions {
  /** Finds suppressed people instead of visible ones. */
  readonly suppressed?: boolean
}

/** Limit of people with one name at one company. */
const NAMESAKES_MAX = 20
/** Larger companies are searched by the words of the name. */
const COLLEAGUES_MAX = 200

/** Lists the people with exactly this name at the domain of their company or email, the best known first. */
export async function listByNames(
  db: Db,
  workspaceId: string,
  names: readonly NameAtCompany[],
  which: VisibilityOptions = {},
): Promise<PersonRow[][]> {
  if (names.length === 0) return []
  const asked = names.map((name) => {
    const domain = foldDomain(name.domain)
    return { name: fold(name.full_name), domain, domainKey: suppressionKey('domain', domain) ?? '' }
  })
  const colleagues = Map.groupBy(await listNamed(db, asked, COLLEAGUES_MAX), (colleague) => colleague.asked - 1)
  const isLarge = (n: number) => colleagues.get(n)?.some((colleague) => colleague.n > COLLEAGUES_MAX) ?? false
  const candidates = asked.map(({ name, domain }, n) =>
    (isLarge(n) ? [] : (colleagues.get(n) ?? []))
      .filter((colleague) => isAtDomain(colleague, domain) && hasName(colleague, name))
      .toSorted((a, b) => b.rank - a.rank || (a.id < b.id ? 1 : -1))
      .slice(0, NAMESAKES_MAX),
  )
  const ids = [...new Set(candidates.flat().map(({ id }) => id))]
  const byId = indexRows(ids.length > 0 ? await listByIds(db, workspaceId, ids, which) : [], ({ id }) => id)
  const found = candidates.map((list) => list.flatMap(({ id }) => byId.get(id) ?? []))
  const large = names.flatMap((name, n) => (isLarge(n) ? [{ name, n }] : []))
  for (const { rows, n } of await listInLargeCompanies(db, workspaceId, large, which)) found[n] = rows
  return found
}

function isAtDomain({ company_domain, email }: Colleague, domain: string): boolean {
  return company_domain === domain || email?.slice(email.lastIndexOf('@') + 1) === domain
}

/** Uses one tsquery for each name over all buckets: the result has no pages, so there is no bucket to stop at. */
async function listInLargeCompanies(
  db: Db,
  workspaceId: string,
  names: readonly { name: NameAtCompany; n: number }[],
  which: VisibilityOptions,
) {
  const asked = names.flatMap(({ name, n }) => {
    const query = toNameTsquery(name)
    return query === undefined ? [] : [{ query, name, n, rows: [] as PersonRow[] }]
  })
  if (asked.length === 0) return []
  const queries = asked.map(({ query }) => query)
  for (const row of await listByQueries(db, workspaceId, queries, { ...which, limit: NAMESAKES_MAX })) {
    const one = asked[row.asked - 1]
    if (one && hasName(row, one.name.full_name)) one.rows.push(row)
  }
  return asked
}

function toNameTsquery({ full_name, domain: given }: NameAtCompany): string | undefined {
  const words = splitWords(full_name)
  if (words.length === 0) return undefined
  const domain = foldDomain(given)
  const query = toTsquery({ all: [{ any: [`cd:${domain}`, `ed:${domain}`] }, ...words] })
  return Array.from({ length: BUCKETS }, (_, bucket) => query.replaceAll(ANY_BUCKET, bucketLetter(bucket))).join('|')
}

/** Maps each key to its first row. */
export function indexRows(rows: readonly PersonRow[], toKey: (row: PersonRow) => string): Map<string, PersonRow> {
  const index = new Map<string, PersonRow>()
  for (const row of rows) if (!index.has(toKey(row))) index.set(toKey(row), row)
  return index
}

function hasName(row: Pick<PersonRow, 'full_name' | 'first_name' | 'last_name'>, name: string): boolean {
  const wanted = fold(name)
  return fold(row.full_name) === wanted || fold(`${row.first_name ?? ''} ${row.last_name ?? ''}`) === wanted
}

export function foldDomain(given: string): string {
  return normaliseDomain(given) ?? fold(given)
}
