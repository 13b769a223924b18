import { COMPANY_SIZES, type CompanySize, type Person, SENIORITIES, type Seniority } from '../directory/contract.ts'
import type { Outcome } from '../source.ts'

type OptionalText = string | null | undefined

export interface VendorPerson {
  readonly id: string
  readonly full_name: string
  readonly first_name?: OptionalText
  readonly last_name?: OptionalText
  readonly title?: OptionalText
  readonly seniority?: OptionalText
  readonly department?: OptionalText
  readonly company?:
    | {
        name?: OptionalText
        domain?: OptionalText
        industry?: OptionalText
        size?: string | number | null | undefined
        country?: OptionalText
      }
    | null
    | undefined
  readonly location?: { city?: OptionalText; region?: OptionalText; country?: OptionalText } | null | undefined
  readonly skills?: readonly string[] | null | undefined
  readonly links?: readonly OptionalText[]
  /** Not shown, but checked against suppressions. */
  readonly email?: OptionalText
}

/** The id starts with the vendor's id, so that the same vendor can be asked for the person again. */
export function foundPerson(vendor: { id: string; label: string }, found: VendorPerson, now: Date): Outcome<Person> {
  const { company, location } = found
  const known = {
    full_name: found.full_name,
    first_name: found.first_name ?? null,
    last_name: found.last_name ?? null,
    title: found.title ?? null,
    seniority: parseSeniority(found.seniority),
    department: found.department?.toLowerCase() || null,
    company: company && (company.name || company.domain) ? toCompany(company) : null,
    location: location && (location.city || location.region || location.country) ? toLocation(location) : null,
    skills: [...(found.skills ?? [])],
    links: (found.links ?? []).filter((link): link is string => Boolean(link)).map(toHttpsUrl),
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

/** Returns the vendor's own id within one of our ids; undefined when the id belongs to another vendor. */
export function ownId(vendor: { id: string }, id: string): string | undefined {
  return id.startsWith(`${vendor.id}:`) ? id.slice(vendor.id.length + 1) : undefined
}

function toCompany({ name, domain, industry, size, country }: NonNullable<VendorPerson['company']>): Person['company'] {
  return {
    name: name ?? null,
    domain: domain ? readHost(domain) : null,
    industry: industry ?? null,
    size: parseVendorSize(size),
    country: country ?? null,
  }
}

function toLocation({ city, region, country }: NonNullable<VendorPerson['location']>): Person['location'] {
  return { city: city || null, region: region || null, country: country || null }
}

/** Vendors' names for our seniorities. */
const SENIORITY_NAMES: Record<string, Seniority> = {
  cxo: 'c_suite',
  'c-suite': 'c_suite',
  'founder/owner': 'founder',
  'vice president': 'vp',
  training: 'intern',
}

function parseSeniority(given: OptionalText): Seniority | null {
  const word = given?.toLowerCase() ?? ''
  return SENIORITY_NAMES[word] ?? SENIORITIES.find((known) => known === word) ?? null
}

/** Uses the smallest number of employees in `51-200`, `51,200`, `10001+` or a count. */
function parseVendorSize(given: string | number | null | undefined): CompanySize | null {
  const least = typeof given === 'number' ? given : Number(/^\d+/.exec(given ?? '')?.[0] ?? Number.NaN)
  if (!(least >= 1)) return null
  return COMPANY_SIZES.findLast((size) => least >= Number.parseInt(size, 10)) ?? null
}

function readHost(address: string): string {
  return address
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/.*$/, '')
}

function toHttpsUrl(link: string): string {
  return /^https?:\/\//.test(link) ? link : `https://${link}`
}
