/** The part of JSON Schema that the declarations use. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** One line of a table: a field of a body, a parameter or a field of a reply. */
export interface Field {
  /** The path of the parent object, such as `data[].company.`; empty at the top. */
  readonly within: string
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly limits: readonly string[]
  readonly description: string | undefined
}

const DEPTH_MAX = 4

/** Lists every field of an object schema. Fields of inner objects follow their parent. */
export function listFields(given: unknown, within = '', depth = 0): Field[] {
  const { properties = {}, required = [] } = (given ?? {}) as Schema
  return Object.entries(properties).flatMap(([name, schema]) => {
    const isRequired = required.includes(name) && schema.default === undefined
    const field = {
      within,
      name,
      type: formatType(schema),
      isRequired,
      limits: describeLimits(schema),
      ...described(schema),
    }
    const [inner, suffix] = innerObject(schema)
    return inner && depth < DEPTH_MAX ? [field, ...listFields(inner, `${within}${name}${suffix}.`, depth + 1)] : [field]
  })
}

export function limitsSentence(limits: readonly string[]): string {
  const text = limits.join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

export function isClosed(schema: unknown): boolean {
  return (schema as Schema).additionalProperties === false
}

function described({ description, items }: Schema): { description: string | undefined } {
  return { description: description ?? items?.description }
}

function innerObject(schema: Schema): [Schema | undefined, string] {
  if (schema.properties) return [schema, '']
  if (schema.items) {
    const [inner, suffix] = innerObject(schema.items)
    return [inner, `[]${suffix}`]
  }
  return [schema.anyOf?.find((option) => option.properties), '']
}

function formatType(schema: Schema): string {
  if (schema.enum) return schema.enum.map(String).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return schema.anyOf.map(formatType).join(' | ')
  const types = schema.type === undefined ? ['any'] : [schema.type].flat()
  return types.map((type) => namedType(type, schema)).join(' | ')
}

function namedType(type: string, { format, items, additionalProperties }: Schema): string {
  if (type === 'string') return format ?? 'string'
  if (type === 'array')
    return items ? `${/ \| /.test(formatType(items)) ? `(${formatType(items)})` : formatType(items)}[]` : 'any[]'
  if (type === 'object' && typeof additionalProperties === 'object') return `map of ${formatType(additionalProperties)}`
  return type
}

function describeLimits(schema: Schema): string[] {
  const limits = [
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minimum, schema.maximum),
    range(schema.minItems, schema.maxItems, 'item'),
    schema.pattern === undefined ? undefined : `matches \`${schema.pattern}\``,
    schema.items && describeLimits(schema.items).length > 0
      ? `each ${describeLimits(schema.items).join(', ')}`
      : undefined,
    schema.default === undefined ? undefined : `default \`${JSON.stringify(schema.default)}\``,
  ]
  return limits.filter((limit) => limit !== undefined)
}

function range(min: number | undefined, max: number | undefined, unit = ''): string | undefined {
  const amount = (n: number) => `${n.toLocaleString('en')}${unit && ` ${unit}${n === 1 ? '' : 's'}`}`
  if (min !== undefined && max !== undefined)
    return min === max ? `exactly ${amount(min)}` : `${min.toLocaleString('en')} to ${amount(max)}`
  if (max !== undefined) return `at most ${amount(max)}`
  return min === undefined || (min === 0 && unit) ? undefined : `at least ${amount(min)}`
}
