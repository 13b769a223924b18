import type { Operation } from '../openapi/operations-list.ts'

/**
 * Returns true if models may call the operation: no byte streams, and no secrets that a dedicated tool does not account for.
 */
export function isOffered({ endpoint }: Operation): boolean {
  if (endpoint.tool !== undefined) return endpoint.tool !== 'never'
  return !endpoint.special.streams && !endpoint.showsSecret
}
