import { createRequire } from 'node:module'
import type fastJson from 'fast-json-stringify'

/** A function that writes values as JSON by their schema. Its library is loaded by the first one. */
export function createJsonWriter(schema: object): (value: unknown) => string {
  const build = createRequire(import.meta.url)('fast-json-stringify') as typeof fastJson
  return build(schema)
}
