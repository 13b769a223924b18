import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { UserRow } from './service.ts'
import * as sql from './sql/users.ts'

const PURPOSE = 'totp'
const ISSUER = 'Quoin'
const PERIOD_SECONDS = 30

export async function newTotpSecret(email: string): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await import('otpauth')
  const secret = new Secret({ size: 20 })
  return { secret: secret.base32, uri: new TOTP({ issuer: ISSUER, label: email, secret }).toString() }
}

export function sealTotpSecret({ secrets }: Context, secret: string): string {
  return secrets.seal(secret, PURPOSE)
}

/**
 * Returns true for the current code, or that of half a minute earlier or later. Each code works once: its time step is stored.
 */
export async function claimTotpStep(ctx: Context, tx: Db, user: UserRow, code: string): Promise<boolean> {
  if (user.totp_secret === null) return false
  const { Secret, TOTP } = await import('otpauth')
  const secret = Secret.fromBase32(ctx.secrets.open(user.totp_secret, PURPOSE))
  const timestamp = ctx.clock.now().getTime()
  const delta = new TOTP({ secret }).validate({ token: code, timestamp, window: 1 })
  if (delta === null) return false
  return sql.claimTotpStep(tx, user.id, Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta)
}
