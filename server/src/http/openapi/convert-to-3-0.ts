import { nameInlineSchemas } from './name-inline-schemas.ts'
import type { Json } from './schemas.ts'

/**
 * Converts a description from OpenAPI 3.1 to 3.0, for generators of classes. The result is never stricter, except that it has no
 * forms beside other body types: what 3.0 or the generators cannot express, such as conditions (`if`, `then`), is left out
 * (decision 0069).
 */
export function convertTo30(document: Json): Json {
  const { info, paths, webhooks, components, ...rest } = document as Record<string, Json>
  const { schemas = {}, responses = {}, ...shared } = (components ?? {}) as Record<string, Json>
  const converted = {
    ...rest,
    openapi: '3.0.3',
    info: convertInfo(info ?? {}),
    paths: convertNode(paths),
    ...(webhooks && { 'x-webhooks': convertNode(webhooks) }),
    components: {
      ...(convertNode(shared) as Json),
      responses: convertNode(mapValues(responses, widenError)),
      schemas: nameInlineSchemas(mapValues(schemas, convertSchema)),
    },
  }
  return withoutUnusedSchemas(converted)
}

/** 3.0 refers to a license by its URL. */
function convertInfo({ license, ...info }: Json): Json {
  if (!isObject(license)) return info
  const { identifier, ...rest } = license as { readonly identifier?: string }
  return {
    ...info,
    license: { ...rest, ...(identifier !== undefined && { url: `https://spdx.org/licenses/${identifier}.html` }) },
  }
}

/**
 * Drops the list of an operation's own error codes, which narrows the schema of all errors: a generator would write a class for
 * each list, and a program could not handle errors in one place. The description of the response lists the codes, too.
 */
function widenError(response: unknown): unknown {
  const { content = {}, ...rest } = response as { readonly content?: Json }
  return { ...rest, content: mapValues(content, (media) => ({ schema: (media as ErrorMedia).schema.allOf[0] })) }
}

interface ErrorMedia {
  readonly schema: { readonly allOf: readonly [all: Json, narrowed: Json] }
}

/** Converts the schemas in a part of the document. Examples are data: a field in them may be called `schema`. */
function convertNode(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(convertNode)
  if (!isObject(node)) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === 'example' || key === 'examples') return [key, value]
      if (key === 'schema') return [key, convertSchema(value)]
      if (key === 'content') return [key, mapValues(withoutForm(value as Json), convertMedia)]
      return [key, convertNode(value)]
    }),
  )
}

/** Leaves out a form where the body can be sent in another way: openapi-generator writes Java that does not compile. */
function withoutForm(content: Json): Json {
  const { 'multipart/form-data': form, ...others } = content
  return form !== undefined && Object.keys(others).length > 0 ? others : content
}

/** A body without a schema is a file in 3.1. In 3.0 it needs the format `binary`. */
function convertMedia(media: unknown): unknown {
  return isObject(media) && media['schema'] === undefined
    ? { ...media, schema: { type: 'string', format: 'binary' } }
    : convertNode(media)
}

export function convertSchema(schema: unknown): unknown {
  if (!isObject(schema)) return schema
  const steps = [convertChildren, replaceKeywords, replaceUnion, replaceTypes, wrapReference]
  return steps.reduce((converted, step) => step(converted), schema)
}

const WITH_SCHEMA = ['items', 'additionalProperties', 'not']
const WITH_SCHEMAS = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const WITH_NAMED_SCHEMAS = ['properties', 'patternProperties']

function convertChildren(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (WITH_SCHEMA.includes(key)) return [key, convertSchema(value)]
      if (WITH_SCHEMAS.includes(key)) return [key, (value as unknown[]).map(convertSchema)]
      if (WITH_NAMED_SCHEMAS.includes(key)) return [key, mapValues(value as Json, convertSchema)]
      return [key, value]
    }),
  )
}

