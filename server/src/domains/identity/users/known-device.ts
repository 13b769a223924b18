import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import type { UserRow } from './service.ts'

/** A browser in which a user has signed in. It grants no access, but has a separate throttle that strangers cannot reach. */
export interface KnownDevice {
  readonly id: string
  readonly userId: string
  /** Changes with the password, so that a reset forgets every device. */
  readonly passwordTag: string
}

export const DEVICE_SECONDS = 365 * 86_400
const TOKEN = /^(?<userId>\w+)\.(?<id>[\w-]{22})\.(?<until>\d+)\.(?<passwordTag>[\w-]{22})\.(?<signature>[\w-]{43})$/

export function signDevice(ctx: Context, user: UserRow): string {
  const until = Math.floor(ctx.clock.now().getTime() / 1000) + DEVICE_SECONDS
  const id = randomBytes(16).toString('base64url')
  const signed = [user.id, id, until, tagPassword(ctx, user)].join('.')
  return `${signed}.${sign(ctx, signed)}`
}

/** Returns undefined for a forged or expired token. It costs no query, so it can be checked before every limit. */
export function readDevice(ctx: Context, token: string | undefined): KnownDevice | undefined {
  const parts = TOKEN.exec(token ?? '')?.groups
  if (token === undefined || !parts) return undefined
  const { userId = '', id = '', until, passwordTag = '', signature = '' } = parts
  const wanted = sign(ctx, token.slice(0, token.lastIndexOf('.')))
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(wanted))) return undefined
  return Number(until) * 1000 > ctx.clock.now().getTime() ? { id, userId, passwordTag } : undefined
}

/** Returns the device if this user has signed in with it since the last change of the password. */
export function findUserDevice(
  ctx: Context,
  token: string | undefined,
  user: UserRow | undefined,
): KnownDevice | undefined {
  const device = readDevice(ctx, token)
  return user && device?.userId === user.id && device.passwordTag === tagPassword(ctx, user) ? device : undefined
}

function tagPassword(ctx: Context, { password_hash }: UserRow): string {
  return createHmac('sha256', ctx.secrets.derive('device password'))
    .update(password_hash ?? '')
    .digest()
    .subarray(0, 16)
    .toString('base64url')
}

function sign(ctx: Context, signed: string): string {
  return createHmac('sha256', ctx.secrets.derive('known device')).update(signed).digest('base64url')
}
