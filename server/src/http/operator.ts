import { timingSafeEqual } from 'node:crypto'
import type { Context } from '../kit/context.ts'
import { ApiError } from '../kit/declare/errors.ts'
import { sha256 } from '../kit/hash.ts'

/** Accepts only the operator's token, compared in constant time. Without a configured token every call is refused. */
export function assertOperator(ctx: Context, authorization: string | undefined): void {
  const token = ctx.config.QUOIN_OPERATOR_TOKEN
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  if (token !== undefined && given !== undefined && timingSafeEqual(sha256(given), sha256(token))) return
  const detail =
    token === undefined
      ? 'This server has no operator token. Its operator sets QUOIN_OPERATOR_TOKEN.'
      : "Send the operator's token in the header `Authorization: Bearer <QUOIN_OPERATOR_TOKEN>`."
  throw new ApiError('invalid_operator_token', detail, { headers: { 'www-authenticate': 'Bearer' } })
}
