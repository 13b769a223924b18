import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '../../src/http/catalogue.ts'
import { ErrorObject } from '../../src/kit/declare/schema.ts'

/** Allowed schemas of an error: its object, or null. */
const SHAPES = [ErrorObject, { anyOf: [ErrorObject, { type: 'null' }] }].map((schema) => JSON.stringify(schema))

/** Lists every field called `error` in a schema, with its location. */
function errorsIn(schema: unknown, place: string): [string, unknown][] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, inner]): [string, unknown][] =>
    name === 'error' && place.endsWith('/properties')
      ? [[`${place}/${name}`, inner]]
      : errorsIn(inner, `${place}/${name}`),
  )
}

test('every error inside a resource is an object with a code and a message', () => {
  const found = endpoints.flatMap(({ id, reply }) => errorsIn(reply, id))
  assert.ok(found.length > 20, String(found.length))
  for (const [place, schema] of found) assert.ok(SHAPES.includes(JSON.stringify(schema)), place)
})
