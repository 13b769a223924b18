import type { TObject, TSchema } from 'typebox'
import type { Units } from '../../../../kit/declare/price.ts'
import { Nullable } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import type { AnyAction } from '../../../../sources/action.ts'
import { enrichPerson, findEmail, verifyEmail } from '../../../../sources/actions.ts'
import { Company, CompanyFilters, PeopleFilters, Person } from '../../../../sources/directory/contract.ts'
import { AgreedPerson } from '../../lookups/contract/consensus.ts'
import { buildRowSchema } from '../../workflows/contract/requests.ts'
import { listWorkflowSteps, type Workflow } from '../../workflows/contract/workflow.ts'
import { workflows } from '../../workflows/declared/all.ts'

/** Actions of jobs: searches, lookups of one subject, consensus, and workflows. */
export const ACTIONS = [
  'search/people',
  'search/companies',
  'people/enrich',
  'contacts/find-email',
  'contacts/verify-email',
  'consensus',
  'lead-list',
  'verify-list',
  'enrich-list',
] as const

export type ActionId = (typeof ACTIONS)[number]

const SINGLES = new Map<string, AnyAction & { readonly output: TSchema }>(
  [enrichPerson, findEmail, verifyEmail].map((each) => [each.id, each]),
)

/** Finds the declaration of a lookup of one subject; undefined for any other action. */
export function findSingleAction(action: string): (AnyAction & { readonly output: TSchema }) | undefined {
  return SINGLES.get(action)
}

export function findWorkflow(action: string): Workflow | undefined {
  return workflows.find(({ name }) => name === action)
}

/** Finds a workflow over a list, and the name of that list among its inputs. Each row of a bulk job is one item. */
export function findListWorkflow(action: string): { readonly flow: Workflow; readonly list: string } | undefined {
  const flow = findWorkflow(action)
  return flow && 'list' in flow.rows ? { flow, list: flow.rows.list } : undefined
}

/** Returns true when one question can find several items, up to a limit. */
export function findsMany(action: string): boolean {
  return !findSingleAction(action) && !findListWorkflow(action)
}

/** Returns true when a bulk job can page through all matches of its filters. */
export function canPage(action: string): boolean {
  return findsMany(action) && action !== 'consensus'
}

/** Returns the maximum charge when this many items are found. */
export function estimateUnits(action: string, items: number): Units {
  const flow = findWorkflow(action)
  return flow ? Object.fromEntries(listWorkflowSteps(flow).map((step) => [step.action, items])) : { [action]: items }
}

/** Returns the schema of one item that an action finds. */
export function getOutputSchema(action: string): TSchema {
  const flow = findWorkflow(action)
  if (flow) return Type.Omit(buildRowSchema(flow), ['steps'])
  if (action === 'consensus') return AgreedPerson
  return findSingleAction(action)?.output ?? (action === 'search/companies' ? Company : Person)
}

const titles: Partial<Record<ActionId, string>> = {
  'search/people': 'JobPeopleFilters',
  'lead-list': 'JobPeopleFilters',
  'search/companies': 'JobCompanyFilters',
  consensus: 'JobConsensusFilters',
}

const FILTERS: Partial<Record<ActionId, TObject>> = {
  'search/people': PeopleFilters,
  'lead-list': PeopleFilters,
  'search/companies': CompanyFilters,
}

function buildFiltersSchema(action: ActionId, limitMax: number, title: string): TSchema {
  const known = findSingleAction(action)?.filters ?? findListWorkflow(action)?.flow.inputs
  if (known) return known
  const limit = Type.Optional(
    Type.Integer({ minimum: 1, maximum: limitMax, description: 'Maximum number of items to find.' }),
  )
  return Type.Object({ ...FILTERS[action]?.properties, limit }, { additionalProperties: false, title })
}

/** Declares the schema of `filters`, which depends on the action. */
export function filtersByAction(limitMax: number, prefix: string) {
  return {
    allOf: ACTIONS.map((action) => ({
      if: { properties: { action: { const: action } } },
      // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
      then: {
        properties: { filters: Nullable(buildFiltersSchema(action, limitMax, `${prefix}${titles[action] ?? ''}`)) },
      },
    })),
  }
}
