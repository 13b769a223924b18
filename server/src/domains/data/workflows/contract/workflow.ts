import type { Static, TObject } from 'typebox'
import type { Action, AnyAction, DataQuestion } from '../../../../sources/action.ts'
import type { FoundEmail, VerifiedEmail } from '../../../../sources/actions.ts'
import type { PeopleFilters, Person } from '../../../../sources/directory/contract.ts'

/** What is known in one row: the item of the list it is about, and what its steps have found so far. */
export interface Known {
  readonly input: string | null
  readonly person: Person | null
  readonly email: FoundEmail | null
  readonly verification: VerifiedEmail | null
}

export type Field = Exclude<keyof Known, 'input'>

export const NOTHING_KNOWN: Known = { input: null, person: null, email: null, verification: null }

/** One lookup per row. */
export interface Step {
  readonly finds: Field
  readonly action: AnyAction
  /** What to ask, from what the row knows by now; undefined when there is nothing to ask. */
  readonly ask: (known: Known) => DataQuestion | undefined
  /** What is known of an item that the action cannot read: nobody is asked, and it is free. Without it the call is refused. */
  readonly unreadable?: (input: string, now: Date) => unknown
}

export function step<F extends Field, In>(
  finds: F,
  action: Action<In, NonNullable<Known[F]>>,
  ask: Step['ask'],
  more: { readonly unreadable?: (input: string, now: Date) => NonNullable<Known[F]> } = {},
): Step {
  return { finds, action, ask, ...more }
}

export interface Search {
  readonly query: string
  readonly filters: PeopleFilters | null
}

/** Where the rows come from: everybody a search finds, or every item of a list among the inputs. */
export type Rows<Given> =
  | { readonly search: (inputs: Given) => Search }
  | { readonly list: Extract<keyof Given, string> }

// oxlint-disable-next-line typescript/no-explicit-any -- `workflow` has checked them against the schema
type Inputs = any

/** Paid lookups one after another for every row, declared as data: validation, price, docs and files are read from it. */
export interface Workflow {
  /** Its path below /v1/data/workflows. */
  readonly name: string
  /** How its schemas are called. */
  readonly title: string
  readonly summary: string
  readonly description: string
  readonly inputs: TObject
  readonly rows: Rows<Inputs>
  readonly steps: readonly Step[]
  /** The columns of its files; `credits` and `error` follow them. */
  readonly columns: Readonly<Record<string, (known: Known) => string | number | boolean | null | undefined>>
  readonly example: { readonly inputs: Readonly<Record<string, unknown>> }
}

export function workflow<S extends TObject>(
  spec: Omit<Workflow, 'inputs' | 'rows'> & { readonly inputs: S; readonly rows: Rows<Static<S>> },
): Workflow {
  return spec
}

export const SEARCH_ACTION = 'search/people'

/** Every step in order, the search that makes the rows too. */
export function stepsOf({ rows, steps }: Workflow): readonly { finds: Field; action: string }[] {
  const rest = steps.map(({ finds, action }) => ({ finds, action: action.id }))
  return 'search' in rows ? [{ finds: 'person', action: SEARCH_ACTION }, ...rest] : rest
}
