import type { Static, TObject } from 'typebox'
import type { Action, AnyAction, DataQuestion } from '../../../../sources/action.ts'
import { type FoundEmail, SEARCH_PEOPLE, type VerifiedEmail } from '../../../../sources/actions.ts'
import type { PeopleFilters, Person } from '../../../../sources/directory/contract.ts'

/** The data of one row: the item of the list it is about, and what its steps have found so far. */
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
  /** What to ask, from the data of the row; undefined when there is nothing to ask. */
  readonly ask: (row: RowData) => DataQuestion | undefined
  /** The answer for an item that the action cannot read: no source is asked, and it is free. Without it the call is refused. */
  readonly answerUnreadable?: (input: string, now: Date) => unknown
}

export function step<F extends Field, In>(
  field: F,
  action: Action<In, NonNullable<RowData[F]>>,
  ask: WorkflowStep['ask'],
  more: { readonly answerUnreadable?: (input: string, now: Date) => NonNullable<RowData[F]> } = {},
): WorkflowStep {
  return { field, action, ask, ...more }
}

export interface WorkflowSearch {
  readonly query: string
  readonly filters: PeopleFilters | null
}

/** Where the rows come from: the people that a search finds, or the items of a list among the inputs. */
export type RowSource<Inputs> =
  | { readonly search: (inputs: Inputs) => WorkflowSearch }
  | { readonly list: Extract<keyof Inputs, string> }

// oxlint-disable-next-line typescript/no-explicit-any -- `workflow` has checked them against the schema
type AnyInputs = any

/** Paid lookups, one after another for each row, declared as data: validation, price, docs and files are derived from it. */
export interface Workflow {
  /** Its path below /v1/data/workflows. */
  readonly name: string
  /** The prefix of its schema titles. */
  readonly title: string
  readonly summary: string
  readonly description: string
  readonly inputs: TObject
  readonly rows: RowSource<AnyInputs>
  readonly steps: readonly WorkflowStep[]
  /** The columns of its files; `credits` and `error` follow them. */
  readonly columns: Readonly<Record<string, (row: RowData) => string | number | boolean | null | undefined>>
  readonly example: { readonly inputs: Readonly<Record<string, unknown>> }
}

export function workflow<S extends TObject>(
  spec: Omit<Workflow, 'inputs' | 'rows'> & { readonly inputs: S; readonly rows: RowSource<Static<S>> },
): Workflow {
  return spec
}

/** Every step in order, including the search that makes the rows. */
export function listWorkflowSteps({ rows, steps }: Workflow): readonly { field: Field; action: string }[] {
  const rest = steps.map(({ field, action }) => ({ field, action: action.id }))
  return 'search' in rows ? [{ field: 'person', action: SEARCH_PEOPLE }, ...rest] : rest
}

/** `run_lead_list`. */
export function buildOperationId(verb: 'run' | 'estimate', { name }: Workflow): `workflows.${string}` {
  return `workflows.${verb}_${name.replaceAll('-', '_')}`
}
