/** Any JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>

interface ShortenOptions {
  /** True where null has a meaning. Otherwise null is hidden for optional inputs. */
  readonly keepsNull: boolean
  readonly describe: (text: string) => string
}

const KEPT = ['enum', 'const', 'format', 'minimum', 'maximum', 'required']

/**
 * Returns the schema of an input for models: without parts that only the server needs, because every conversation pays for the
 * tokens. Every type is one word, nullable ones are `anyOf`: strict clients reject lists of types. The endpoint itself
 * validates.
 */
export function shortSchema(schema: Schema, how: ShortenOptions): Schema {
  const { type, anyOf } = schema
  const description = typeof schema['description'] === 'string' && { description: how.describe(schema['description']) }
  const branches = Array.isArray(anyOf) ? (anyOf as Schema[]) : splitBranches(schema, type)
  const values = branches.filter((branch) => branch['type'] !== 'null')
  const isNullable = how.keepsNull && values.length < branches.length
  const [first = {}, ...others] = values
  if (others.length === 0 && !isNullable) return { ...shortenBranch(first, how), ...description }
  const short = [first, ...others].map((branch) => shortenBranch(branch, how))
  return { anyOf: isNullable ? [...short, { type: 'null' }] : short, ...description }
}

/** `['array', 'object']` are two ways to write the same thing: only the first is shown. */
function splitBranches(schema: Schema, type: unknown): Schema[] {
  if (!Array.isArray(type)) return [schema]
  const [shown] = type.filter((each) => each !== 'null')
  return [{ ...schema, type: shown }, ...(type.includes('null') ? [{ type: 'null' }] : [])]
}

function shortenBranch(schema: Schema, how: ShortenOptions): Schema {
  const { type, items, properties } = schema
  const short: Record<string, unknown> = type === undefined ? {} : { type }
  for (const name of KEPT) if (schema[name] !== undefined) short[name] = schema[name]
  const usual = schema['default']
  if (usual !== undefined && usual !== '' && usual !== false) short['default'] = usual
  if (type === 'array') short['items'] = items ? shortSchema(items as Schema, how) : {}
  if (type === 'object' && properties)
    short['properties'] = mapValues(properties as Schema, (each) => shortSchema(each, how))
  return short
}

/** Returns the schema of a reply: the types of its fields and of their fields, and anything below. */
export function outlineSchema(schema: Schema, depth = 2): Schema {
  const { anyOf, type } = schema
  // A field shown with one of several types must not exclude the others here: clients validate results.
  if (Array.isArray(type) && type.filter((each) => each !== 'null').length > 1) return {}
  const branches = Array.isArray(anyOf) ? (anyOf as Schema[]) : splitBranches(schema, type)
  const outlines = branches.map((branch) => outlineOne(branch, depth))
  return outlines.length === 1 ? (outlines[0] as Schema) : { anyOf: outlines }
}

function outlineOne({ type, items, properties, required }: Schema, depth: number): Schema {
  if (type === 'array')
    return depth > 0 && items ? { type, items: outlineSchema(items as Schema, depth - 1) } : { type }
  if (type !== 'object') return type === undefined ? {} : { type }
  if (depth === 0 || !properties) return { type }
  const fields = mapValues(properties as Schema, (each) => outlineSchema(each, depth - 1))
  return { type, properties: fields, ...(depth === 2 && required ? { required } : {}) }
}

function mapValues(object: Schema, change: (value: Schema) => Schema): Record<string, Schema> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value as Schema)]))
}
