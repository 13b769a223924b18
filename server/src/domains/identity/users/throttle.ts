import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { sha256 } from '../../../kit/hash.ts'
import * as sql from './sql/attempts.ts'

const HOUR = 3600
const OF_EMAIL = { free: 5, waitSecondsMax: HOUR / 4, forgetSeconds: 24 * HOUR }
const OF_LINKS = { free: 3, waitSecondsMax: HOUR, forgetSeconds: HOUR }
/** A network may be an office with many people behind one address. */
const OF_NETWORK = { free: 50, waitSecondsMax: HOUR / 4, forgetSeconds: HOUR }

/**
 * Refuses an attempt that comes too soon after failed ones: for the same email address, from wherever, and from the same network, for
 * whatever address. The waits double. Kept in the database, so that they hold for all processes and after a restart.
 */
export async function claimAttempt(ctx: Context, email: string, network: string): Promise<void> {
  await claimNetworkAttempt(ctx, network)
  await claim(ctx, emailSubject(email), OF_EMAIL)
}

/** Links by mail: few for one address, so that a mailbox cannot be filled. */
export async function claimLinkAttempt(ctx: Context, email: string, network: string): Promise<void> {
  await claimNetworkAttempt(ctx, network)
  await claim(ctx, emailSubject(`link ${email}`), OF_LINKS)
}

/** For what belongs to no email address: a code, a link, a new account. */
export async function claimNetworkAttempt(ctx: Context, network: string): Promise<void> {
  await claim(ctx, networkSubject(network), OF_NETWORK)
}

async function claim(ctx: Context, subject: Buffer, pace: sql.Pace): Promise<void> {
  const now = ctx.clock.now()
  const until = await sql.claimAttempt(ctx.db, subject, now, pace)
  if (until === undefined) return
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  throw new ApiError('rate_limited', `Too many failed attempts. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  })
}

/** The attempt was right, and does not count. */
export async function forgetAttempt(ctx: Context, email: string, network: string): Promise<void> {
  await sql.deleteAttempts(ctx.db, emailSubject(email))
  await forgetNetworkAttempt(ctx, network)
}

export async function forgetNetworkAttempt(ctx: Context, network: string): Promise<void> {
  await sql.updateAttemptForgotten(ctx.db, networkSubject(network))
}

export async function forgetOldAttempts(ctx: Context): Promise<void> {
  await sql.deleteOldAttempts(ctx.db, new Date(ctx.clock.now().getTime() - 2 * OF_EMAIL.forgetSeconds * 1000))
}

function emailSubject(email: string): Buffer {
  return sha256(`email ${email.trim().toLowerCase()}`)
}

function networkSubject(network: string): Buffer {
  return sha256(`network ${network}`)
}
