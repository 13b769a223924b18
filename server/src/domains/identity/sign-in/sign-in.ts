import type { Context, SignedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { ReplyWithCookies } from '../../../kit/declare/reply.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { hasMail } from '../links/mail.ts'
import { assertInvited, isOpenInvitation, joinByInvitation } from '../members/invitations.ts'
import { deviceCookie, noSessionCookie } from '../sessions/cookie.ts'
import { revokeSession, startSession } from '../sessions/service.ts'
import { signDevice } from '../users/known-device.ts'
import { admitToHash, isPassword } from '../users/password.ts'
import { auditUser, findUserByEmail, lockUser, prepareUser, presentUser, type UserRow } from '../users/service.ts'
import { claimAttempt, claimSignUp, selectHashLane } from '../users/throttle.ts'
import { refusedSignInJob, type SignInRequest, type SignInResult, type SignUpRequest } from './contract/auth.ts'

export type SignInReply = Promise<ReplyWithCookies<SignInResult>>

export function signUp(ctx: Context, visitor: Visitor, body: SignUpRequest): SignInReply {
  return admitToHash(selectHashLane(ctx, visitor), () => makeAccount(ctx, visitor, body))
}

async function makeAccount(ctx: Context, visitor: Visitor, body: SignUpRequest): SignInReply {
  const { invitation, time_zone: timeZone, ...given } = body
  if (!ctx.config.isSignUpOpen && invitation === undefined)
    throw new ApiError('sign_up_closed', 'Ask a member of a workspace, or the operator of this server, to invite you.')
  if (invitation === undefined || !(await isOpenInvitation(ctx, ctx.db, invitation))) await claimSignUp(ctx, visitor)
  // An invitation that was sent by mail proves the address.
  const isVerified = invitation !== undefined && hasMail(ctx)
  // Checked before the address: a wrong invitation reveals nothing about it.
  if (invitation !== undefined) await assertInvited(ctx, ctx.db, given.email, invitation)
  const insert = await prepareUser(ctx, { ...given, timeZone, isVerified, lane: selectHashLane(ctx, visitor) })
  const provedAt = ctx.clock.now()
  return transaction(ctx.db, async (tx) => {
    const user = await insert(tx)
    await auditUser(ctx, tx, user, 'users.sign_up')
    if (invitation !== undefined) await joinByInvitation(ctx, tx, user, invitation)
    return signInAs(ctx, tx, visitor, { user, method: 'password', provedAt })
  })
}

export function signIn(ctx: Context, visitor: Visitor, body: SignInRequest): SignInReply {
  return admitToHash(selectHashLane(ctx, visitor), () => judgePassword(ctx, visitor, body))
}

/** Refuses a wrong address and a wrong password alike, with the same work: a job later finds out which user it was. */
async function judgePassword(ctx: Context, visitor: Visitor, { email, password }: SignInRequest): SignInReply {
  const user = await findUserByEmail(ctx.db, email)
  const attempt = await claimAttempt(ctx, visitor, { kind: 'password', account: email, user })
  if (!(await isPassword(password, user?.password_hash, attempt.lane)) || !user) {
    await enqueue(ctx, ctx.db, refusedSignInJob, { email, ip: visitor.ip })
    throw wrongPassword()
  }
  await attempt.forget()
  return transaction(ctx.db, async (tx) => {
    const current = await lockUser(tx, user.id)
    // A new password was set while this one was being hashed.
    if (current.password_hash !== user.password_hash) throw wrongPassword()
    return signInAs(ctx, tx, visitor, { user: current, method: 'password' })
  })
}

function wrongPassword(): ApiError {
  return new ApiError('wrong_credentials', 'The email address or the password is incorrect.')
}

/** Writes a refused sign-in to the audit log of the user with the address, if there is one. */
export async function recordRefusal(ctx: Context, { email, ip }: { email: string; ip: string }): Promise<void> {
  const user = await findUserByEmail(ctx.db, email)
  if (user) await auditUser(ctx, ctx.db, user, 'users.sign_in_refused', { ip })
}

interface SignInProof {
  readonly user: UserRow
  readonly method: 'password' | 'passkey' | 'link' | 'oidc'
  /** Set when the user confirmed their identity before joining a workspace in the same transaction; now when omitted. */
  readonly provedAt?: Date | undefined
}

/** Starts the session of a user who confirmed their identity, and writes it to the audit log. */
export async function signInAs(
  ctx: Context,
  tx: Db,
  visitor: Visitor,
  { user, method, provedAt }: SignInProof,
): SignInReply {
  // A passkey is two factors in one. After single sign-on the code is required too: see decision 0028.
  const isPendingTotp = user.totp_confirmed_at !== null && method !== 'passkey'
  if (isPendingTotp) {
    const pending = await startSession(ctx, tx, visitor, { userId: user.id, method, isPendingTotp, provedAt })
    return new ReplyWithCookies({ status: 'totp_required', user: null }, pending)
  }
  return startFullSession(ctx, tx, visitor, { user, method, provedAt })
}

/** Starts a session for a user who passed every required factor. */
export async function startFullSession(
  ctx: Context,
  tx: Db,
  visitor: Visitor,
  { user, method, provedAt }: SignInProof,
): SignInReply {
  const cookie = await startSession(ctx, tx, visitor, { userId: user.id, method, isPendingTotp: false, provedAt })
  await auditUser(ctx, tx, user, 'users.sign_in', { method, ip: visitor.ip, user_agent: visitor.userAgent })
  const device = deviceCookie(visitor, signDevice(ctx, user))
  return new ReplyWithCookies({ status: 'signed_in', user: presentUser(user) }, cookie, device)
}

export async function signOut(
  ctx: Context,
  db: Db,
  user: SignedInUser,
  visitor: Visitor,
): Promise<ReplyWithCookies<{ status: 'signed_out' }>> {
  await transaction(db, async (tx) => {
    await revokeSession(ctx, tx, user, user.sessionId)
    await auditUser(ctx, tx, user, 'users.sign_out')
  })
  return new ReplyWithCookies({ status: 'signed_out' }, noSessionCookie(visitor))
}
