import type { TSchema } from 'typebox'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { endpoints } from '../catalogue.ts'

/** One operation as clients offer it: the source of SDKs, the command line, collections and the examples of the docs. */
export interface Operation {
  readonly id: string
  /** `webhook_deliveries` for `webhook_deliveries.redrive_many`. */
  readonly resource: string
  /** `redrive_many`. */
  readonly verb: string
  readonly endpoint: AnyEndpoint
  /** Path parameters in order: positional arguments. */
  readonly params: readonly string[]
  /** Query and body are one object of arguments in clients: their names never collide. */
  readonly query: readonly Argument[]
  readonly body: readonly Argument[]
  /** Location of a list's cursor; undefined when the reply is not a page, or the only one. */
  readonly cursorIn: 'query' | 'body' | undefined
  /** True if it can be charged, so that it accepts X-Max-Credits. */
  readonly isPriced: boolean
}

export interface Argument {
  readonly name: string
  readonly schema: TSchema
  readonly isRequired: boolean
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
}

/**
 * Operations for API keys, and the public prices. Sign-in, the operator and platform callbacks are for browsers and servers.
 */
export const operations: readonly Operation[] = endpoints
  .filter(({ access, id }) => access === 'read' || access === 'write' || id === 'pricing.get')
  .map(toOperation)

function toOperation(endpoint: AnyEndpoint): Operation {
  const [resource = '', verb = ''] = endpoint.id.split('.')
  const query = listArguments(endpoint.query)
  const body = listArguments(endpoint.body)
  const { properties = {} } = endpoint.reply as ObjectSchema
  const isPage = 'data' in properties && 'next_cursor' in properties
  const cursorIn = hasCursor(query) ? 'query' : hasCursor(body) ? 'body' : undefined
  return {
    id: endpoint.id,
    resource,
    verb,
    endpoint,
    params: [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
    query,
    body,
    cursorIn: isPage ? cursorIn : undefined,
    isPriced: endpoint.price !== 'free' && endpoint.price !== 'quote',
  }
}

function hasCursor(list: readonly Argument[]): boolean {
  return list.some(({ name }) => name === 'cursor')
}

function listArguments(schema: unknown): Argument[] {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema
  return Object.entries(properties).map(([name, field]) => ({
    name,
    schema: field,
    isRequired: required.includes(name) && !('default' in field),
  }))
}
