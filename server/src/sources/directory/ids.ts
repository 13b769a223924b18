import { sha256Hex } from '../../kit/hash.ts'
import type { CompanyFields, PersonFields } from './sql/rows.ts'
import { fold } from './text/words.ts'

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Derives an id from what identifies a person or a company: importing the same person again finds the same row, in every
 * installation, and a suppressed person stays recognisable after everything else about them is deleted.
 */
function deriveId(prefix: string, key: string): string {
  const hex = sha256Hex(key)
  const first = Number.parseInt(hex.slice(0, 2), 16)
  let id = letter(first >> 5) + letter(first)
  for (let at = 2; at < 32; at += 5) {
    const bits = Number.parseInt(hex.slice(at, at + 5), 16)
    id += letter(bits >> 15) + letter(bits >> 10) + letter(bits >> 5) + letter(bits)
  }
  return `${prefix}_${id}`
}

function letter(bits: number): string {
  return CROCKFORD.charAt(bits & 31)
}

/** Returns true for an id of the directory, false for a vendor's. */
export function isPersonId(id: string): boolean {
  return /^per_[0-9A-HJKMNP-TV-Z]{26}$/.test(id)
}

/** Derives the id from the first known of these: the source's own id, the email, a link, the name with the company. */
export function personId(person: PersonFields, ownId: string | null, source: string): string | undefined {
  if (ownId !== null) return isPersonId(ownId) ? ownId : deriveId('per', `id:${source}:${ownId}`)
  if (person.email !== null) return deriveId('per', `email:${person.email}`)
  if (person.links[0] !== undefined) return deriveId('per', `link:${person.links[0]}`)
  const company = person.company_domain ?? (person.company_name === null ? null : fold(person.company_name))
  return company === null ? undefined : deriveId('per', `name:${fold(person.full_name)}@${company}`)
}

export function companyId({ company_domain, company_name }: CompanyFields): string | undefined {
  if (company_domain !== null) return deriveId('com', `domain:${company_domain}`)
  return company_name === null ? undefined : deriveId('com', `name:${fold(company_name)}`)
}

export function emailHash(email: string): string {
  return sha256Hex(email)
}
