import type { FastifyReply, FastifyRequest } from 'fastify'

const VALID = /^[\w.:-]{1,128}$/
const OURS = /^req_[0-9A-HJKMNP-TV-Z]{26}$/

/** The caller's own name for the request. One in the form of ours is none: what reads `req_...` is always an id we made. */
export function callersRequestId({ headers }: FastifyRequest): string | undefined {
  const given = headers['x-request-id']
  return typeof given === 'string' && VALID.test(given) && !OURS.test(given) ? given : undefined
}

/**
 * The caller's id is only ever repeated to the caller and in the logs. Receipts, charges and idempotent answers are known by
 * ours alone: two calls under one name are two calls, and none can take the place of another's.
 */
export function identify(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { id } = request
  return reply.header('x-request-id', callersRequestId(request) ?? id).header('x-quoin-request-id', id)
}
