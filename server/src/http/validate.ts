import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { AnyEndpoint } from '../kit/endpoint.ts'
import { InvalidRequest, type Violation } from '../kit/errors.ts'
import { BYTES_MAX, jsonBytesOf } from '../kit/schema.ts'
import { UNREADABLE } from './body.ts'
import { notJsonViolation, type Part, unicodeViolation, violationsOf } from './violations.ts'

const options = { allErrors: true, verbose: true, useDefaults: true, strict: false } as const
const bodies = withFormats(new Ajv(options))
const strings = withFormats(new Ajv({ ...options, coerceTypes: true }))

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv, ['date', 'uri', 'email'])
  ajv.addFormat('date-time', isDateTime)
  ajv.addKeyword({ keyword: BYTES_MAX, type: ['object', 'array'], validate: isWithinBytes })
  return ajv
}

function isWithinBytes(most: number, value: unknown): boolean {
  return jsonBytesOf(value) <= most
}

/** RFC 3339 with an offset, and a moment that exists and can be told in UTC: no leap seconds, no year nought or 10000, no 31 April. */
function isDateTime(text: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.exec(text)
  if (!parts) return false
  const [year, month, day] = parts.slice(1, 4).map(Number) as [number, number, number]
  const yearUtc = new Date(text.replace(' ', 'T')).getUTCFullYear()
  return year >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate() && yearUtc >= 1 && yearUtc <= 9999
}

export interface Raw {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** What it returns throws the 422 of a request that does not fit. The first one compiles: all of them took half a second of every start. */
export function validatorOf(endpoint: AnyEndpoint): (raw: Raw, now: Date) => void {
  const compile = () => ({
    params: endpoint.params && strings.compile(endpoint.params),
    query: endpoint.query && strings.compile(endpoint.query),
    body: endpoint.body && bodies.compile(endpoint.body),
  })
  let compiled: ReturnType<typeof compile> | undefined
  return (raw, now) => {
    const { params, query, body } = (compiled ??= compile())
    const violations: Violation[] = []
    if (params) collect(params, raw.params, 'path', violations)
    if (query) collect(query, raw.query, 'query', violations)
    if (body) collectBody(body, raw.body, violations)
    if (violations.length === 0 && endpoint.check) violations.push(...endpoint.check(raw, now))
    if (violations.length > 0) throw new InvalidRequest(violations)
  }
}

function collect(validate: ValidateFunction, data: unknown, part: Part, violations: Violation[]): void {
  const broken = part === 'body' ? undefined : brokenText(data as Record<string, unknown>)
  if (broken !== undefined) violations.push(unicodeViolation([part, broken]))
  else if (!validate(data)) violations.push(...violationsOf(validate.errors ?? [], part))
}

function collectBody(validate: ValidateFunction, data: unknown, violations: Violation[]): void {
  if (data === undefined || data === null)
    violations.push({ type: 'missing', loc: ['body'], msg: 'Field required', input: null })
  else if (data === UNREADABLE) violations.push(notJsonViolation())
  else collect(validate, data, 'body', violations)
}

/** PostgreSQL holds no NUL character; a path or query could smuggle one in. */
function brokenText(values: Record<string, unknown>): string | undefined {
  return Object.keys(values ?? {}).find((name) => String(values[name]).includes('\0'))
}
