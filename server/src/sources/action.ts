import type { Static, TObject, TSchema } from 'typebox'
import { InvalidRequest, invalidValue, type Violation } from '../kit/declare/errors.ts'
import type { Subject } from './directory/suppress/subject.ts'
import type { PersonName } from './mail/person-name.ts'

/** What every data call sends; each action reads its own input out of it. */
export interface DataQuestion {
  readonly query: string
  readonly filters: Readonly<Record<string, unknown>> | null
}

/** A paid lookup of one subject, declared once: price, docs, sources, test answers and jobs all read it. */
export interface Action<In, Out> {
  /** Its path below /v1/data and its name in the price book. */
  readonly id: string
  readonly summary: string
  readonly description: string
  /** What `filters` may name; the docs show it. */
  readonly filters: TObject
  readonly output: TSchema
  /** Reads the input out of a question, or says what is missing. */
  readonly read: (question: DataQuestion) => In | Violation
  /** One spelling for one subject: what a bulk job bills once. */
  readonly subject: (input: In) => string
  /** Whom a question, and then its answer, is about. */
  readonly asksAbout: (input: In) => Subject
  readonly tellsAbout: (output: Out) => Subject
  /** How old an answer may be; an older one is no answer, and the next source is asked. */
  readonly freshDays: number
  /** Since when an answer is known; null when it does not say. */
  readonly asOf: (output: Out) => string | null
  /** Whether an answer is good enough to ask nobody else; a guess is kept in case nobody knows better. */
  readonly isConclusive: (output: Out) => boolean
  /** Whether an answer is worth its price; a verdict of `unknown` is not. */
  readonly isCharged: (output: Out) => boolean
  /** What an answer shows of how its domain makes addresses of names. */
  readonly teaches?: (input: In, output: Out) => KnownAddress | undefined
  readonly example: { readonly query: string; readonly output: Out }
  /** Test keys: inputs with documented outcomes. */
  readonly missQuery: string
  readonly failQuery: string
}

/** An address and whose it is. */
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

/** What is wrong with a question, if an action cannot read it. */
export function violationOf(asked: AnyAction, question: DataQuestion): Violation | undefined {
  const input: unknown = asked.read(question)
  return isViolation(input) ? input : undefined
}

/** Throws the 422 of a question that an action cannot read. */
export function readQuestion<In, Out>(asked: Action<In, Out>, question: DataQuestion): In {
  const input = asked.read(question)
  if (isViolation(input)) throw new InvalidRequest([input])
  return input
}

function isViolation(value: unknown): value is Violation {
  return typeof value === 'object' && value !== null && 'loc' in value && 'msg' in value && 'type' in value
}

export function missing(reason: string, input: unknown): Violation {
  return invalidValue(['body', 'query'], reason, input)
}
