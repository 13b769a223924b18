import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { endpoints } from '../catalogue.ts'
import { listErrorCodes } from './access.ts'
import { openapi } from './document.ts'
import { sentEvents } from './webhooks.ts'

interface Media {
  readonly schema: object
  readonly example?: unknown
}
interface OperationObject {
  readonly requestBody?: { content: Record<string, Media> }
  readonly responses: Record<string, { content?: Record<string, Media>; $ref?: string }>
}

const description = openapi(endpoints, 'http://127.0.0.1:8080') as {
  paths: Record<string, Record<string, OperationObject>>
  webhooks: Record<string, Record<string, OperationObject>>
  components: { responses: Record<string, { content: Record<string, Media> }>; schemas: object }
}
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
ajv.addSchema({ $id: 'api', components: description.components })
const compiled = new Map<string, ValidateFunction>()

/** Refers to the components of the whole description, so that each is compiled once. */
function compile(schema: object): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')
  const known = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object)
  compiled.set(text, known)
  return known
}

test('every example in the description fits its schema, including bodies that omit fields with defaults', () => {
  let seen = 0
  for (const [path, methods] of Object.entries({ ...description.paths, ...description.webhooks }))
    for (const [method, { requestBody, responses }] of Object.entries(methods))
      for (const part of [requestBody, ...Object.values(responses)])
        for (const { schema, example } of Object.values(part?.content ?? {})) {
          if (example === undefined) continue
          const fits = compile(schema)
          assert.ok(fits(example), `${method} ${path}: ${ajv.errorsText(fits.errors)}`)
          seen++
        }
  assert.ok(seen >= endpoints.length + sentEvents.length)
})

test('each operation lists its error codes by status, as an enum', () => {
  for (const endpoint of endpoints) {
    const described = description.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    assert.ok(described, endpoint.id)
    const { responses } = described
    const codes = Object.values(responses).flatMap(({ $ref = '' }) => {
      const named = description.components.responses[$ref.replace('#/components/responses/', '')]
      return Object.values(named?.content ?? {}).flatMap(({ schema }) => readErrorCodes(schema))
    })
    assert.deepEqual(codes.toSorted(), listErrorCodes(endpoint).toSorted(), endpoint.id)
  }
})

function readErrorCodes(schema: object): string[] {
  const { allOf } = schema as { allOf: [object, { properties: { code: { enum: string[] } } }] }
  return allOf[1].properties.code.enum
}

test('no schema has the keyword default, which generators read as a field that is always sent', () => {
  const text = JSON.stringify(description.components.schemas)
  assert.doesNotMatch(text, /"default":/)
  assert.match(text, /"x-default":"live"/)
})

test('no two names collide in the clients that generators write', () => {
  const schemas = Object.keys(description.components.schemas)
  const pascal = (id: string) => id.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())
  const taken = [
    // Go has one namespace for schemas and responses.
    ...Object.keys(description.components.responses),
    // openapi-generator writes a constructor for each schema, for Go.
    ...schemas.map((name) => `New${name}`),
    // oapi-codegen writes a type for the responses of each operation, and one for its parameters.
    ...endpoints.flatMap(({ id }) => [`${pascal(id)}Response`, `${pascal(id)}Params`]),
  ]
  assert.deepEqual(
    schemas.filter((name) => taken.includes(name)),
    [],
  )
})

test('integers that can exceed 32 bits say so, and others do not', () => {
  const { MediaUsage, Problem } = description.components.schemas as Record<
    string,
    { properties: Record<string, { format?: string }> }
  >
  assert.equal(MediaUsage?.properties['bytes_used']?.format, 'int64')
  assert.equal(Problem?.properties['status']?.format, undefined)
})
