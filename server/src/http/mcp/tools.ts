import type { PriceBook } from '../../domains/billing/credits/price-book.ts'
import type { Operation } from '../openapi/operations-list.ts'
import { apiToolFor } from './api-tool.ts'
import { COMBINED } from './combined.ts'
import { isReading, mayCall, PAID, type Rights, type ToolOperation, toolOperations } from './inputs.ts'
import type { Tool } from './tool.ts'
import { outlineSchema, type Schema, shortSchema } from './tool-schema.ts'
import { toToolText } from './tool-text.ts'

const built = new WeakMap<PriceBook, Map<string, readonly Tool[]>>()

/**
 * Lists the tools that a key can call, with their prices. Built once for each book and kind of key: it takes longer than most
 * calls.
 */
export function toolsFor(principal: Rights, book: PriceBook): readonly Tool[] {
  const kind = `${principal.role} ${principal.permission} ${principal.profileIds === null}`
  const ofBook = built.get(book) ?? new Map<string, readonly Tool[]>()
  const tools = ofBook.get(kind) ?? buildTools(principal, book)
  built.set(book, ofBook.set(kind, tools))
  return tools
}

function buildTools(principal: Rights, book: PriceBook): readonly Tool[] {
  const marked = [...toolOperations].flatMap(([name, all]) => {
    const callable = all.filter(({ operation }) => mayCall(operation, principal))
    return callable.length > 0 ? [buildTool(name, callable, book)] : []
  })
  return [...marked, apiToolFor(principal)]
}

function buildTool(name: string, all: readonly ToolOperation[], book: PriceBook): Tool {
  const isRead = all.every(isReading)
  return {
    name,
    description: [COMBINED[name]?.text ?? all[0]?.mark.text, priceText(all, book)].filter(Boolean).join(' '),
    inputSchema: buildInputSchema(name, all),
    ...(isRead && { outputSchema: buildOutputSchema(all) }),
    annotations: isRead ? { readOnlyHint: true } : { readOnlyHint: false, ...describeEffects(all) },
  }
}

function isIdempotent({ mark, operation: { endpoint } }: ToolOperation): boolean {
  return mark.isIdempotent ?? endpoint.method !== 'POST'
}

function describeEffects(all: readonly ToolOperation[]) {
  return {
    destructiveHint: all.some(
      ({ mark, operation: { endpoint } }) => mark.isDestructive ?? endpoint.method === 'DELETE',
    ),
    idempotentHint: all.every(isIdempotent),
  }
}

function priceText(all: readonly ToolOperation[], book: PriceBook): string {
  if (!all.some(({ operation }) => operation.isPriced)) return ''
  const [{ endpoint }] = all.map(({ operation }) => operation) as [Operation]
  const { credits, unit } = (typeof endpoint.price === 'object' && book.actions[endpoint.price.action]) || {}
  return credits === undefined
    ? 'Paid.'
    : `Paid: ${credits} ${credits === 1 ? 'credit' : 'credits'} per ${unit}, misses are free.`
}

function buildInputSchema(name: string, all: readonly ToolOperation[]): Tool['inputSchema'] {
  const choose = COMBINED[name]?.choose
  const fields: Record<string, Schema> = {}
  if (typeof choose === 'object')
    fields[choose.argument] = {
      type: 'string',
      enum: [...new Set(all.map(({ mark }) => mark.when))],
      description: choose.text,
    }
  for (const { operation, inputs } of all)
    for (const [argument, { schema }] of inputs) {
      const short = shortSchema(schema, {
        keepsNull: ['PATCH', 'PUT'].includes(operation.endpoint.method),
        describe: toToolText,
      })
      fields[argument] = fields[argument] ? merged(fields[argument], short) : short
    }
  const isPaid = all.some(({ operation }) => operation.isPriced)
  const required = Object.keys(fields).filter(
    (field) =>
      (typeof choose === 'object' && choose.argument === field) ||
      all.every(({ inputs }) => inputs.get(field)?.isRequired),
  )
  return {
    type: 'object',
    properties: { ...fields, ...(isPaid && PAID) },
    ...(required.length + Number(isPaid) > 0 && { required: [...required, ...(isPaid ? ['max_credits'] : [])] }),
    additionalProperties: false,
  }
}

/** Describes an input that differs between the endpoints of a tool by their common parts. */
function merged(one: Schema, other: Schema): Schema {
  if (JSON.stringify(one) === JSON.stringify(other)) return one
  if (one['type'] !== other['type']) return {}
  if (one['type'] === 'object') return { type: 'object', description: 'As for the tool or action itself.' }
  const common = Object.entries(one).filter(([name, value]) => JSON.stringify(other[name]) === JSON.stringify(value))
  return {
    ...Object.fromEntries(common),
    ...(one['description'] === undefined ? {} : { description: one['description'] }),
  }
}

/** A reply of several endpoints has the fields of any of them. */
function buildOutputSchema(all: readonly ToolOperation[]): Tool['inputSchema'] {
  const outlines = all.map(({ mark, operation }) => {
    const outline = outlineSchema(operation.endpoint.reply as unknown as Schema)
    return mark.part === undefined ? outline : { type: 'object', properties: { [mark.part]: { type: 'object' } } }
  })
  if (outlines.length === 1) return outlines[0] as Tool['inputSchema']
  const fields: Record<string, Schema> = {}
  for (const { properties } of outlines)
    for (const [name, schema] of Object.entries(properties ?? {}))
      fields[name] = fields[name] && JSON.stringify(fields[name]) !== JSON.stringify(schema) ? {} : (schema as Schema)
  return { type: 'object', properties: fields }
}
