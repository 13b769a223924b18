import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../kit/context.ts'
import { ApiError } from '../kit/declare/errors.ts'
import { sha256 } from '../kit/hash.ts'

/** Lets the operator's token in, compared in constant time, and nothing else. Without a configured token nobody is let in. */
export function assertOperator(ctx: Context, authorization: string | undefined): void {
  const token = ctx.config.QUOIN_OPERATOR_TOKEN
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (token !== undefined && given !== undefined && timingSafeEqual(sha256(given), sha256(token))) return
  const detail =
    token === undefined
      ? 'This server has no operator token: set QUOIN_OPERATOR_TOKEN.'
      : "Send the operator's token in the header `Authorization: Bearer <QUOIN_OPERATOR_TOKEN>`."
  throw new ApiError('invalid_operator_token', detail, { headers: { 'www-authenticate': 'Bearer' } })
}
