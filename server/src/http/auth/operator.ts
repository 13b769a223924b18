import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../kit/context.ts'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { ApiError, InvalidRequest, missingField } from '../../kit/declare/errors.ts'
import { sha256 } from '../../kit/hash.ts'

/** Accepts only the operator's token, compared in constant time. Without a configured token every call is refused. */
export function assertOperator(ctx: Context, authorization: string | undefined): void {
  const token = ctx.config.QUOIN_OPERATOR_TOKEN
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (token !== undefined && given !== undefined && timingSafeEqual(sha256(given), sha256(token))) return
  const detail =
    token === undefined
      ? 'This server has no operator token. Its operator must set QUOIN_OPERATOR_TOKEN.'
      : "Send the operator's token in the header `Authorization: Bearer <QUOIN_OPERATOR_TOKEN>`."
  throw new ApiError('invalid_operator_token', detail, { headers: { 'www-authenticate': 'Bearer' } })
}

/** Sets the actor of the audit log: the user of a session, whatever the body says. A program with the token names one. */
export function setActor({ body: schema }: AnyEndpoint, { body, principal }: FastifyRequest): void {
  const { properties = {} } = (schema ?? {}) as { properties?: object }
  if (!('actor' in properties)) return
  const sent = body as { actor?: string }
  if (principal.user) sent.actor = principal.user.email
  else if (sent.actor === undefined) throw new InvalidRequest([missingField(['body', 'actor'])])
}
