import { COMPANY_SIZES, type CompanySize, type Person, SENIORITIES, type Seniority } from '../directory/contract.ts'
import type { Outcome } from '../source.ts'

type Text = string | null | undefined

export interface VendorPerson {
  readonly id: string
  readonly full_name: string
  readonly first_name?: Text
  readonly last_name?: Text
  readonly title?: Text
  readonly seniority?: Text
  readonly department?: Text
  readonly company?:
    | { name?: Text; domain?: Text; industry?: Text; size?: string | number | null | undefined; country?: Text }
    | null
    | undefined
  readonly location?: { city?: Text; region?: Text; country?: Text } | null | undefined
  readonly skills?: readonly string[] | null | undefined
  readonly links?: readonly Text[]
  /** Not shown, but checked against suppressions. */
  readonly email?: Text
}

/** The id starts with the vendor's, so that the same vendor can be asked for the person again. */
export function foundPerson(vendor: { id: string; label: string }, found: VendorPerson, now: Date): Outcome<Person> {
  const { company, location } = found
  const known = {
    full_name: found.full_name,
    first_name: found.first_name ?? null,
    last_name: found.last_name ?? null,
    title: found.title ?? null,
    seniority: seniorityOf(found.seniority),
    department: found.department?.toLowerCase() || null,
    company: company && (company.name || company.domain) ? companyOf(company) : null,
    location: location && (location.city || location.region || location.country) ? locationOf(location) : null,
    skills: [...(found.skills ?? [])],
    links: (found.links ?? []).filter((link): link is string => Boolean(link)).map(linkOf),
  }
  const fields = Object.entries(known).flatMap(([name, value]) =>
    value === null || (Array.isArray(value) && value.length === 0) ? [] : [name],
  )
  const seen_at = now.toISOString()
  return {
    outcome: 'found',
    data: {
      id: `${vendor.id}:${found.id}`,
      ...known,
      sources: [{ name: vendor.id, fields, seen_at }],
      updated_at: seen_at,
    },
    ...(found.email && { about: { email: found.email } }),
  }
}

/** The vendor's own id within an id of ours; undefined when the id is of another vendor. */
export function ownId(vendor: { id: string }, id: string): string | undefined {
  return id.startsWith(`${vendor.id}:`) ? id.slice(vendor.id.length + 1) : undefined
}

function companyOf({ name, domain, industry, size, country }: NonNullable<VendorPerson['company']>): Person['company'] {
  return {
    name: name ?? null,
    domain: domain ? hostOf(domain) : null,
    industry: industry ?? null,
    size: sizeOf(size),
    country: country ?? null,
  }
}

function locationOf({ city, region, country }: NonNullable<VendorPerson['location']>): Person['location'] {
  return { city: city || null, region: region || null, country: country || null }
}

/** Names of vendors for our seniorities. */
const SENIORITY_NAMES: Record<string, Seniority> = {
  cxo: 'c_suite',
  'c-suite': 'c_suite',
  'founder/owner': 'founder',
  'vice president': 'vp',
  training: 'intern',
}

function seniorityOf(given: Text): Seniority | null {
  const word = given?.toLowerCase() ?? ''
  return SENIORITY_NAMES[word] ?? SENIORITIES.find((known) => known === word) ?? null
}

/** By the smallest number of employees in `51-200`, `51,200`, `10001+` or a count. */
function sizeOf(given: string | number | null | undefined): CompanySize | null {
  const least = typeof given === 'number' ? given : Number(/^\d+/.exec(given ?? '')?.[0] ?? Number.NaN)
  if (!(least >= 1)) return null
  return COMPANY_SIZES.findLast((size) => least >= Number.parseInt(size, 10)) ?? null
}

function hostOf(address: string): string {
  return address
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/.*$/, '')
}

function linkOf(link: string): string {
  return /^https?:\/\//.test(link) ? link : `https://${link}`
}
