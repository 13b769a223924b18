import type { Argument, Operation } from '../../src/http/openapi/operations-list.ts'
import { byName, sentence, titleCase } from './display-text.ts'

/** A parameter of a node (`INodeProperties` of n8n-workflow), as plain data. */
export interface Field {
  readonly displayName: string
  readonly name: string
  readonly type: string
  readonly default: unknown
  readonly [more: string]: unknown
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly (string | null)[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
}

/** Arguments whose names have a special meaning in n8n. It sets a `limit` to 50, which would cost credits. */
const NAMES: Readonly<Record<string, { readonly displayName: string; readonly name: string }>> = {
  action: { displayName: 'Action Name', name: 'actionName' },
  limit: { displayName: 'Number of Results', name: 'count' },
  operation: { displayName: 'Operation Name', name: 'operationName' },
}

/** JSON is text from the form or a value from an expression. */
const PARSED = "={{ typeof $value === 'string' ? JSON.parse($value) : $value }}"
const LISTED = "={{ Array.isArray($value) ? $value : String($value).split(',').map((part) => part.trim()) }}"

/** Returns the field of an argument, with the routing of its value. */
export function toField({ endpoint }: Operation, argument: Argument, where: 'query' | 'body'): Field {
  const { name } = argument
  const schema = withoutNull(argument.schema)
  const shape = toFieldShape(
    name,
    schema,
    argument.isRequired ? findExampleValue(endpoint.example.body, name) : undefined,
  )
  const { value, ...rest } = shape
  return {
    ...(NAMES[name] ?? { displayName: titleCase(name), name }),
    ...rest,
    ...described(name, shape.type, argument.schema),
    routing: { send: { type: where, property: name, ...(value && { value }) } },
  }
}

function findExampleValue(body: unknown, name: string): unknown {
  return (body as Readonly<Record<string, unknown>> | undefined)?.[name]
}

function described(name: string, type: string, { description, items, anyOf }: Schema): { description?: string } {
  const text = description ?? items?.description ?? anyOf?.find((option) => option.description)?.description
  const said = text === undefined ? undefined : sentence(text)
  if (type === 'boolean')
    return { description: `Whether ${said ? lowerFirst(said) : `it is ${name.replaceAll('_', ' ')}`}` }
  if (type === 'string' && items) return { description: said ? `${said}. Separated by commas.` : 'Separated by commas' }
  return said && said !== titleCase(name) ? { description: said } : {}
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

function withoutNull(schema: Schema): Schema {
  const inner = schema.anyOf?.find(({ type }) => type !== 'null')
  return inner ? { ...inner } : schema
}

interface FieldShape {
  readonly type: string
  readonly default: unknown
  /** Expression that converts the entered value to the sent one. */
  readonly value?: string
  readonly [more: string]: unknown
}

function toFieldShape(name: string, schema: Schema, example: unknown): FieldShape {
  const type = [schema.type].flat().find((one) => one !== 'null')
  if (schema.enum) return toOptionsShape(schema.enum, 'options', schema.default)
  if (type === 'boolean') return { type: 'boolean', default: schema.default ?? false }
  if (type === 'integer' || type === 'number') {
    const { minimum, maximum } = schema
    const bounds = {
      ...(minimum !== undefined && { minValue: minimum }),
      ...(maximum !== undefined && { maxValue: maximum }),
    }
    return {
      type: 'number',
      default: schema.default ?? minimum ?? 0,
      ...(Object.keys(bounds).length > 0 && { typeOptions: bounds }),
    }
  }
  if (type === 'array' && schema.items?.enum) return toOptionsShape(schema.items.enum, 'multiOptions', [])
  if (type === 'array' && schema.items?.type === 'string') return { type: 'string', default: '', value: LISTED }
  if (type !== 'string') return { type: 'json', default: JSON.stringify(example ?? {}, null, 2), value: PARSED }
  if (schema.format === 'date-time') return { type: 'dateTime', default: '' }
  if (name === 'color') return { type: 'color', default: '' }
  const hidden = /^(client_secret|pin|code)$/.test(name) && { typeOptions: { password: true } }
  return { type: 'string', default: schema.default ?? '', ...hidden }
}

function toOptionsShape(
  values: readonly (string | null)[],
  type: 'options' | 'multiOptions',
  preset: unknown,
): FieldShape {
  const options = values
    .filter((value) => value !== null)
    .map((value) => ({ name: value === '*' ? 'All' : titleCase(value.replaceAll(/[.\-/]/g, '_')), value }))
    .toSorted(byName)
  return { type, options, default: preset ?? (type === 'options' ? options[0]?.value : []) }
}
