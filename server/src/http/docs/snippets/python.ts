import type { Operation } from '../../openapi/operations-list.ts'
import { nameResult, readExampleInput } from './example-input.ts'

const RESERVED = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield None True False'.split(
    ' ',
  ),
)

/** Writes the call of an example with the Python SDK. */
export function buildPythonSnippet(operation: Operation): string {
  const { params, args } = readExampleInput(operation)
  const list = [
    ...params.map((text) => literal(text, '    ')),
    ...Object.entries(args).map(
      ([name, value]) => `${RESERVED.has(name) ? `${name}_` : name}=${literal(value, '    ')}`,
    ),
  ]
  const line = list.join(', ')
  const given = line.length < 60 && !line.includes('\n') ? line : `\n${list.map((item) => `    ${item},\n`).join('')}`
  const call = `client.${operation.resource}.${operation.verb}(${given})`
  return `from quoin_sdk import Quoin

client = Quoin()

${writeUse(operation, call)}`
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, { readonly items?: ObjectSchema }>>
}

/** Writes what an example does with its result: it prints the fields that identify it, or all of it. */
function writeUse(operation: Operation, call: string): string {
  const { endpoint, cursorIn, isPriced } = operation
  const reply = endpoint.reply as ObjectSchema
  // A list is read as it is iterated; a page of a paid search is one response.
  if (cursorIn && !isPriced)
    return `for item in ${call}:\n    print(${listFields('item', reply.properties?.['data']?.items)})`
  const name = snake(nameResult(operation))
  return `${name} = ${call}\nprint(${listFields(name, reply)})`
}

function listFields(name: string, { properties = {} }: ObjectSchema = {}): string {
  const shown = properties['id'] ? ['id', 'status'].filter((field) => properties[field]) : []
  return shown.length > 0 ? shown.map((field) => `${name}.${field}`).join(', ') : name
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const WIDTH = 60

function literal(value: unknown, indent: string): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${literal(item, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const line = items.join(', ')
  if (line.length + indent.length < WIDTH && !line.includes('\n')) return `${open}${line}${close}`
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close}`
}
