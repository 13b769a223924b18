import { createRequire } from 'node:module'
import type { Ajv, ErrorObject, ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'

interface Compiler {
  compile(schema: TSchema): ValidateFunction
  /** Keeps what it compiles, by the schema. */
  validate(schema: TSchema, value: unknown): boolean
  /** Of the last call of `validate`. */
  readonly errors: readonly ErrorObject[]
}

/** Compiles schemas of bodies; nothing is coerced. */
export const bodies = lazily({})

/** Compiles schemas of paths and query strings, whose values are text. */
export const strings = lazily({ coerceTypes: true })

/** Ajv is loaded by the first schema that is compiled, which is one of the first request (docs/decisions/0048-what-a-start-loads.md). */
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
