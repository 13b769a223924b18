import type { Static, TSchema, TUnsafe } from 'typebox'
import { DateTime, Nullable, SCHEMA_NAME, StringEnum } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'

export type Seniority = (typeof SENIORITIES)[number]
export const SENIORITIES = [
  'owner',
  'founder',
  'c_suite',
  'partner',
  'vp',
  'head',
  'director',
  'manager',
  'senior',
  'entry',
  'intern',
] as const

export type CompanySize = (typeof COMPANY_SIZES)[number]
export const COMPANY_SIZES = [
  '1-10',
  '11-50',
  '51-200',
  '201-500',
  '501-1000',
  '1001-5000',
  '5001-10000',
  '10001+',
] as const

const text = (description?: string) => Nullable(Type.String(description === undefined ? {} : { description }))

/** A source of a row and the fields it provided. */
const DataSource = Type.Object(
  { name: Type.String(), fields: Type.Array(Type.String()), seen_at: DateTime },
  { title: 'DataSource' },
)

const PersonCompany = Type.Object(
  {
    name: text(),
    domain: text(),
    industry: text(),
    size: Nullable(StringEnum(COMPANY_SIZES)),
    country: text('ISO 3166 code if known.'),
  },
  { title: 'PersonCompany' },
)

const Place = Type.Object(
  { city: text(), region: text(), country: text('ISO 3166 code if known.') },
  { title: 'Place' },
)

export type Person = Static<typeof Person>
export const Person = Type.Object(
  {
    id: Type.String(),
    full_name: Type.String(),
    first_name: text(),
    last_name: text(),
    title: text(),
    seniority: Nullable(StringEnum(SENIORITIES)),
    department: text(),
    company: Nullable(PersonCompany),
    location: Nullable(Place),
    skills: Type.Array(Type.String()),
    links: Type.Array(Type.String()),
    sources: Type.Array(DataSource),
    updated_at: DateTime,
  },
  { title: 'Person' },
)

/** A change of a person since the caller's last search. */
export type Change = (typeof CHANGES)[number]
export const CHANGES = ['added', 'updated', 'removed'] as const

export type Company = Static<typeof Company>
export const Company = Type.Object(
  {
    id: Type.String(),
    name: text(),
    domain: text(),
    industry: text(),
    size: Nullable(StringEnum(COMPANY_SIZES)),
    country: text('ISO 3166 code if known.'),
    sources: Type.Array(DataSource),
    updated_at: DateTime,
  },
  { title: 'Company' },
)

export type Choice<T extends string = string> =
  | readonly T[]
  | { readonly include?: readonly T[]; readonly exclude?: readonly T[] }

/**
 * A list of accepted values, or lists of included and excluded ones. It uses a list of types instead of `anyOf`, because the
 * keywords of a type apply only to that type: an invalid value is then reported once.
 */
function ValueFilter<S extends TSchema>(
  name: string,
  item: S,
  description: string,
): TUnsafe<Choice<Static<S> & string>> {
  const list = { type: 'array', items: item, minItems: 1, maxItems: 100 }
  return Type.Unsafe({
    [SCHEMA_NAME]: name,
    description,
    type: ['array', 'object'],
    items: item,
    minItems: 1,
    maxItems: 100,
    properties: { include: list, exclude: list },
    additionalProperties: false,
    minProperties: 1,
  })
}

function PhraseFilter(description: string) {
  return ValueFilter('PhraseFilter', Type.String({ minLength: 1, maxLength: 100 }), description)
}

const companyFields = {
  name: Type.Optional(PhraseFilter('All words of one of these occur in the name of the company.')),
  domain: Type.Optional(PhraseFilter('Exactly one of these domains.')),
  size: Type.Optional(ValueFilter('CompanySizeFilter', StringEnum(COMPANY_SIZES), 'Number of employees.')),
  industry: Type.Optional(PhraseFilter('Exactly one of these industries.')),
}

export type PeopleFilters = Static<typeof PeopleFilters>
export const PeopleFilters = Type.Object(
  {
    title: Type.Optional(PhraseFilter('All words of one of these occur in the title.')),
    seniority: Type.Optional(ValueFilter('SeniorityFilter', StringEnum(SENIORITIES), 'Rank.')),
    department: Type.Optional(PhraseFilter('Exactly one of these departments.')),
    company: Type.Optional(Type.Object(companyFields, { additionalProperties: false })),
    location: Type.Optional(
      Type.Object(
        {
          city: Type.Optional(PhraseFilter('City of the person.')),
          region: Type.Optional(PhraseFilter('State or province.')),
          country: Type.Optional(PhraseFilter('ISO 3166 code or English name.')),
        },
        { additionalProperties: false },
      ),
    ),
    skills: Type.Optional(PhraseFilter('Exactly one of these skills.')),
    keywords: Type.Optional(PhraseFilter('All words of one of these occur anywhere.')),
  },
  {
    additionalProperties: false,
    title: 'PeopleFilters',
    description:
      'Each field takes a list, or `include` and `exclude`. A result matches all fields, and at least one value of each.',
  },
)

export type CompanyFilters = Static<typeof CompanyFilters>
export const CompanyFilters = Type.Object(
  {
    ...companyFields,
    country: Type.Optional(PhraseFilter('ISO 3166 code or English name.')),
    keywords: Type.Optional(PhraseFilter('All words of one of these occur anywhere.')),
  },
  {
    additionalProperties: false,
    title: 'CompanyFilters',
    description:
      'Each field takes a list, or `include` and `exclude`. A result matches all fields, and at least one value of each.',
  },
)

export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number]
export const SUPPRESSION_KINDS = ['email', 'email_sha256', 'domain', 'person'] as const
