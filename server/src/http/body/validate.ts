import type { TObject, TSchema } from 'typebox'
import { bodies, strings, type Validate } from '../../kit/declare/compile.ts'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { InvalidRequest, missingField, type Violation } from '../../kit/declare/errors.ts'
import { Type } from '../../kit/declare/type.ts'
import { notJsonViolation, toViolations, unicodeViolation } from '../../kit/declare/violations.ts'
import { UNREADABLE } from './body.ts'

export interface Input {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/**
 * Validates requests against their schemas: throws the 422, or returns the request with defaults filled in and its query
 * parsed.
 */
export interface Validator {
  /** For decisions before the body is read. */
  pathAndQuery(input: Input): Input
  schemas(input: Input): Input
  /** Throws the 422 of the declared `check`. It may depend on the time, so it does not run again for a retry. */
  check(input: Input, now: Date): void
  /** Runs both, for callers that are never retried. */
  all(input: Input, now: Date): Input
}

/** The first request compiles the schemas: compiling all of them took half a second of every start. */
export function createValidator(endpoint: AnyEndpoint): Validator {
  const compile = () => ({
    params: endpoint.params && strings.compile(endpoint.params),
    query: strings.compile(closed(endpoint.query)),
    body: endpoint.body && bodies.compile(endpoint.body),
  })
  let compiled: ReturnType<typeof compile> | undefined
  const headViolations = (input: Input): Violation[] => {
    const { params, query } = (compiled ??= compile())
    return [...(params ? violationsIn(params, input.params, 'path') : []), ...violationsIn(query, input.query, 'query')]
  }
  const schemas = (sent: Input): Input => {
    const input = copyInput(sent)
    const { body } = (compiled ??= compile())
    refuse([...headViolations(input), ...(body ? bodyViolations(body, input.body) : [])])
    return input
  }
  const check = (input: Input, now: Date) => refuse(endpoint.check?.(input, now) ?? [])
  return {
    pathAndQuery: (sent) => {
      const input = copyInput(sent)
      refuse(headViolations(input))
      return input
    },
    schemas,
    check,
    all: (sent, now) => {
      const input = schemas(sent)
      check(input, now)
      return input
    },
  }
}

/** A query accepts only declared parameters, unless it says otherwise. */
function closed(query: TObject = Type.Object({})): TSchema {
  return { additionalProperties: false, ...query }
}

/** Defaults are filled into the copies. Those of a body are all at its first level (`server/test/http/queries.test.ts`). */
function copyInput({ params, query, body }: Input): Input {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return { params, query: { ...(query as object) }, body: isObject ? { ...body } : body }
}

function refuse(violations: readonly Violation[]): void {
  if (violations.length > 0) throw new InvalidRequest(violations)
}

function violationsIn(validate: Validate, data: unknown, part: 'body' | 'query' | 'path'): Violation[] {
  const withNul = part === 'body' ? undefined : nameWithNul(data as Record<string, unknown>)
  if (withNul !== undefined) return [unicodeViolation([part, withNul])]
  return validate(data) ? [] : toViolations(validate.errors ?? [], [part])
}

function bodyViolations(validate: Validate, data: unknown): Violation[] {
  if (data === undefined || data === null) return [missingField(['body'])]
  return data === UNREADABLE ? [notJsonViolation()] : violationsIn(validate, data, 'body')
}

/** Returns the name of a value with a NUL character, which PostgreSQL cannot store. */
function nameWithNul(values: Record<string, unknown>): string | undefined {
  return Object.keys(values ?? {}).find((name) => String(values[name]).includes('\0'))
}
