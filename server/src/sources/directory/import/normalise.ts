import { normaliseEmail } from '../../mail/address.ts'
import { personId } from '../ids.ts'
import type { PersonFields } from '../sql/rows.ts'
import { parseCompanySize } from '../text/company-size.ts'
import { normaliseFileCountry } from '../text/country.ts'
import { normaliseDomain } from '../text/domain-name.ts'
import { inferDepartment, inferSeniority } from '../text/job-title.ts'
import type { Field, RawPerson } from './fields.ts'

/** The reason why a row is rejected, in words for the author of the file. */
export class RowError extends Error {
  override name = 'RowError'
  readonly field: string | null
  constructor(field: string | null, reason: string) {
    super(reason)
    this.field = field
  }
}

const TEXT_MAX = 255
const LIST_MAX = 100

export interface NormalisedPerson extends PersonFields {
  id: string
}

/** Normalises the values of a row. Throws a RowError when the row must be rejected. */
export function normalisePerson(raw: RawPerson, source: string): NormalisedPerson {
  const title = readTextField(raw, 'title')
  const { full_name, first_name, last_name } = readNameFields(raw)
  const person = {
    id: '',
    full_name,
    first_name,
    last_name,
    title,
    seniority: inferSeniority(readTextField(raw, 'seniority'), title),
    department: inferDepartment(readTextField(raw, 'department'), title),
    email: readEmailField(raw),
    company_name: readTextField(raw, 'company_name'),
    company_domain: readCompanyDomain(raw),
    company_industry: readTextField(raw, 'company_industry'),
    company_size: readCompanySize(raw),
    company_country: countryIn(raw, 'company_country'),
    city: readTextField(raw, 'city'),
    region: readTextField(raw, 'region'),
    country: countryIn(raw, 'country'),
    skills: readListField(raw, 'skills'),
    links: readListField(raw, 'links').map(normaliseLink),
    keywords: readListField(raw, 'keywords'),
  }
  const id = personId(person, readTextField(raw, 'id'), source)
  if (id === undefined)
    throw new RowError(null, 'nothing identifies this person: add an id, an email, a link or the company')
  person.id = id
  return person
}

function readNameFields(raw: RawPerson): Pick<PersonFields, 'full_name' | 'first_name' | 'last_name'> {
  const [first, last, full] = [
    readTextField(raw, 'first_name'),
    readTextField(raw, 'last_name'),
    readTextField(raw, 'full_name'),
  ]
  const name = full ?? [first, last].filter((part) => part !== null).join(' ')
  if (name === '') throw new RowError('full_name', 'the name is missing')
  if (first !== null || last !== null) return { full_name: name, first_name: first, last_name: last }
  const space = name.lastIndexOf(' ')
  if (space < 0) return { full_name: name, first_name: null, last_name: null }
  return { full_name: name, first_name: name.slice(0, space), last_name: name.slice(space + 1) }
}

function readTextField(raw: RawPerson, field: Field): string | null {
  const value = raw[field]
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string') throw new RowError(field, `${field} must be text, not ${describeType(value)}`)
  return cleanText(value, field)
}

/** Most values are ASCII with single spaces and need no cleaning. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

function cleanText(value: string, field: Field): string | null {
  if (value.length <= TEXT_MAX && PLAIN.test(value)) return value
  const text = value.trim().replace(/\s+/g, ' ')
  if (text === '') return null
  if (text.length > TEXT_MAX) throw new RowError(field, `${field} is longer than ${TEXT_MAX} characters`)
  if (text.includes('\0') || !text.isWellFormed())
    throw new RowError(field, `${field} contains characters that are not text`)
  return text
}

/** Reads a list, or text whose items are separated by semicolons, bars or commas. */
function readListField(raw: RawPerson, field: Field): string[] {
  const value = raw[field]
  if (value === undefined || value === null || value === '') return []
  if (typeof value !== 'string' && !Array.isArray(value))
    throw new RowError(field, `${field} must be a list, not ${describeType(value)}`)
  const items: unknown[] = typeof value === 'string' ? value.split(/[;|]/.test(value) ? /[;|]/ : ',') : value
  if (items.length > LIST_MAX) throw new RowError(field, `${field} has more than ${LIST_MAX} items`)
  const texts = items.map((item) => {
    if (typeof item !== 'string')
      throw new RowError(field, `${field} must be a list of text, not of ${describeType(item)}`)
    return cleanText(item, field)
  })
  return [...new Set(texts.filter((text) => text !== null))]
}

function readEmailField(raw: RawPerson): string | null {
  const given = readTextField(raw, 'email')
  if (given === null) return null
  const email = normaliseEmail(given.replace(/^mailto:/i, ''))
  if (email === undefined) throw new RowError('email', 'email is not an email address')
  return email
}

function readCompanyDomain(raw: RawPerson): string | null {
  const given = readTextField(raw, 'company_domain')
  if (given === null) return null
  const host = normaliseDomain(given)
  if (host === undefined) throw new RowError('company_domain', 'company_domain is neither a domain nor a web address')
  return host
}

function readCompanySize(raw: RawPerson): PersonFields['company_size'] {
  const given = readTextField(raw, 'company_size')
  if (given === null) return null
  const size = parseCompanySize(given)
  if (size === undefined) throw new RowError('company_size', 'company_size is neither a number nor a range of numbers')
  return size
}

function countryIn(raw: RawPerson, field: Field): string | null {
  const given = readTextField(raw, field)
  return given === null ? null : normaliseFileCountry(given)
}

function normaliseLink(given: string): string {
  const address = given.includes('://') ? given : `https://${given}`
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new RowError('links', 'links contains a value that is not a web address')
  return new URL(address).href.replace(/\/$/, '')
}

function describeType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`
}
