import type { FastifyRequest } from 'fastify'
import type { OriginalRequest } from './shown-violations.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when its query and body are replaced by those that fit the schemas. */
    sent: OriginalRequest | null
  }
}

/** What the caller sent, also after defaults were filled in. */
export function sentIn({ sent, params, query, body, headers }: FastifyRequest): OriginalRequest {
  return sent ?? { params, query, body, headers }
}
