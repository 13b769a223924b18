import type { Type as TypeBox } from 'typebox'

type Schema = Record<string, unknown>
type BuilderName =
  | 'Any'
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Omit'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'

/** Not enumerable, so that copies and documents leave it out. */
const OPTIONAL = '~optional'
/** Keywords that `object` writes itself. */
const OF_OBJECT = ['type', 'required', 'properties']

/**
 * The TypeBox builders that declarations use, with TypeBox's own types and the schemas that it would write. TypeBox itself is 370
 * modules, a tenth of every start and 6 MB, most of it for features that are not used here
 * (decision 0048).
 */
export const Type = {
  Any: (options?: Schema) => ({ ...options }),
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: Schema) => ({ type: typeof value, const: value, ...options }),
  Null: (options?: Schema) => ({ type: 'null', ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Object: object,
  Omit: (schema: Schema, names: readonly string[]) =>
    object(without(schema['properties'] as Record<string, Schema>, names), without(schema, OF_OBJECT)),
  Optional: (schema: Schema) => Object.defineProperty({ ...schema }, OPTIONAL, { value: true }),
  Record: (_: Schema, value: Schema, options?: Schema) => ({
    type: 'object',
    patternProperties: { '^.*$': value },
    ...options,
  }),
  String: (options?: Schema) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly Schema[], options?: Schema) => ({ anyOf, ...options }),
  Unknown: (options?: Schema) => ({ ...options }),
  Unsafe: (schema: Schema) => ({ ...schema }),
} as unknown as Pick<typeof TypeBox, BuilderName>

function object(properties: Record<string, Schema>, options?: Schema): Schema {
  const required = Object.keys(properties).filter((name) => !Object.hasOwn(properties[name] ?? {}, OPTIONAL))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}

function without<T>(values: Record<string, T>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
}
