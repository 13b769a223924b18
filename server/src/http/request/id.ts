import type { FastifyReply, FastifyRequest } from 'fastify'
import { REQUEST_ID } from '../../kit/declare/headers.ts'

const VALID = new RegExp(REQUEST_ID)
const OURS = /^req_[0-9A-HJKMNP-TV-Z]{26}$/

/** Returns the caller's own id of the request. One in our format is ignored: `req_...` is always an id that we made. */
export function callersRequestId({ headers }: FastifyRequest): string | undefined {
  const given = headers['x-request-id']
  return typeof given === 'string' && VALID.test(given) && !OURS.test(given) ? given : undefined
}

/**
 * Repeats the caller's id, which otherwise appears only in the logs. Receipts, charges and idempotent responses use only our
 * id: two calls with the same id of the caller are two calls.
 */
export function setRequestIds(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { id } = request
  return reply.header('x-request-id', callersRequestId(request) ?? id).header('x-quoin-request-id', id)
}
