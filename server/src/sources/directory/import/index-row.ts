import { placeOf, shelfLetter, shelfOf } from '../rank.ts'
import type { CompanyFields, CompanyIndex, PersonFields, PersonIndex } from '../sql/rows.ts'
import { domainMarks, emailMark } from '../suppress/keys.ts'
import { companyDoc, personDoc } from './search-document.ts'

/** How a row is found and recognised. */
export function personIndex(row: PersonFields & { id: string }): PersonIndex {
  const place = placeOf(row.id, knownOf(row))
  return {
    place,
    doc: personDoc(row, shelfLetter(shelfOf(place))),
    email_mark: row.email === null ? null : emailMark(row.email),
    marks: domainMarks(row.email, row.company_domain),
  }
}

export function companyIndex(row: CompanyFields & { id: string }): CompanyIndex {
  const known = [row.company_domain, row.company_industry, row.company_size, row.company_country]
  const place = placeOf(row.id, known.filter((value) => value !== null).length / 5)
  return { place, doc: companyDoc(row, shelfLetter(shelfOf(place))), marks: domainMarks(null, row.company_domain) }
}

/** How much of what matters is known, below 1. */
function knownOf(row: PersonFields): number {
  let known = (row.skills.length > 0 ? 1 : 0) + (row.links.length > 0 ? 1 : 0)
  for (const value of [row.title, row.email, row.company_domain, row.company_industry, row.country])
    if (value !== null) known++
  return known / 8
}
