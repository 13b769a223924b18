import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import { sha256 } from '../../../kit/hash.ts'
import { findUserDevice, readDevice } from './known-device.ts'
import { findUser, type UserRow } from './service.ts'
import * as sql from './sql/attempts.ts'

const HOUR = 3600
const OF_SECRET = { free: 5, waitSecondsMax: HOUR / 4, forgetSeconds: 24 * HOUR }
const OF_LINKS = { free: 3, waitSecondsMax: HOUR, forgetSeconds: HOUR }
/** A network may be an office with many people behind one address. */
const OF_NETWORK = { free: 50, waitSecondsMax: HOUR / 4, forgetSeconds: HOUR }

/** An attempt that may be checked. It counts as failed until it is cleared. */
export interface SignInAttempt {
  /** The queue in which its password waits to be hashed. */
  readonly lane: string
  forget(): Promise<void>
}

/**
 * Refuses an attempt to guess a secret that comes too soon after failed ones. The waits double, and are stored in the database,
 * so that they apply to all processes and survive a restart. A device that the user has signed in with is counted separately; all
 * other devices are counted together, so a stranger's failures delay only those (decision 0061).
 */
export async function claimAttempt(
  ctx: Context,
  visitor: Visitor,
  { kind, account, user }: { kind: 'password' | 'code'; account: string; user: UserRow | undefined },
): Promise<SignInAttempt> {
  const device = findUserDevice(ctx, visitor.deviceToken, user)
  if (device) return claimOwn(ctx, `${kind} device ${device.id}`, OF_SECRET, `device ${device.id}`)
  return claimFromNetwork(ctx, visitor.network, `${kind} ${normalize(account)}`, OF_SECRET)
}

/** Returns the lane of a caller before anything is read: a signature identifies a known device. */
export function selectHashLane(ctx: Context, { deviceToken, network }: Visitor): string {
  const device = readDevice(ctx, deviceToken)
  return device ? `device ${device.id}` : `network ${network}`
}

/** Counts attempts within a live session for that session alone. */
export function claimSessionAttempt(ctx: Context, sessionId: string): Promise<SignInAttempt> {
  return claimOwn(ctx, `session ${sessionId}`, OF_SECRET, `session ${sessionId}`)
}

/** Counts wrong codes of devices for the user who enters them, in any of their sessions. */
export function claimDeviceCodeAttempt(ctx: Context, userId: string): Promise<SignInAttempt> {
  return claimOwn(ctx, `device code ${userId}`, OF_SECRET, `user ${userId}`)
}

/** Limits links by mail: few for one address, so that a mailbox cannot be flooded. */
export async function claimLinkAttempt(ctx: Context, visitor: Visitor, email: string): Promise<void> {
  const known = readDevice(ctx, visitor.deviceToken)
  const user = known && (await findUser(ctx.db, known.userId))
  const isOwn = user !== undefined && normalize(user.email) === normalize(email)
  const device = isOwn ? findUserDevice(ctx, visitor.deviceToken, user) : undefined
  if (device) await claimOwn(ctx, `link device ${device.id}`, OF_LINKS, '')
  else await claimFromNetwork(ctx, visitor.network, `link ${normalize(email)}`, OF_LINKS)
}

/** Limits new accounts: few from one network, whether they succeed or not. */
export async function claimSignUp(ctx: Context, { network }: Visitor): Promise<void> {
  const blockedUntil = await claimNetwork(ctx, network)
  if (blockedUntil) throw tooMany(ctx, blockedUntil)
}

export async function forgetOldAttempts(ctx: Context): Promise<void> {
  await sql.deleteOldAttempts(ctx.db, new Date(ctx.clock.now().getTime() - 2 * OF_SECRET.forgetSeconds * 1000))
}

async function claimOwn(ctx: Context, subject: string, pace: sql.ThrottlePolicy, lane: string): Promise<SignInAttempt> {
  const claim = await sql.claimAttempt(ctx.db, sha256(subject), ctx.clock.now(), pace)
  if (claim.blockedUntil) throw tooMany(ctx, claim.blockedUntil)
  return { lane, forget: () => sql.deleteAttempts(ctx.db, sha256(subject)) }
}

/**
 * Allows the first attempt at a secret even where its network has to wait. Otherwise, behind an untrusted proxy, where everyone
 * has the same address, a stranger's failures would lock everyone out.
 */
async function claimFromNetwork(
  ctx: Context,
  network: string,
  subject: string,
  pace: sql.ThrottlePolicy,
): Promise<SignInAttempt> {
  const networkBlockedUntil = await claimNetwork(ctx, network)
  const { blockedUntil, failures } = await sql.claimAttempt(ctx.db, sha256(subject), ctx.clock.now(), pace)
  if (blockedUntil) throw tooMany(ctx, blockedUntil)
  if (networkBlockedUntil && failures > 1) {
    await sql.updateAttemptForgotten(ctx.db, sha256(subject))
    throw tooMany(ctx, networkBlockedUntil)
  }
  return {
    lane: `network ${network}`,
    async forget() {
      await sql.deleteAttempts(ctx.db, sha256(subject))
      if (!networkBlockedUntil) await sql.updateAttemptForgotten(ctx.db, networkSubject(network))
    },
  }
}

async function claimNetwork(ctx: Context, network: string): Promise<Date | undefined> {
  return (await sql.claimAttempt(ctx.db, networkSubject(network), ctx.clock.now(), OF_NETWORK)).blockedUntil
}

function tooMany(ctx: Context, until: Date): ApiError {
  const seconds = Math.max(1, Math.ceil((until.getTime() - ctx.clock.now().getTime()) / 1000))
  return new ApiError('rate_limited', `Too many failed attempts. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

function normalize(account: string): string {
  return account.trim().toLowerCase()
}

function networkSubject(network: string): Buffer {
  return sha256(`network ${network}`)
}
