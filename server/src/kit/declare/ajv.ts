import { _, Ajv, type Code, type CodeKeywordDefinition, Name } from 'ajv'
import addFormats from 'ajv-formats'
import { isMailAddress } from '../mail-address.ts'
import { isName } from '../name.ts'
import { BYTES_MAX, isWithinJsonBytes } from './schema.ts'

const errors = new Name('errors')

/** Number of errors after which the rest of a list or object is not validated. */
const ERRORS_MAX = 50

/** Keywords that loop over a list or an object, each with the keyword it runs before. */
const LOOPS = [
  ['items', 'uniqueItems'],
  ['additionalProperties', 'properties'],
] as const

const options = { allErrors: true, verbose: true, useDefaults: true, strict: false, strictNumbers: true } as const

/**
 * Reports all errors, but bounds their number for any input, and does not count long texts to their end.
 * @public loaded by `compile.ts`
 */
export function createAjv(more: { readonly coerceTypes?: boolean } = {}): Ajv {
  const ajv = new Ajv({ ...options, ...more })
  for (const [keyword, before] of LOOPS) {
    const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition
    ajv.removeKeyword(keyword)
    ajv.addKeyword({ ...definition, before, code: boundErrors(definition.code) })
  }
  addLength(ajv, 'maxLength', isAtMost)
  addLength(ajv, 'minLength', isAtLeast)
  addFormats.default(ajv, ['date', 'uri'])
  ajv.addFormat('email', isMailAddress)
  ajv.addFormat('name', isName)
  ajv.addFormat('date-time', isDateTime)
  ajv.addKeyword({ keyword: BYTES_MAX, type: ['object', 'array'], validate: isWithinBytes })
  return ajv
}

type Generate = CodeKeywordDefinition['code']

/**
 * Ends the loop over items or names after `ERRORS_MAX` errors, and skips a list longer than `maxItems`. The loop counts only its
 * own errors: if errors from elsewhere stopped it, this branch of a union would be accepted.
 */
function boundErrors(generate: Generate): Generate {
  return (cxt, ...rest) => {
    const { gen, parentSchema, it } = cxt
    const [forRange, forIn] = [gen.forRange.bind(gen), gen.forIn.bind(gen)]
    const { maxItems } = parentSchema as { maxItems?: number }
    const before = gen.const('before', errors)
    const restore = () => Object.assign(gen, { forRange, forIn })
    const bounded = (body: (each: Name) => void) => (each: Name) => {
      restore()
      body(each)
      if (it.allErrors) gen.if(_`${errors} - ${before} >= ${ERRORS_MAX}`, () => gen.break())
    }
    const short = (to: Code | number) => (maxItems === undefined ? to : _`(${to} > ${maxItems} ? 0 : ${to})`)
    gen.forRange = (name, from, to, body) => forRange(name, from, short(to as Code), bounded(body))
    gen.forIn = (name, object, body) => forIn(name, object, bounded(body))
    generate(cxt, ...rest)
    restore()
  }
}

function addLength(ajv: Ajv, keyword: string, fits: (text: string, limit: number) => boolean): void {
  ajv.removeKeyword(keyword)
  ajv.addKeyword({
    keyword,
    before: 'pattern',
    type: 'string',
    schemaType: 'number',
    error: { message: keyword, params: ({ schemaCode }) => _`{limit: ${schemaCode}}` },
    compile: (limit: number) => (text: string) => fits(text, limit),
  })
}

function isWithinBytes(most: number, value: unknown): boolean {
  return isWithinJsonBytes(value, most)
}

/** Counts characters as code points. Each is at most two code units, so most texts need not be counted. */
function isAtMost(text: string, limit: number): boolean {
  return text.length <= limit || (text.length <= 2 * limit && characters(text) <= limit)
}

function isAtLeast(text: string, limit: number): boolean {
  return text.length >= 2 * limit || (text.length >= limit && characters(text) >= limit)
}

function characters(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at++) if ((text.codePointAt(at) ?? 0) > 0xffff) count--
  return count
}

/**
 * Accepts ISO 8601 with an offset, with or without seconds, of a moment that exists and fits UTC: no leap seconds, no year 0 or
 * 10000, no 31 April.
 */
function isDateTime(text: string): boolean {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:\d\d)$/.exec(text)
  if (!parts) return false
  const [year, month, day] = parts.slice(1, 4).map(Number) as [number, number, number]
  const yearUtc = new Date(text.replace(' ', 'T')).getUTCFullYear()
  return year >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate() && yearUtc >= 1 && yearUtc <= 9999
}
