import type { FastifyRequest } from 'fastify'
import type { OriginalRequest } from '../body/violations.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when query and body are replaced by their validated versions. */
    sent: OriginalRequest | null
  }
}

/** Returns the request as the caller sent it, even after defaults were filled in. */
export function sentIn({ sent, params, query, body, headers }: FastifyRequest): OriginalRequest {
  return sent ?? { params, query, body, headers }
}
