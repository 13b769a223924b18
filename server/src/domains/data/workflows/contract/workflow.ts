import type { Static, TObject } from 'typebox'
import type { Action, AnyAction, DataQuestion } from '../../../../sources/action.ts'
import { type FoundEmail, SEARCH_PEOPLE, type VerifiedEmail } from '../../../../sources/actions.ts'
import type { PeopleFilters, Person } from '../../../../sources/directory/contract.ts'

/** Data of one row: its item of the list, and the results of its steps so far. */
export interface RowData {
  readonly input: string | null
  readonly person: Person | null
  readonly email: FoundEmail | null
  readonly verification: VerifiedEmail | null
}

/** A field that a step fills. */
export type Field = Exclude<keyof RowData, 'input'>

export const EMPTY_ROW: RowData = { input: null, person: null, email: null, verification: null }

/** One lookup per row. */
export interface WorkflowStep {
  readonly field: Field
  readonly action: AnyAction
  /** Builds the question from the row's data; undefined when there is nothing to ask. */
  readonly ask: (row: RowData) => DataQuestion | undefined
  /**
   * Returns the result for an item that the action cannot read: no source is asked, and it is free. Without this function the
   * call is refused.
   */
  readonly refuseUnreadable?: (input: string, now: Date) => unknown
}

export function step<F extends Field, In>(
  field: F,
  action: Action<In, NonNullable<RowData[F]>>,
  ask: WorkflowStep['ask'],
  more: { readonly refuseUnreadable?: (input: string, now: Date) => NonNullable<RowData[F]> } = {},
): WorkflowStep {
  return { field, action, ask, ...more }
}

export interface WorkflowSearch {
  readonly query: string
  readonly filters: PeopleFilters | null
}

/** Source of the rows: the people that a search finds, or the items of a list among the inputs. */
export type RowSource<Inputs> =
  | { readonly search: (inputs: Inputs) => WorkflowSearch }
  | { readonly list: Extract<keyof Inputs, string> }

// oxlint-disable-next-line typescript/no-explicit-any -- `workflow` has checked them against the schema
type AnyInputs = any

/** Paid lookups, run in sequence for each row and declared as data: validation, price, docs and files are derived from it. */
export interface Workflow {
  /** Path below /v1/data/workflows. */
  readonly name: string
  /** Prefix of its schema titles. */
  readonly title: string
  readonly summary: string
  readonly description: string
  readonly inputs: TObject
  readonly rows: RowSource<AnyInputs>
  readonly steps: readonly WorkflowStep[]
  /** Columns of its files; `credits` and `error` follow them. */
  readonly columns: Readonly<Record<string, (row: RowData) => string | number | boolean | null | undefined>>
  readonly example: { readonly inputs: Readonly<Record<string, unknown>> }
}

export function workflow<S extends TObject>(
  spec: Omit<Workflow, 'inputs' | 'rows'> & { readonly inputs: S; readonly rows: RowSource<Static<S>> },
): Workflow {
  return spec
}

/** Lists every step in order, including the search that creates the rows. */
export function listWorkflowSteps({ rows, steps }: Workflow): readonly { field: Field; action: string }[] {
  const rest = steps.map(({ field, action }) => ({ field, action: action.id }))
  return 'search' in rows ? [{ field: 'person', action: SEARCH_PEOPLE }, ...rest] : rest
}

/** Builds an operation id such as `workflows.run_lead_list`. */
export function buildOperationId(verb: 'run' | 'estimate', { name }: Workflow): `workflows.${string}` {
  return `workflows.${verb}_${name.replaceAll('-', '_')}`
}
