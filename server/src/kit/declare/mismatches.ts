import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'

const validators = new WeakMap<TSchema, Validator>()

export interface Mismatch {
  readonly path: readonly string[]
  readonly message: string
}

/** No such schema accepts more, and to describe a wrong value costs far more than to find it. */
const VALUES_MAX = 1000

/** Where a value does not fit a schema that is known only at run time, such as a platform's options. The value is not repeated. */
export function mismatchesOf(schema: TSchema, value: unknown): Mismatch[] {
  if (countValues(value, VALUES_MAX) > VALUES_MAX)
    return [{ path: [], message: `has more than ${VALUES_MAX} values, counting those inside of others` }]
  let validator = validators.get(schema)
  if (!validator) validators.set(schema, (validator = Compile(schema)))
  if (validator.Check(value)) return []
  // Each unexpected name has an error of its own; the error of the object adds nothing.
  return [...validator.Errors(value)]
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .map((error) => ({ path: pathOf(error.instancePath), message: messageOf(error) }))
}

/** Counted no further than `enough`. */
function countValues(value: unknown, enough: number): number {
  if (value === null || typeof value !== 'object') return 1
  let count = 1
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    count += countValues(inner, enough - count)
    if (count > enough) break
  }
  return count
}

function pathOf(pointer: string): string[] {
  const names = pointer.split('/').slice(1)
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The library's own messages, except where they leave out what a person needs. */
function messageOf(error: TLocalizedValidationError): string {
  if (error.keyword === 'boolean') return 'is not known here'
  if (error.keyword === 'enum') return `must be one of: ${error.params.allowedValues.join(', ')}`
  return error.message
}
