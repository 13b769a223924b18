import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'

/** Returns the headers that tell callers of a deprecated endpoint when it ends (RFC 9745 and RFC 8594). */
export function buildDeprecationHeaders({ special }: AnyEndpoint): Record<string, string> | undefined {
  if (!special.deprecated) return undefined
  const { since, until } = special.deprecated
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(until).toUTCString(),
    link: '</docs/concepts/versioning>; rel="deprecation"',
  }
}
