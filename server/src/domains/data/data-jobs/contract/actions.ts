import { type TObject, type TSchema, Type } from 'typebox'
import { Nullable } from '../../../../kit/declare/schema.ts'
import type { AnyAction } from '../../../../sources/action.ts'
import { enrichPerson, findEmail, verifyEmail } from '../../../../sources/actions.ts'
import { Company, CompanyFilters, PeopleFilters, Person } from '../../../../sources/directory/contract.ts'

/** The actions of jobs: lookups of one subject, and searches. */
export const ACTIONS = [
  'search/people',
  'search/companies',
  'people/enrich',
  'contacts/find-email',
  'contacts/verify-email',
] as const

export type ActionId = (typeof ACTIONS)[number]

const SINGLES = new Map<string, AnyAction & { readonly output: TSchema }>(
  [enrichPerson, findEmail, verifyEmail].map((each) => [each.id, each]),
)

/** The declaration of a lookup of one subject; undefined for a search. */
export function singleOf(action: string): (AnyAction & { readonly output: TSchema }) | undefined {
  return SINGLES.get(action)
}

/** The schema of one item that an action finds. */
export function outputOf(action: string): TSchema {
  return singleOf(action)?.output ?? (action === 'search/companies' ? Company : Person)
}

const titles = { 'search/people': 'JobPeopleFilters', 'search/companies': 'JobCompanyFilters' }

function filtersOf(action: ActionId, limitMax: number, title: string): TSchema {
  const single = singleOf(action)
  if (single) return single.filters
  const { properties }: TObject = action === 'search/people' ? PeopleFilters : CompanyFilters
  const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: limitMax, description: 'The most to find.' }))
  return Type.Object({ ...properties, limit }, { additionalProperties: false, title })
}

/** The schema of `filters` depends on the action. */
export function filtersByAction(limitMax: number, prefix: string) {
  return {
    allOf: ACTIONS.map((action) => ({
      if: { properties: { action: { const: action } } },
      // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
      then: {
        properties: {
          filters: Nullable(filtersOf(action, limitMax, `${prefix}${titles[action as keyof typeof titles] ?? ''}`)),
        },
      },
    })),
  }
}
