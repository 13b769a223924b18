import type { ErrorObject } from 'ajv'
import type { Violation } from '../kit/declare/errors.ts'
import { BYTES_MAX, isWithinJsonBytes } from '../kit/declare/schema.ts'
import { maskSecrets } from '../kit/log.ts'

export type Part = 'body' | 'query' | 'path' | 'header'

const SHOWN_MAX = 50
const TEXT_MAX = 256
const ECHOED_MAX = 1024
const SECRET_NAME = /pass(word)?|secret|token|^pin$|credential|authorization|api_?key|^code$/i

/** Turns Ajv's errors into pydantic v2's vocabulary, which clients of FastAPI services already read (decision 0003). */
export function violationsOf(errors: readonly ErrorObject[], part: Part): Violation[] {
  const expectations = expectationsOf(errors)
  const own = errors.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'if')
  const shown = own.filter((error) => !isRedundant(error, expectations)).slice(0, SHOWN_MAX)
  return shown.map((error) => {
    const base = [part, ...pointer(error.instancePath)]
    const { type, msg, ctx, where = [], input = error.data } = describe(error, part, base.length === 1)
    const place = [...base, ...where]
    const loc = place.map((step) => (typeof step === 'string' ? clipped(step) : step))
    return { type, loc, msg, input: echo(input, place), ...(ctx && { ctx }) }
  })
}

interface Expectations {
  /** Places where a value, or one inside it, should be something other than null. */
  readonly others: ReadonlySet<string>
  readonly enums: ReadonlySet<string>
}

function expectationsOf(errors: readonly ErrorObject[]): Expectations {
  const others = new Set<string>()
  const enums = new Set<string>()
  for (const { keyword, params, instancePath } of errors) {
    if (keyword === 'enum') enums.add(instancePath)
    if (keyword === 'anyOf' || params['type'] === 'null') continue
    for (let end = instancePath.length; end >= 0; end = end > 0 ? instancePath.lastIndexOf('/', end - 1) : -1)
      others.add(instancePath.slice(0, end))
  }
  return { others, enums }
}

/** The branch `null` of a union, or the type of an enum: another error there says what is expected. */
function isRedundant({ keyword, params, instancePath }: ErrorObject, { others, enums }: Expectations): boolean {
  if (keyword !== 'type') return false
  return params['type'] === 'null' ? others.has(instancePath) : enums.has(instancePath)
}

export function unicodeViolation(loc: readonly (string | number)[]): Violation {
  const msg = 'Input should be a valid string, unable to parse raw data as a unicode string'
  return { type: 'string_unicode', loc, msg, input: null }
}

export function notJsonViolation(): Violation {
  const msg =
    'Input should be a valid dictionary or object to extract fields from: send JSON with the header Content-Type: application/json'
  return { type: 'model_attributes_type', loc: ['body'], msg, input: null }
}

/** The parameters of all keywords below; each keyword sets its own. */
interface Params {
  readonly missingProperty: string
  readonly additionalProperty: string
  readonly limit: number
  readonly pattern: string
  readonly format: string
  readonly type: string | string[]
  readonly allowedValues: unknown[]
  readonly allowedValue: unknown
}

interface Description {
  readonly type: string
  readonly msg: string
  readonly ctx?: Record<string, unknown>
  readonly where?: (string | number)[]
  readonly input?: unknown
}

function describe(error: ErrorObject, part: Part, isRoot: boolean): Description {
  const { keyword, params, data } = error
  const p = params as Params
  switch (keyword) {
    case 'required':
      return { type: 'missing', msg: 'Field required', where: [p.missingProperty] }
    case 'additionalProperties': {
      const name = p.additionalProperty
      const input = (data as Record<string, unknown>)[name] ?? null
      return { type: 'extra_forbidden', msg: 'Extra inputs are not permitted', where: [name], input }
    }
    case 'minLength':
      return {
        type: 'string_too_short',
        msg: `String should have at least ${count(p.limit, 'character')}`,
        ctx: { min_length: p.limit },
      }
    case 'maxLength':
      return {
        type: 'string_too_long',
        msg: `String should have at most ${count(p.limit, 'character')}`,
        ctx: { max_length: p.limit },
      }
    case 'pattern':
      return {
        type: 'string_pattern_mismatch',
        msg: `String should match pattern '${p.pattern}'`,
        ctx: { pattern: p.pattern },
      }
    case 'enum':
    case 'const': {
      const values = keyword === 'enum' ? p.allowedValues : [p.allowedValue]
      const expected = orList(values.filter((value) => value !== null))
      return { type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } }
    }
    case 'minItems':
      return {
        type: 'too_short',
        ...listLength('at least', p.limit, data),
        ctx: { field_type: 'List', min_length: p.limit, actual_length: lengthOf(data) },
      }
    case 'maxItems':
      return {
        type: 'too_long',
        ...listLength('at most', p.limit, data),
        ctx: { field_type: 'List', max_length: p.limit, actual_length: lengthOf(data) },
      }
    case BYTES_MAX:
      return {
        type: 'too_long',
        msg: `Value should have at most ${Number(error.schema)} bytes as JSON`,
        ctx: { field_type: Array.isArray(data) ? 'List' : 'Dict', max_length: error.schema },
      }
    case 'minimum':
      return {
        type: 'greater_than_equal',
        msg: `Input should be greater than or equal to ${p.limit}`,
        ctx: { ge: p.limit },
      }
    case 'maximum':
      return { type: 'less_than_equal', msg: `Input should be less than or equal to ${p.limit}`, ctx: { le: p.limit } }
    case 'exclusiveMinimum':
      return { type: 'greater_than', msg: `Input should be greater than ${p.limit}`, ctx: { gt: p.limit } }
    case 'exclusiveMaximum':
      return { type: 'less_than', msg: `Input should be less than ${p.limit}`, ctx: { lt: p.limit } }
    case 'format':
      return wrongFormat(p.format)
    case 'type':
      return wrongType(p.type, data, part, isRoot)
    default:
      return {
        type: 'value_error',
        msg: `Value error, ${error.message ?? 'not allowed'}`,
        ctx: { error: error.message ?? 'not allowed' },
      }
  }
}

