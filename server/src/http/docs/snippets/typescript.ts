import type { Operation } from '../../openapi/operations-list.ts'
import { camelCase, nameResult, readExampleInput } from './example-input.ts'

/** Writes the call of an example with the TypeScript SDK. */
export function buildTypescriptSnippet(operation: Operation): string {
  const { params, args } = readExampleInput(operation)
  const list = params.map((text) => literal(text, ''))
  if (Object.keys(args).length > 0) list.push(literal(args, ''))
  const name = nameResult(operation)
  const call = `client.${camelCase(operation.resource)}.${camelCase(operation.verb)}(${list.join(', ')})`
  return `import { Quoin } from '@quoin/sdk'

const client = new Quoin()

const ${name} = await ${call}
console.log(${name})`
}

const WIDTH = 60

function literal(value: unknown, indent: string): string {
  if (typeof value === 'string') return quote(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}  `
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(([name, item]) => `${formatPropertyKey(name)}: ${literal(item, inner)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  if (items.length === 0) return open.trim() + close.trim()
  const line = items.join(', ')
  if (line.length + indent.length < WIDTH && !line.includes('\n')) return `${open}${line}${close}`
  return `${open.trim()}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${close.trim()}`
}

function formatPropertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name)
}

function quote(text: string): string {
  if (text.includes("'") || text.includes('\\') || /[\n\r\u2028\u2029]/.test(text)) return JSON.stringify(text)
  return `'${text}'`
}
