export type Json = Record<string, unknown>

/** Adds a schema to the document: a titled schema is defined once under that name, and all uses refer to it. */
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
  const inner = Object.fromEntries(
    Object.entries(withoutDefaults(rest)).map(([key, value]) => [key, reference(value, schemas)]),
  )
  if (typeof title !== 'string') return inner
  const known = schemas[title]
  if (known && JSON.stringify(known) !== JSON.stringify(inner)) throw new Error(`Two schemas are called ${title}`)
  schemas[title] = inner
  return { $ref: `#/components/schemas/${title}` }
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
