import type { ValidateFunction } from 'ajv'
import type { AnyEndpoint } from '../kit/declare/endpoint.ts'
import { InvalidRequest, type Violation } from '../kit/declare/errors.ts'
import { UNREADABLE } from './body.ts'
import { bodies, strings } from './compile.ts'
import { notJsonViolation, type Part, unicodeViolation, violationsOf } from './violations.ts'

export interface Raw {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** What it has throws the 422 of a request that does not fit. */
export interface Validator {
  /** Path and query, for what is decided before the body is read. */
  address(raw: Raw): void
  all(raw: Raw, now: Date): void
}

/** The first request compiles: all of them took half a second of every start. */
export function validatorOf(endpoint: AnyEndpoint): Validator {
  const compile = () => ({
    params: endpoint.params && strings.compile(endpoint.params),
    query: endpoint.query && strings.compile(endpoint.query),
    body: endpoint.body && bodies.compile(endpoint.body),
  })
  let compiled: ReturnType<typeof compile> | undefined
  const addressViolations = (raw: Raw): Violation[] => {
    const { params, query } = (compiled ??= compile())
    return [
      ...(params ? violationsIn(params, raw.params, 'path') : []),
      ...(query ? violationsIn(query, raw.query, 'query') : []),
    ]
  }
  return {
    address: (raw) => refuse(addressViolations(raw)),
    all: (raw, now) => {
      const { body } = (compiled ??= compile())
      const violations = [...addressViolations(raw), ...(body ? bodyViolations(body, raw.body) : [])]
      refuse(violations.length > 0 ? violations : (endpoint.check?.(raw, now) ?? []))
    },
  }
}

function refuse(violations: readonly Violation[]): void {
  if (violations.length > 0) throw new InvalidRequest(violations)
}

function violationsIn(validate: ValidateFunction, data: unknown, part: Part): Violation[] {
  const broken = part === 'body' ? undefined : brokenText(data as Record<string, unknown>)
  if (broken !== undefined) return [unicodeViolation([part, broken])]
  return validate(data) ? [] : violationsOf(validate.errors ?? [], part)
}

function bodyViolations(validate: ValidateFunction, data: unknown): Violation[] {
  if (data === undefined || data === null)
    return [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]
  return data === UNREADABLE ? [notJsonViolation()] : violationsIn(validate, data, 'body')
}

/** PostgreSQL holds no NUL character; a path or query could smuggle one in. */
function brokenText(values: Record<string, unknown>): string | undefined {
  return Object.keys(values ?? {}).find((name) => String(values[name]).includes('\0'))
}
