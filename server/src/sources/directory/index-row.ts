import { marksOf } from './marks.ts'
import { onShelf, placeOf, shelfOf } from './shelf.ts'
import type { CompanyFields, IndexFields, PersonFields } from './sql/rows.ts'
import { companyTokens, personTokens } from './tokens.ts'

/** Adds to a row how it is found. */
export function indexPerson<Row extends PersonFields & { id: string }>(row: Row): Row & IndexFields {
  const { email, company_domain: domain } = row
  return { ...row, ...indexOf(row.id, knownOf(row), personTokens(row)), marks: marksOf({ email, domain }) }
}

export function indexCompany<Row extends CompanyFields & { id: string }>(row: Row): Row & IndexFields {
  const known = [row.company_domain, row.company_industry, row.company_size, row.company_country]
  const place = indexOf(row.id, known.filter((value) => value !== null).length / 5, companyTokens(row))
  return { ...row, ...place, marks: marksOf({ domain: row.company_domain }) }
}

function indexOf(id: string, known: number, tokens: readonly string[]): { place: number; doc: string } {
  const place = placeOf(id, known)
  const shelf = shelfOf(place)
  return { place, doc: tokens.map((token) => quoted(onShelf(shelf, token))).join(' ') }
}

/** A lexeme of a tsvector written as text. */
function quoted(token: string): string {
  return `'${/['\\]/.test(token) ? token.replace(/['\\]/g, '$&$&') : token}'`
}

/** How much of what matters is known, below 1. */
function knownOf(row: PersonFields): number {
  const has = [row.title, row.email, row.company_domain, row.company_industry, row.country]
  const lists = [row.skills, row.links]
  return (has.filter((value) => value !== null).length + lists.filter((list) => list.length > 0).length) / 8
}
