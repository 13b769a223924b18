import type { Json } from './schemas.ts'

/**
 * Moves inline objects and the inline members of unions to the named schemas, as `PostTarget` for the field `target` of `Post`.
 * Generators number them, or write types without a name, which a caller cannot create.
 */
export function nameInlineSchemas(schemas: Json): Json {
  const named: Json = {}
  for (const [name, schema] of Object.entries(schemas)) define(name, nameChildren(schema as Json, name))
  return named

  function define(name: string, schema: Json): Json {
    if (named[name] !== undefined) throw new Error(`Two schemas are called ${name}`)
    named[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }

  function nameChildren(schema: Json, place: string): Json {
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => {
        if (key === 'items') return [key, nameInline(value, `${place}Item`)]
        if (key === 'additionalProperties') return [key, nameInline(value, `${place}Value`)]
        if (key === 'anyOf' || key === 'oneOf')
          return [key, (value as Json[]).map((member) => nameMember(member, place))]
        if (key !== 'properties') return [key, value]
        const fields = Object.entries(value as Json)
        return [
          key,
          Object.fromEntries(fields.map(([field, inner]) => [field, nameInline(inner, place + pascal(field))])),
        ]
      }),
    )
  }

  function nameInline(schema: unknown, place: string): unknown {
    if (schema === null || typeof schema !== 'object') return schema
    const { nullable, ...inner } = nameChildren(schema as Json, place)
    if (!inner['properties'] && !inner['anyOf'] && !inner['oneOf'])
      return { ...inner, ...(nullable !== undefined && { nullable }) }
    const reference = define(place, inner)
    return nullable ? { nullable, allOf: [reference] } : reference
  }

  function nameMember(member: Json, place: string): Json {
    if (member['$ref'] !== undefined) return member
    const type = pascal(String(member['type']))
    return define(place + type, nameChildren(member, place + type))
  }
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
