import { Lexemes } from '../../../kit/postgres/copy-binary.ts'
import { bucketLetter, computeRank, toBucket } from '../rank.ts'
import type { CompanyFields, CompanyIndex, PersonFields, PersonIndex } from '../sql/rows.ts'
import { domainKeys, emailKey } from '../suppress/keys.ts'
import { buildCompanyTokens, personTokens } from './search-document.ts'

/** Builds the columns by which a row is found and suppressed. */
export function personIndex(row: PersonFields & { id: string }): PersonIndex {
  const rank = computeRank(row.id, measureCompleteness(row))
  return {
    place: rank,
    doc: new Lexemes(bucketLetter(toBucket(rank)), personTokens(row)),
    email_mark: row.email === null ? null : emailKey(row.email),
    marks: domainKeys(row.email, row.company_domain),
  }
}

export function companyIndex(row: CompanyFields & { id: string }): CompanyIndex {
  const known = [row.company_domain, row.company_industry, row.company_size, row.company_country]
  const rank = computeRank(row.id, known.filter((value) => value !== null).length / 5)
  const doc = new Lexemes(bucketLetter(toBucket(rank)), buildCompanyTokens(row))
  return { place: rank, doc, marks: domainKeys(null, row.company_domain) }
}

/** Returns the known share of the fields that matter, below 1. */
function measureCompleteness(row: PersonFields): number {
  let known = (row.skills.length > 0 ? 1 : 0) + (row.links.length > 0 ? 1 : 0)
  for (const value of [row.title, row.email, row.company_domain, row.company_industry, row.country])
    if (value !== null) known++
  return known / 8
}
