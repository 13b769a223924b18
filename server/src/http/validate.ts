import type { ValidateFunction } from 'ajv'
import type { AnyEndpoint } from '../kit/declare/endpoint.ts'
import { InvalidRequest, type Violation } from '../kit/declare/errors.ts'
import { UNREADABLE } from './body.ts'
import { bodies, strings } from './compile.ts'
import { notJsonViolation, type Part, unicodeViolation, violationsOf } from './violations.ts'

export interface Input {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Throws the 422 of a request that does not fit its schemas. */
export interface Validator {
  /** For what is decided before the body is read. */
  pathAndQuery(input: Input): void
  all(input: Input, now: Date): void
}

/** Schemas are compiled by the first request: to compile all of them took half a second of every start. */
export function validatorOf(endpoint: AnyEndpoint): Validator {
  const compile = () => ({
    params: endpoint.params && strings.compile(endpoint.params),
    query: endpoint.query && strings.compile(endpoint.query),
    body: endpoint.body && bodies.compile(endpoint.body),
  })
  let compiled: ReturnType<typeof compile> | undefined
  const headViolations = (input: Input): Violation[] => {
    const { params, query } = (compiled ??= compile())
    return [
      ...(params ? violationsIn(params, input.params, 'path') : []),
      ...(query ? violationsIn(query, input.query, 'query') : []),
    ]
  }
  return {
    pathAndQuery: (input) => refuse(headViolations(input)),
    all: (input, now) => {
      const { body } = (compiled ??= compile())
      const violations = [...headViolations(input), ...(body ? bodyViolations(body, input.body) : [])]
      refuse(violations.length > 0 ? violations : (endpoint.check?.(input, now) ?? []))
    },
  }
}

function refuse(violations: readonly Violation[]): void {
  if (violations.length > 0) throw new InvalidRequest(violations)
}

function violationsIn(validate: ValidateFunction, data: unknown, part: Part): Violation[] {
  const withNul = part === 'body' ? undefined : nameWithNul(data as Record<string, unknown>)
  if (withNul !== undefined) return [unicodeViolation([part, withNul])]
  return validate(data) ? [] : violationsOf(validate.errors ?? [], part)
}

function bodyViolations(validate: ValidateFunction, data: unknown): Violation[] {
  if (data === undefined || data === null)
    return [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]
  return data === UNREADABLE ? [notJsonViolation()] : violationsIn(validate, data, 'body')
}

/** The name of a value with a NUL character, which PostgreSQL cannot store. */
function nameWithNul(values: Record<string, unknown>): string | undefined {
  return Object.keys(values ?? {}).find((name) => String(values[name]).includes('\0'))
}
