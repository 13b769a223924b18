import type { Static, TObject, TSchema } from 'typebox'
import { InvalidRequest, type Violation } from '../kit/declare/errors.ts'
import type { Subject } from '../kit/sources.ts'
import type { PersonName } from './mail/person-name.ts'

/** The body of every data call. Each action reads its own input from it. */
export interface DataQuestion {
  readonly query: string
  readonly filters: Readonly<Record<string, unknown>> | null
}

/** A paid lookup of one subject, declared once: price, docs, sources, test results and jobs are derived from it. */
export interface Action<In, Out> {
  /** Path below /v1/data and name in the price book. */
  readonly id: string
  readonly summary: string
  readonly description: string
  /** The schema of `filters`. */
  readonly filters: TObject
  readonly output: TSchema
  /** Reads the input from a question, or returns the violation. */
  readonly read: (question: DataQuestion) => In | Violation
  /** Returns one spelling for one subject: a bulk job asks and bills it once. */
  readonly subjectKey: (input: In) => string
  /** The subjects of a question and of its result. */
  readonly questionSubject: (input: In) => Subject
  readonly answerSubject: (output: Out) => Subject
  /** Age in days from which a result is stale and the next source is asked. */
  readonly freshDays: number
  /** Returns the date of a result; null when it has none. */
  readonly answerDate: (output: Out) => string | null
  /** Returns true if no other source needs to be asked. Otherwise the result is used when no source has a better one. */
  readonly isConclusive: (output: Out) => boolean
  /** Returns true if a result costs credits; a status of `unknown` does not. */
  readonly isCharged: (output: Out) => boolean
  /** Returns an address that the result proves: the address patterns of its domain are learned from it. */
  readonly provenAddress?: (input: In, output: Out) => KnownAddress | undefined
  readonly example: { readonly query: string; readonly output: Out }
  /** Fits the example to a question, as the result for a test key. */
  readonly echo: (input: In, output: Out) => Out
  /** Queries of test keys with documented outcomes. */
  readonly missQuery: string
  readonly failQuery: string
}

/** An address and the name of its owner. */
export interface KnownAddress {
  readonly email: string
  readonly name: PersonName
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of actions of every shape
export type AnyAction = Action<any, any>

export function action<In, S extends TSchema>(
  spec: Omit<Action<In, Static<S>>, 'output'> & { output: S },
): Action<In, Static<S>> & { readonly output: S } {
  return spec
}

/** Returns the violation of a question that the action cannot read. */
export function findViolation(asked: AnyAction, question: DataQuestion): Violation | undefined {
  const input: unknown = asked.read(question)
  return isViolation(input) ? input : undefined
}

/** Throws the 422 of a question that the action cannot read. */
export function readQuestion<In, Out>(asked: Action<In, Out>, question: DataQuestion): In {
  const input = asked.read(question)
  if (isViolation(input)) throw new InvalidRequest([input])
  return input
}

function isViolation(value: unknown): value is Violation {
  return typeof value === 'object' && value !== null && 'loc' in value && 'msg' in value && 'type' in value
}
