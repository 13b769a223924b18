import type { Company, Person } from '../contract.ts'
import type { CompanyRow, PersonSearchRow } from '../sql/rows.ts'

export function presentPerson(row: PersonSearchRow): Person {
  return {
    id: row.id,
    full_name: row.full_name,
    first_name: row.first_name,
    last_name: row.last_name,
    title: row.title,
    seniority: row.seniority as Person['seniority'],
    department: row.department,
    company: presentEmployer(row),
    location: presentLocation(row),
    skills: row.skills,
    links: row.links,
    sources: row.sources,
    updated_at: row.updated_at.toISOString(),
  }
}

function presentEmployer(row: PersonSearchRow): Person['company'] {
  if (row.company_name === null && row.company_domain === null) return null
  return {
    name: row.company_name,
    domain: row.company_domain,
    industry: row.company_industry,
    size: row.company_size as Company['size'],
    country: row.company_country,
  }
}

function presentLocation({ city, region, country }: PersonSearchRow): Person['location'] {
  return city === null && region === null && country === null ? null : { city, region, country }
}

export function presentCompany(row: CompanyRow): Company {
  return {
    id: row.id,
    name: row.company_name,
    domain: row.company_domain,
    industry: row.company_industry,
    size: row.company_size as Company['size'],
    country: row.company_country,
    sources: row.sources,
    updated_at: row.updated_at.toISOString(),
  }
}

/** A person whom the caller knows and may no longer see: the id, the time of the change, and nothing else. */
export function removedPerson(id: string, changedAt: Date): Person {
  return {
    id,
    full_name: '',
    first_name: null,
    last_name: null,
    title: null,
    seniority: null,
    department: null,
    company: null,
    location: null,
    skills: [],
    links: [],
    sources: [],
    updated_at: changedAt.toISOString(),
  }
}
