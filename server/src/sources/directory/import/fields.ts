/** The fields of a person, each with the alternative column names that files use. */
const FIELDS = {
  id: ['person_id', 'external_id', 'record_id', 'uuid'],
  full_name: ['name', 'contact_name', 'person_name'],
  first_name: ['firstname', 'given_name', 'prenom', 'vorname'],
  last_name: ['lastname', 'family_name', 'surname', 'nom', 'nachname'],
  title: ['job_title', 'position', 'role', 'headline'],
  seniority: ['seniority_level', 'level'],
  department: ['function', 'job_function', 'departments'],
  email: ['email_address', 'work_email', 'business_email', 'e_mail', 'mail'],
  company_name: ['company', 'organization', 'organisation', 'employer', 'organization_name', 'current_company'],
  company_domain: ['domain', 'website', 'company_website', 'company_url', 'organization_domain'],
  company_industry: ['industry', 'sector'],
  company_size: ['employees', 'headcount', 'company_headcount', 'company_employees', 'size', 'number_of_employees'],
  company_country: ['company_hq_country', 'organization_country', 'hq_country'],
  city: ['town', 'person_city', 'location_city'],
  region: ['state', 'province', 'person_state', 'location_region', 'county'],
  country: ['person_country', 'country_code', 'location_country'],
  skills: ['skill'],
  links: ['link', 'url', 'profile_url', 'linkedin', 'linkedin_url', 'profile_link', 'person_linkedin_url'],
  keywords: ['tags', 'keyword', 'interests'],
} as const satisfies Record<string, readonly string[]>

export type Field = keyof typeof FIELDS
export type RawPerson = Partial<Record<Field, unknown>>

const BY_NAME = new Map<string, Field>(
  Object.entries(FIELDS).flatMap(([field, names]) => [field, ...names].map((name) => [name, field as Field] as const)),
)

/** Finds the field of a column, in any spelling: `First Name`, `firstName` and `first-name` are the same. */
export function findImportField(column: string): Field | undefined {
  const name = column
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  return BY_NAME.get(name)
}
