import type { Lexemes } from '../../../kit/postgres/copy-binary.ts'

export interface CompanyFields {
  company_name: string | null
  company_domain: string | null
  company_industry: string | null
  company_size: string | null
  company_country: string | null
}

/** Known fields of a person. The email identifies, finds and suppresses people; a search never shows it. */
export interface PersonFields extends CompanyFields {
  full_name: string
  first_name: string | null
  last_name: string | null
  title: string | null
  seniority: string | null
  department: string | null
  email: string | null
  city: string | null
  region: string | null
  country: string | null
  skills: string[]
  links: string[]
  /** Searched but not shown. */
  keywords: string[]
}

/** A source, the fields it provided and the time of its last change. */
export interface SourceEntry {
  name: string
  fields: string[]
  seen_at: string
}

/** Columns that a row is found by. */
export interface CompanyIndex {
  /** The rank. */
  place: number
  doc: Lexemes
  /** The suppression keys of its domains. */
  marks: string[]
}

export interface PersonIndex extends CompanyIndex {
  /** The suppression key of the email. */
  email_mark: string | null
}

export interface PersonRow extends PersonFields {
  id: string
  sources: SourceEntry[]
  updated_at: Date
}

/** Fields of a person that a search reads. */
export type PersonSearchRow = Omit<PersonRow, 'keywords'>

export interface CompanyRow extends CompanyFields {
  id: string
  sources: SourceEntry[]
  updated_at: Date
}

export const COMPANY_COLUMNS = [
  'company_name',
  'company_domain',
  'company_industry',
  'company_size',
  'company_country',
] as const satisfies readonly (keyof CompanyFields)[]

export const PERSON_COLUMNS = [
  'full_name',
  'first_name',
  'last_name',
  'title',
  'seniority',
  'department',
  'email',
  ...COMPANY_COLUMNS,
  'city',
  'region',
  'country',
  'skills',
  'links',
  'keywords',
] as const satisfies readonly (keyof PersonFields)[]