function wrongFormat(format: string): Description {
  switch (format) {
    case 'date-time':
      return {
        type: 'datetime_parsing',
        msg: 'Input should be a valid datetime with a time zone',
        ctx: { error: 'expected ISO 8601 such as 2026-01-31T12:00:00Z' },
      }
    case 'date':
      return {
        type: 'date_parsing',
        msg: 'Input should be a valid date in the format YYYY-MM-DD',
        ctx: { error: 'expected YYYY-MM-DD' },
      }
    case 'uri':
      return { type: 'url_parsing', msg: 'Input should be a valid URL', ctx: { error: 'expected an absolute URL' } }
    default:
      return { type: 'value_error', msg: `Value error, not a valid ${format}`, ctx: { error: `not a valid ${format}` } }
  }
}

function wrongType(wanted: string | string[], data: unknown, part: Part, isRoot: boolean): Description {
  const type = Array.isArray(wanted) ? wanted.find((name) => name !== 'null') : wanted
  switch (type) {
    case 'string':
      return { type: 'string_type', msg: 'Input should be a valid string' }
    case 'integer':
      if (part !== 'body')
        return { type: 'int_parsing', msg: 'Input should be a valid integer, unable to parse string as an integer' }
      if (typeof data === 'number')
        return { type: 'int_from_float', msg: 'Input should be a valid integer, got a number with a fractional part' }
      return { type: 'int_type', msg: 'Input should be a valid integer' }
    case 'number':
      if (part !== 'body')
        return { type: 'float_parsing', msg: 'Input should be a valid number, unable to parse string as a number' }
      return { type: 'float_type', msg: 'Input should be a valid number' }
    case 'boolean':
      if (part !== 'body')
        return { type: 'bool_parsing', msg: 'Input should be a valid boolean, unable to interpret input' }
      return { type: 'bool_type', msg: 'Input should be a valid boolean' }
    case 'array':
      return { type: 'list_type', msg: 'Input should be a valid list' }
    case 'object':
      if (isRoot)
        return {
          type: 'model_attributes_type',
          msg: 'Input should be a valid dictionary or object to extract fields from',
        }
      return { type: 'dict_type', msg: 'Input should be a valid dictionary' }
    default:
      return { type: 'none_required', msg: 'Input should be None' }
  }
}

/** The value that was sent, for the caller to recognise: never a secret, never long. */
function echo(value: unknown, loc: readonly (string | number)[]): unknown {
  if (loc.some((step) => typeof step === 'string' && isSecretName(step))) return '[redacted]'
  if (typeof value === 'string') return maskSecrets(clipped(value))
  if (value === null || typeof value !== 'object') return value
  if (!isWithinJsonBytes(value, ECHOED_MAX)) return Array.isArray(value) ? [] : {}
  const text = JSON.stringify(value, (key, inner: unknown) => (isSecretName(key) ? '[redacted]' : inner))
  if (text.length > ECHOED_MAX) return Array.isArray(value) ? [] : {}
  return JSON.parse(maskSecrets(text))
}

/** A long name may contain a secret itself. */
function isSecretName(name: string): boolean {
  return name.length > TEXT_MAX || SECRET_NAME.test(name)
}

function clipped(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text
}

function pointer(path: string): (string | number)[] {
  return path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}

function lengthOf(data: unknown): number {
  return Array.isArray(data) ? data.length : 0
}

function listLength(bound: string, limit: number, data: unknown) {
  return { msg: `List should have ${bound} ${count(limit, 'item')} after validation, not ${lengthOf(data)}`, input: [] }
}

function orList(values: readonly unknown[]): string {
  const quoted = values.map((value) => `'${String(value)}'`)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}