/** Keywords that 3.0 lacks, each with the keywords that replace it. */
const REPLACEMENTS: Readonly<Record<string, (value: unknown, schema: Json) => Json>> = {
  const: (value) => ({ enum: [value] }),
  // `nullable` says the same, and a generator would write a constant for null.
  enum: (value) => ({ enum: (value as unknown[]).filter((member) => member !== null) }),
  examples: (value) => ({ example: (value as unknown[])[0] }),
  prefixItems: (value) => ({ items: { anyOf: value } }),
  patternProperties: (value) => ({ additionalProperties: one('anyOf', Object.values(value as Json)) }),
  exclusiveMinimum: (value) => ({ minimum: value, exclusiveMinimum: true }),
  exclusiveMaximum: (value) => ({ maximum: value, exclusiveMaximum: true }),
  contentMediaType: (_, { contentEncoding }) => ({ format: contentEncoding === 'base64' ? 'byte' : 'binary' }),
  contentEncoding: () => ({}),
  if: () => ({}),
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema
  then: () => ({}),
  else: () => ({}),
}

function replaceKeywords(schema: Json): Json {
  const entries = Object.entries(schema).map(([key, value]) => REPLACEMENTS[key]?.(value, schema) ?? { [key]: value })
  const { allOf, ...rest } = Object.assign({}, ...entries) as Json
  // Members that held only a condition are empty by now.
  const members = ((allOf ?? []) as Json[]).filter((member) => Object.keys(member).length > 0)
  return { ...rest, ...(members.length > 0 && { allOf: members }) }
}

/** Replaces the member `{ type: 'null' }` of a union by `nullable`. */
function replaceUnion(schema: Json): Json {
  const key = schema['anyOf'] ? 'anyOf' : 'oneOf'
  const { [key]: members, ...rest } = schema
  if (!Array.isArray(members)) return schema
  const others = members.filter((member: Json) => member['type'] !== 'null')
  if (others.length === members.length) return schema
  return { ...one(key, others), ...rest, nullable: true }
}

/** Returns a union, or its only member. */
function one(key: string, members: readonly unknown[]): Json {
  const [first] = members as [Json]
  if (members.length > 1) return { [key]: members }
  return first
}

/** Keywords that apply to values of one type. */
const OF_ONE_TYPE = new Set(
  [
    ['items', 'minItems', 'maxItems', 'uniqueItems'],
    ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
    ['format', 'pattern', 'minLength', 'maxLength'],
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ].flat(),
)

/**
 * Replaces a list of types by `nullable` or, if there are several other types, by any value: generators number the members of a
 * union, and some write code for them that does not compile.
 */
function replaceTypes(schema: Json): Json {
  const { type, ...rest } = schema
  if (!Array.isArray(type)) return schema
  const [first, ...others] = (type as string[]).filter((each) => each !== 'null')
  if (others.length > 0)
    return pick(
      rest,
      Object.keys(rest).filter((key) => !OF_ONE_TYPE.has(key)),
    )
  return { type: first, ...rest, ...(type.includes('null') && { nullable: true }) }
}

/** 3.0 ignores the keywords beside a reference. */
function wrapReference(schema: Json): Json {
  const { $ref, ...rest } = schema
  return $ref === undefined || Object.keys(rest).length === 0 ? schema : { ...rest, allOf: [{ $ref }] }
}

/** Removes schemas that only a condition referred to: a generator would write types that nothing uses. */
function withoutUnusedSchemas<D extends { components: { schemas: Json } }>(document: D): D {
  const { schemas, ...shared } = document.components
  const used = new Set<string>()
  addReferences({ ...document, components: shared }, schemas, used)
  const names = Object.keys(schemas).filter((name) => used.has(name))
  return { ...document, components: { ...shared, schemas: pick(schemas, names) } }
}

/** Adds the names of all schemas that are referenced, directly or through another schema. */
function addReferences(node: unknown, schemas: Json, used: Set<string>): void {
  if (node === null || typeof node !== 'object') return
  for (const [key, value] of Object.entries(node)) {
    const [, name] = (key === '$ref' && /^#\/components\/schemas\/(.+)$/.exec(String(value))) || []
    if (name === undefined) addReferences(value, schemas, used)
    else if (!used.has(name)) addReferences(schemas[name], schemas, used.add(name))
  }
}

function pick(values: Json, keys: readonly string[]): Json {
  return Object.fromEntries(keys.filter((key) => values[key] !== undefined).map((key) => [key, values[key]]))
}

function mapValues(values: Json, convert: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, convert(value)]))
}

function isObject(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
