import type { ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'
import { bodies } from './compile.ts'
import type { Violation } from './errors.ts'
import { BYTES_MAX } from './schema.ts'

const SHOWN_MAX = 50

/** Validates a value whose schema is known only at run time, such as a platform's options. */
export function findMismatches(schema: TSchema, value: unknown, loc: Violation['loc']): Violation[] {
  const validate = bodies.compile(schema)
  return validate(value) ? [] : toViolations(validate.errors ?? [], loc)
}

/** Turns Ajv's errors into pydantic v2's vocabulary, which clients of FastAPI services already read (decision 0003). */
export function toViolations(errors: readonly ErrorObject[], loc: Violation['loc']): Violation[] {
  const expectations = collectExpectations(errors)
  const own = errors.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'if')
  const shown = own.filter((error) => !isRedundant(error, expectations)).slice(0, SHOWN_MAX)
  return shown.map((error) => {
    const place = [...loc, ...pointer(error.instancePath)]
    const { type, msg, ctx, where = [] } = describe(error, place)
    return { type, loc: [...place, ...where], msg, ...(ctx && { ctx }) }
  })
}

interface Expectations {
  /** Locations where a value, or one inside it, should be something other than null. */
  readonly others: ReadonlySet<string>
  readonly enums: ReadonlySet<string>
}

function collectExpectations(errors: readonly ErrorObject[]): Expectations {
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

/** Reports the branch `null` of a union, or the type of an enum, as redundant: another error there states what is expected. */
function isRedundant({ keyword, params, instancePath }: ErrorObject, { others, enums }: Expectations): boolean {
  if (keyword !== 'type') return false
  return params['type'] === 'null' ? others.has(instancePath) : enums.has(instancePath)
}

export function unicodeViolation(loc: readonly (string | number)[]): Violation {
  const msg = 'Input should be a valid string, unable to parse raw data as a unicode string'
  return { type: 'string_unicode', loc, msg }
}

export function notJsonViolation(): Violation {
  const msg =
    'Input should be a valid dictionary or object to extract fields from: send JSON with the header Content-Type: application/json'
  return { type: 'model_attributes_type', loc: ['body'], msg }
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
}

function describe(error: ErrorObject, place: Violation['loc']): Description {
  const { keyword, params, data } = error
  const p = params as Params
  switch (keyword) {
    case 'required':
      return { type: 'missing', msg: 'Field required', where: [p.missingProperty] }
    case 'additionalProperties':
      return { type: 'extra_forbidden', msg: 'Extra inputs are not permitted', where: [p.additionalProperty] }
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
    case 'const':
      return wrongChoice(keyword === 'enum' ? p.allowedValues : [p.allowedValue])
    case 'minItems':
      return {
        type: 'too_short',
        msg: listLength('at least', p.limit, data),
        ctx: { field_type: 'List', min_length: p.limit, actual_length: countItems(data) },
      }
    case 'maxItems':
      return {
        type: 'too_long',
        msg: listLength('at most', p.limit, data),
        ctx: { field_type: 'List', max_length: p.limit, actual_length: countItems(data) },
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
      return wrongType(p.type, data, place)
    default:
      return {
        type: 'value_error',
        msg: `Value error, ${error.message ?? 'not allowed'}`,
        ctx: { error: error.message ?? 'not allowed' },
      }
  }
}

/** Returns the violation of a closed list that is known only at run time. */
export function notAmong(values: readonly string[], loc: Violation['loc']): Violation {
  return { loc, ...wrongChoice(values) }
}

function wrongChoice(values: readonly unknown[]) {
  const expected = orList(values.filter((value) => value !== null))
  return { type: 'enum', msg: `Input should be ${expected}`, ctx: { expected } }
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
    case 'name':
      return wrongValue('it must be one line of visible text: no line breaks, control characters or hidden characters')
    case 'email':
      return wrongValue('it must be one plain email address, such as ada@example.com')
    default:
      return { type: 'value_error', msg: `Value error, not a valid ${format}`, ctx: { error: `not a valid ${format}` } }
  }
}

function wrongValue(error: string): Description {
  return { type: 'value_error', msg: `Value error, ${error}`, ctx: { error } }
}

function wrongType(wanted: string | string[], data: unknown, place: Violation['loc']): Description {
  const type = Array.isArray(wanted) ? wanted.find((name) => name !== 'null') : wanted
  const [part] = place
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
      if (place.length === 1)
        return {
          type: 'model_attributes_type',
          msg: 'Input should be a valid dictionary or object to extract fields from',
        }
      return { type: 'dict_type', msg: 'Input should be a valid dictionary' }
    default:
      return { type: 'none_required', msg: 'Input should be None' }
  }
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

function countItems(data: unknown): number {
  return Array.isArray(data) ? data.length : 0
}

function listLength(bound: string, limit: number, data: unknown): string {
  return `List should have ${bound} ${count(limit, 'item')} after validation, not ${countItems(data)}`
}

export function orList(values: readonly unknown[]): string {
  const quoted = values.map((value) => `'${String(value)}'`)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}
