import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

const validators = new WeakMap<TSchema, Validator>()

export interface Mismatch {
  readonly path: readonly string[]
  readonly message: string
}

/** Where a value does not fit a schema that is known only at work, such as a platform's options. What was sent is not repeated. */
export function mismatchesOf(schema: TSchema, value: unknown): Mismatch[] {
  let validator = validators.get(schema)
  if (!validator) validators.set(schema, (validator = Compile(schema)))
  if (validator.Check(value)) return []
  return [...validator.Errors(value)].map(({ instancePath, message }) => ({
    path: instancePath.split('/').slice(1),
    message,
  }))
}
