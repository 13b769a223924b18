import { SCHEMA_NAME } from '../../kit/declare/schema.ts'

export type Json = Record<string, unknown>

/** Adds a schema to the document: a titled or named schema is defined once under that name, and all uses refer to it. */
export type Refer = (schema: unknown) => unknown

export function referTo(schemas: Record<string, Json>): Refer {
  return (schema) => reference(schema, schemas)
}

function reference(schema: unknown, schemas: Record<string, Json>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => reference(item, schemas))
  if (schema === null || typeof schema !== 'object') return schema
  // A field may also be called `title`: only a string is the title of a schema.
  const { title, ...others } = schema as Json
  const rest = typeof title === 'string' || title === undefined ? others : { title, ...others }
  const described = withIntegerFormat(withoutDefaults(rest))
  const inner = Object.fromEntries(Object.entries(described).map(([key, value]) => [key, reference(value, schemas)]))
  const name: unknown = Reflect.get(schema, SCHEMA_NAME)
  if (typeof name === 'string') {
    const { description, ...shape } = inner
    return { ...define(name, shape, schemas), ...(description !== undefined && { description }) }
  }
  return typeof title === 'string' ? define(title, inner, schemas) : inner
}

function define(name: string, schema: Json, schemas: Record<string, Json>): Json {
  const known = schemas[name]
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas are called ${name}`)
  schemas[name] = schema
  return { $ref: `#/components/schemas/${name}` }
}

/**
 * A field with a default is optional: validation sets it before it checks required fields. Generators read the keyword
 * `default` as a field that is always present and require callers to send it. The description therefore contains the default
 * instead.
 */
function withoutDefaults(schema: Json): Json {
  const { required = [], properties, ...rest } = schema
  if (properties === null || typeof properties !== 'object' || !Array.isArray(required)) return schema
  const fields = properties as Record<string, Json>
  const still = required.filter((name: string) => fields[name]?.['default'] === undefined)
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withDefaultInWords(field)])),
    ...(still.length > 0 && { required: still }),
  }
}

function withDefaultInWords(field: Json): Json {
  if (field === null || typeof field !== 'object' || field['default'] === undefined) return field
  const { default: value, description, ...rest } = field
  const words = `Default: \`${JSON.stringify(value)}\`.`
  return {
    ...rest,
    description: typeof description === 'string' ? `${description} ${words}` : words,
    'x-default': value,
  }
}

const INT32_MAX = 2 ** 31 - 1

/** Generators for Go and Java write integers of 32 bits unless the format says otherwise: too few for bytes and credits. */
export function withIntegerFormat(schema: Json): Json {
  const { type, maximum = Infinity } = schema
  const isInteger = type === 'integer' || (Array.isArray(type) && type.includes('integer'))
  return isInteger && Number(maximum) > INT32_MAX ? { ...schema, format: 'int64' } : schema
}
