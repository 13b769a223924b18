import type { Context, SignedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import type { User } from '../users/contract.ts'
import { replaceRecoveryCodes } from '../users/recovery-codes.ts'
import { auditUser, changeUser, getUser, presentUser } from '../users/service.ts'
import { claimTotpStep, newTotpSecret, sealTotpSecret } from '../users/totp.ts'

export async function beginTotp(ctx: Context, db: Db, user: SignedInUser): Promise<{ secret: string; uri: string }> {
  const { totp_confirmed_at } = await getUser(db, user.id)
  if (totp_confirmed_at) throw new ApiError('wrong_state', 'You already use an authenticator app. Remove it first.')
  const { secret, uri } = await newTotpSecret(user.email)
  await changeUser(ctx, db, user.id, { totp_secret: sealTotpSecret(ctx, secret), totp_last_step: null })
  return { secret, uri }
}

type RecoveryCodes = { recovery_codes: string[] }

export async function confirmTotp(ctx: Context, db: Db, user: SignedInUser, code: string): Promise<RecoveryCodes> {
  const row = await getUser(db, user.id)
  if (row.totp_secret === null || row.totp_confirmed_at)
    throw new ApiError('wrong_state', 'There is no authenticator app to confirm. Start with `POST /v1/me/totp`.')
  return transaction(db, async (tx) => {
    if (!(await claimTotpStep(ctx, tx, row, code)))
      throw new ApiError(
        'wrong_credentials',
        "The code does not match. Enter the current code, and check that your phone's clock is correct.",
      )
    await changeUser(ctx, tx, user.id, { totp_confirmed_at: ctx.clock.now() })
    await auditUser(ctx, tx, user, 'users.totp_on')
    return { recovery_codes: await replaceRecoveryCodes(tx, user.id) }
  })
}

export async function removeTotp(ctx: Context, db: Db, user: SignedInUser): Promise<User> {
  return transaction(db, async (tx) => {
    const row = await changeUser(ctx, tx, user.id, { totp_secret: null, totp_confirmed_at: null, totp_last_step: null })
    await auditUser(ctx, tx, user, 'users.totp_off')
    return presentUser(row)
  })
}

export async function renewRecoveryCodes(ctx: Context, db: Db, user: SignedInUser): Promise<RecoveryCodes> {
  const { totp_confirmed_at } = await getUser(db, user.id)
  if (!totp_confirmed_at)
    throw new ApiError('wrong_state', 'Recovery codes require an authenticator app. Set one up first.')
  return transaction(db, async (tx) => {
    await auditUser(ctx, tx, user, 'users.renew_recovery_codes')
    return { recovery_codes: await replaceRecoveryCodes(tx, user.id) }
  })
}
