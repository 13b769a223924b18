import type { PriceBook } from '../../domains/billing/credits/price-book.ts'
import type { Principal } from '../../kit/context.ts'
import { type Operation, operations } from '../openapi/operations-list.ts'
import { buildToolInputs, mayCall, PAID, type Rights } from './inputs.ts'
import { isOffered } from './offered.ts'
import type { Tool } from './tool.ts'
import { shortSchema } from './tool-schema.ts'
import { toToolText } from './tool-text.ts'

/** Reaches the operations without their own tool, so that the list of tools stays short. With a read key it only reads. */
export function apiToolFor({ permission }: Rights): Tool {
  return permission === 'read' ? { ...apiTool, annotations: { readOnlyHint: true } } : apiTool
}

const apiTool: Tool = {
  name: 'api',
  description:
    'Every other operation of the API. First `search` for the operation and its inputs, then `call` it by its id. Paid operations need `max_credits`.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', enum: ['search', 'call'] },
      query: { type: 'string', description: 'For search: words, or the id of an operation.' },
      operation: { type: 'string', description: 'For call: an id such as profiles.list.' },
      arguments: { type: 'object', description: 'For call: the inputs by name.' },
      ...PAID,
    },
    required: ['action'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
}

const FOUND_MAX = 8

export function findOperation(id: string): Operation | undefined {
  return operations.find((operation) => operation.id === id && isOffered(operation))
}

/** Finds operations by words in their id, path and texts. Those that match more words, and in their names, come first. */
export function searchOperations(query: string, principal: Principal, book: PriceBook) {
  const words = query.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const callable = operations.filter((operation) => isOffered(operation) && mayCall(operation, principal))
  const scored = callable.map((operation) => ({ operation, score: scoreOperation(operation, words) }))
  const found = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
  return {
    operations: found.slice(0, FOUND_MAX).map(({ operation }) => describe(operation, book)),
    more: Math.max(0, found.length - FOUND_MAX),
    ...(found.length === 0 && { resources: [...new Set(callable.map(({ resource }) => resource))] }),
  }
}

function scoreOperation({ id, endpoint }: Operation, words: readonly string[]): number {
  if (words.join('') === id.replace(/[^a-z0-9]/g, '')) return 1000
  const [names, texts] = [`${id} ${endpoint.path}`, `${endpoint.summary} ${endpoint.description ?? ''}`].map((text) =>
    text.toLowerCase(),
  ) as [string, string]
  return words.reduce((sum, word) => sum + (names.includes(word) ? 3 : 0) + (texts.includes(word) ? 1 : 0), 0)
}

function describe(operation: Operation, book: PriceBook) {
  const { endpoint, id } = operation
  const how = { keepsNull: endpoint.method !== 'POST', describe: toToolText }
  const inputs = [...buildToolInputs(operation)].map(([name, { schema, isRequired }]) => [
    name,
    { ...shortSchema(schema, how), ...(isRequired && { required: true }) },
  ])
  const { credits, unit } = (typeof endpoint.price === 'object' && book.actions[endpoint.price.action]) || {}
  return {
    operation: id,
    summary: endpoint.summary,
    ...(endpoint.description !== undefined && { description: toToolText(endpoint.description) }),
    changes: endpoint.access === 'write',
    ...(operation.isPriced && { paid: credits === undefined ? true : `${credits} credits per ${unit}` }),
    arguments: Object.fromEntries(inputs),
  }
}
