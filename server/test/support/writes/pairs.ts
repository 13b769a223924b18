import { endpoints } from '../../../src/http/catalogue.ts'
import type { Access, AnyEndpoint } from '../../../src/kit/declare/endpoint.ts'
import { goodRequest } from '../declared-requests.ts'

const EXAMPLE_ID = /"([a-z]+)_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB"/g

/** Lists the kinds of the resources in the example of an endpoint, by the prefixes of their ids. */
export function kindsNamedBy(endpoint: AnyEndpoint): string[] {
  const { params, body } = goodRequest(endpoint)
  const named = JSON.stringify([params, body]).matchAll(EXAMPLE_ID)
  return [...named].map(([, prefix = '']) => prefix)
}

/** Lists what a write acts on: its collection, the kinds of the resources in its example, and the wallet if it has a price. */
function listResources(endpoint: AnyEndpoint): Set<string> {
  const [, collection = ''] = /^\/v1\/(?:operator\/|data\/)?([\w-]+)/.exec(endpoint.path) ?? []
  const wallet = endpoint.price === 'free' ? [] : ['credits']
  return new Set([collection, ...wallet, ...kindsNamedBy(endpoint).map((kind) => `${kind}_`)])
}

export type Pair = readonly [AnyEndpoint, AnyEndpoint]

/** Every endpoint that accepts an Idempotency-Key. */
export const keyedWrites = endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'public')
const writes = keyedWrites.filter(({ access }) => access !== 'read')
export const listWrites = (wanted: Access) => writes.filter(({ access }) => access === wanted)

/** Lists every two writes that act on one resource, and each with itself. */
export function listWritePairs(): Pair[] {
  const acting = writes.map((endpoint) => [endpoint, listResources(endpoint)] as const)
  return acting.flatMap(([one, resources], at) =>
    acting
      .slice(at)
      .flatMap(([other, others]) => ([...resources].some((each) => others.has(each)) ? [[one, other] as const] : [])),
  )
}
