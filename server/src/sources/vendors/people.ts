import { COMPANY_SIZES, type CompanySize, type Person, SENIORITIES, type Seniority } from '../directory/contract.ts'
import type { Outcome } from '../source.ts'

type Text = string | null | undefined

export interface Portrait {
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
  /** Not shown, but whoever asked to be left out by it is. */
  readonly email?: Text
}

/** A person as a vendor paints one. The id says whose it is, so that the same vendor can be asked for it again. */
export function foundPerson(vendor: { id: string; label: string }, said: Portrait, now: Date): Outcome<Person> {
  const { company, location } = said
  const known = {
    full_name: said.full_name,
    first_name: said.first_name ?? null,
    last_name: said.last_name ?? null,
    title: said.title ?? null,
    seniority: seniorityOf(said.seniority),
    department: said.department?.toLowerCase() || null,
    company: company && (company.name || company.domain) ? companyOf(company) : null,
    location: location && (location.city || location.region || location.country) ? placeOf(location) : null,
    skills: [...(said.skills ?? [])],
    links: (said.links ?? []).filter((link): link is string => Boolean(link)).map(linkOf),
  }
  const fields = Object.entries(known).flatMap(([name, value]) =>
    value === null || (Array.isArray(value) && value.length === 0) ? [] : [name],
  )
  const seen_at = now.toISOString()
  return {
    outcome: 'found',
    data: {
      id: `${vendor.id}:${said.id}`,
      ...known,
      sources: [{ name: vendor.id, fields, seen_at }],
      updated_at: seen_at,
    },
    ...(said.email && { about: { email: said.email } }),
  }
}

/** The vendor's own id in one of ours, if it is one of this vendor's. */
export function ownId(vendor: { id: string }, id: string): string | undefined {
  return id.startsWith(`${vendor.id}:`) ? id.slice(vendor.id.length + 1) : undefined
}

function companyOf({ name, domain, industry, size, country }: NonNullable<Portrait['company']>): Person['company'] {
  return {
    name: name ?? null,
    domain: domain ? hostOf(domain) : null,
    industry: industry ?? null,
    size: sizeOf(size),
    country: country ?? null,
  }
}

function placeOf({ city, region, country }: NonNullable<Portrait['location']>): Person['location'] {
  return { city: city || null, region: region || null, country: country || null }
}

/** Theirs to ours; what is spelled as ours is ours. */
const RANKS: Record<string, Seniority> = {
  cxo: 'c_suite',
  'c-suite': 'c_suite',
  'founder/owner': 'founder',
  'vice president': 'vp',
  training: 'intern',
}

function seniorityOf(said: Text): Seniority | null {
  const word = said?.toLowerCase() ?? ''
  return RANKS[word] ?? SENIORITIES.find((known) => known === word) ?? null
}

/** By the smallest number of employees that was said: `51-200`, `51,200`, `10001+` or a count. */
function sizeOf(said: string | number | null | undefined): CompanySize | null {
  const least = typeof said === 'number' ? said : Number(/^\d+/.exec(said ?? '')?.[0] ?? Number.NaN)
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
