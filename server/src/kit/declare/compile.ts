import { createRequire } from 'node:module'
import type { Ajv, ErrorObject } from 'ajv'
import type { TSchema } from 'typebox'

/** Checks a value against its compiled schema. `errors` are those of the last call. */
export interface Validate {
  (value: unknown): boolean
  readonly errors?: ErrorObject[] | null
}

interface Compiler {
  compile(schema: TSchema): Validate
  /** Compiles each schema once and caches it. */
  validate(schema: TSchema, value: unknown): boolean
  /** Errors of the last call of `validate`. */
  readonly errors: readonly ErrorObject[]
}

/** Compiles schemas of bodies; nothing is coerced. */
export const bodies = lazily({})

const texts = lazily({ coerceTypes: true })

/** Compiles schemas of paths, query strings and headers, whose values are text. */
export const strings = {
  compile(schema: TSchema): Validate {
    const validate = texts.compile(schema)
    const numbers = numbersIn(schema)
    return numbers.length === 0 ? validate : withDecimals(validate, numbers)
  },
}

/**
 * Loads Ajv with the first schema that is compiled, during one of the first requests (decision 0048).
 */
function lazily(options: { readonly coerceTypes?: boolean }): Compiler {
  let ajv: Ajv | undefined
  const load = () => (createRequire(import.meta.url)('./ajv.ts') as typeof import('./ajv.ts')).createAjv(options)
  return {
    compile: (schema) => (ajv ??= load()).compile(schema),
    validate: (schema, value) => (ajv ??= load()).validate(schema, value),
    get errors() {
      return ajv?.errors ?? []
    },
  }
}

/** Limits numbers to twenty digits, which is more than any parameter needs and never overflows to infinity. */
const DECIMAL = /^-?\d{1,20}(?:\.\d{1,20})?$/

/**
 * Accepts only decimal numbers. Ajv accepts every text that JavaScript converts: `Infinity`, `1e400`, `0x10`, a leading space.
 */
function withDecimals(validate: Validate, names: readonly string[]): Validate {
  const check = (value: unknown) => {
    const values = value as Readonly<Record<string, unknown>>
    const wrong = names.filter((name) => typeof values[name] === 'string' && !DECIMAL.test(values[name]))
    // Replaced by 'x', so that Ajv reports the error of a text that is not a number.
    const input = wrong.length === 0 ? value : { ...values, ...Object.fromEntries(wrong.map((name) => [name, 'x'])) }
    return validate(input)
  }
  return Object.defineProperty(check, 'errors', { get: () => validate.errors })
}

function numbersIn(schema: TSchema): string[] {
  const { properties = {} } = schema as { properties?: Record<string, object> }
  return Object.keys(properties).filter((name) => isNumber(properties[name]))
}

function isNumber(schema: { type?: unknown; anyOf?: object[] } | undefined): boolean {
  const types = [schema?.type].flat()
  return types.includes('integer') || types.includes('number') || (schema?.anyOf?.some(isNumber) ?? false)
}
