import type { Context } from '../../../../kit/context.ts'
import type { Visitor } from '../../../../kit/declare/route.ts'
import { isMailAddress } from '../../../../kit/mail-address.ts'
import { toName } from '../../../../kit/name.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { isInvited, joinByAddress } from '../../members/invitations.ts'
import { addIdentity, lockUserByIdentity } from '../../users/identities.ts'
import { auditUser, findUserByEmail, prepareUser, type UserRow } from '../../users/service.ts'
import type { SsoError } from '../contract/oidc.ts'
import { proveVisitorAddress } from '../prove-address.ts'

/** A provider's claims about a person. */
export interface Claims {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly isVerified: boolean
  readonly name: string | undefined
}

/**
 * Returns the user with this identity; otherwise the user with the verified address, who is linked to it; otherwise a new user,
 * where people may sign up. Decision 0028 explains why a verified address is enough.
 */
export async function findOrMakeUser(
  ctx: Context,
  tx: Db,
  visitor: Visitor,
  claims: Claims,
): Promise<UserRow | SsoError> {
  const { issuer, subject, email = '', isVerified, name = '' } = claims
  const known = await lockUserByIdentity(tx, claims)
  if (known) return known
  if (!isVerified || !isMailAddress(email)) return 'sso_email_unverified'
  const existing = await findUserByEmail(tx, email)
  if (!existing && !ctx.config.isSignUpOpen && !(await isInvited(ctx, tx, email))) return 'sign_up_closed'
  const user = existing
    ? await proveVisitorAddress(ctx, tx, visitor, existing.id)
    : await makeUser(ctx, tx, email, name)
  await addIdentity(ctx, tx, user.id, claims)
  await auditUser(ctx, tx, user, existing ? 'users.join_identity' : 'users.sign_up', { issuer, subject })
  return user
}

/** Creates a user and accepts the invitations of the address: where sign-up is closed, one of them admitted the user. */
async function makeUser(ctx: Context, tx: Db, email: string, name: string): Promise<UserRow> {
  const shown = toName(name, 255) || email.replace(/@.*/s, '')
  const insert = await prepareUser(ctx, { email, name: shown, password: undefined, isVerified: true })
  const user = await insert(tx)
  await joinByAddress(ctx, tx, user)
  return user
}
