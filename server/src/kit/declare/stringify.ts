import { createRequire } from 'node:module'
import type fastJson from 'fast-json-stringify'

/** Returns a function that writes values as JSON by their schema. The library is loaded by the first call. */
export function createJsonWriter(schema: object): (value: unknown) => string {
  const build = createRequire(import.meta.url)('fast-json-stringify') as typeof fastJson
  return build(schema)
}
