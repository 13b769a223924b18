import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { endpoints } from '../catalogue.ts'
import { convertSchema, convertTo30 } from './convert-to-3-0.ts'
import { openapi } from './document.ts'
import type { Json } from './schemas.ts'

const ref = { $ref: '#/components/schemas/Profile' }

const CONVERSIONS: Readonly<Record<string, readonly [Json, Json]>> = {
  'a nullable type': [
    { type: ['string', 'null'], maxLength: 5 },
    { type: 'string', maxLength: 5, nullable: true },
  ],
  'a nullable enum': [
    { type: ['string', 'null'], enum: ['a', null] },
    { type: 'string', enum: ['a'], nullable: true },
  ],
  'a list of types to any value': [
    { type: ['array', 'object'], description: 'A.', minItems: 1, items: {}, minProperties: 2 },
    { description: 'A.' },
  ],
  'a nullable reference': [{ anyOf: [ref, { type: 'null' }] }, { nullable: true, allOf: [ref] }],
  'a nullable schema with its own description': [
    { description: 'B.', anyOf: [{ type: 'object', description: 'A.' }, { type: 'null' }] },
    { type: 'object', description: 'B.', nullable: true },
  ],
  'a nullable union': [
    { oneOf: [ref, { type: 'string' }, { type: 'null' }] },
    { oneOf: [ref, { type: 'string' }], nullable: true },
  ],
  'a union without null': [{ anyOf: [ref, { type: 'string' }] }, { anyOf: [ref, { type: 'string' }] }],
  'a reference with a description': [
    { ...ref, description: 'A.' },
    { description: 'A.', allOf: [ref] },
  ],
  'a constant': [
    { type: 'string', const: 'a' },
    { type: 'string', enum: ['a'] },
  ],
  examples: [{ examples: [1, 2] }, { example: 1 }],
  'a tuple': [
    { type: 'array', prefixItems: [{ type: ['string', 'null'] }, { type: 'integer' }], minItems: 2 },
    { type: 'array', items: { anyOf: [{ type: 'string', nullable: true }, { type: 'integer' }] }, minItems: 2 },
  ],
  'a dictionary': [
    { type: 'object', patternProperties: { '^.*$': { type: ['integer', 'null'] } } },
    { type: 'object', additionalProperties: { type: 'integer', nullable: true } },
  ],
  'exclusive limits': [
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 9 },
    { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
  ],
  'a file': [
    { type: 'string', contentMediaType: 'image/png' },
    { type: 'string', format: 'binary' },
  ],
  'an encoded file': [
    { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' },
    { type: 'string', format: 'byte' },
  ],
  'a condition': [
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
    { type: 'object', allOf: [{ if: { required: ['a'] }, then: { required: ['b'] }, else: {} }, ref] },
    { type: 'object', allOf: [ref] },
  ],
  'schemas of fields that are named like keywords': [
    { type: 'object', properties: { const: { type: 'string', const: 'a' }, type: { type: ['string', 'null'] } } },
    {
      type: 'object',
      properties: { const: { type: 'string', enum: ['a'] }, type: { type: 'string', nullable: true } },
    },
  ],
}

for (const [name, [before, after]] of Object.entries(CONVERSIONS))
  test(`converts ${name}`, () => assert.deepEqual(convertSchema(before), after))

test('converts what surrounds the schemas, and leaves examples alone', () => {
  const example = { schema: { type: ['string', 'null'] } }
  const used = { type: 'object', properties: { self: { $ref: '#/components/schemas/Used' } } }
  const operation = {
    parameters: [{ name: 'a', in: 'query', schema: { type: 'string', const: 'a' } }],
    requestBody: {
      content: { 'image/*': {}, 'multipart/form-data': {}, 'application/json': { schema: ref, example } },
    },
  }
  const converted = {
    parameters: [{ name: 'a', in: 'query', schema: { type: 'string', enum: ['a'] } }],
    requestBody: {
      content: {
        'image/*': { schema: { type: 'string', format: 'binary' } },
        'application/json': { schema: ref, example },
      },
    },
  }
  assert.deepEqual(
    convertTo30({
      openapi: '3.1.0',
      info: { title: 'A', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      paths: { '/a': { post: operation } },
      webhooks: { a: { post: { content: { 'application/json': { schema: used.properties.self } } } } },
      components: {
        responses: { NotFoundProblem: { content: { 'application/problem+json': { schema: { allOf: [ref, {}] } } } } },
        schemas: { Profile: { const: 1 }, Used: used, Unused: {} },
      },
    }),
    {
      openapi: '3.0.3',
      info: { title: 'A', license: { name: 'Apache-2.0', url: 'https://spdx.org/licenses/Apache-2.0.html' } },
      paths: { '/a': { post: converted } },
      'x-webhooks': { a: { post: { content: { 'application/json': { schema: used.properties.self } } } } },
      components: {
        responses: { NotFoundProblem: { content: { 'application/problem+json': { schema: ref } } } },
        schemas: { Profile: { enum: [1] }, Used: used },
      },
    },
  )
})

interface Media {
  readonly schema: object
  readonly example?: unknown
}

const description = convertTo30(openapi(endpoints, 'http://127.0.0.1:8080')) as {
  paths: Record<string, Record<string, { requestBody?: Body; responses: Record<string, Body> }>>
  components: { schemas: Json }
}
interface Body {
  readonly content?: Readonly<Record<string, Media>>
}

test('every example of the description still fits its schema', () => {
  const ajv = new Ajv({ strict: false, logger: false })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'api', components: { schemas: readNullable(description.components.schemas) } })
  const compiled = new Map<string, ValidateFunction>()
  let seen = 0
  for (const [path, methods] of Object.entries(description.paths))
    for (const { requestBody, responses } of Object.values(methods))
      for (const { schema, example } of [requestBody, ...Object.values(responses)].flatMap((body) =>
        Object.values(body?.content ?? {}),
      )) {
        if (example === undefined) continue
        const text = JSON.stringify(readNullable(schema)).replaceAll('"#/components/', '"api#/components/')
        const fits = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object)
        compiled.set(text, fits)
        assert.ok(fits(example), `${path}: ${ajv.errorsText(fits.errors)}`)
        seen++
      }
  assert.ok(seen >= endpoints.length)
})

/** Reads `nullable` as generators do, also beside `allOf` and `anyOf`: the value may be null. */
function readNullable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readNullable)
  if (value === null || typeof value !== 'object') return value
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, readNullable(inner)]),
  )
  return nullable === true
    ? { anyOf: [rest, { type: 'null' }] }
    : { ...rest, ...(nullable !== undefined && { nullable }) }
}
