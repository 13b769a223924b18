import type { FastifyRequest } from 'fastify'
import { readDevice } from '../../domains/identity/users/known-device.ts'
import type { Context } from '../../kit/context.ts'
import type { Visitor } from '../../kit/declare/route.ts'
import { isBlockedAddress } from '../../kit/net/address.ts'
import { toNetwork } from '../limits/limits.ts'

/** The session cookie over plain HTTP. Over HTTPS it has the prefix that keeps other hosts of the domain from setting it. */
export const SESSION_COOKIE = 'quoin'

export const UNKNOWN_VISITOR: Visitor = {
  ip: '',
  network: '',
  userAgent: '',
  sessionToken: undefined,
  deviceToken: undefined,
  flowToken: undefined,
  isSecure: false,
  origin: '',
}

const TEXT_MAX = 512

export function readVisitor(ctx: Context, request: FastifyRequest): Visitor {
  const { ip, headers, protocol, host } = request
  const isSecure = isSecureCall(ctx, request)
  return {
    ip,
    network: toNetwork(ip),
    userAgent: (headers['user-agent'] ?? '').slice(0, TEXT_MAX),
    sessionToken: readCookie(headers.cookie, cookieName(SESSION_COOKIE, isSecure)),
    deviceToken: readDeviceToken(ctx, request),
    flowToken: readCookie(headers.cookie, cookieName(`${SESSION_COOKIE}-flow`, isSecure)),
    isSecure,
    origin: `${isSecure ? 'https' : protocol}://${host}`,
  }
}

export function readSessionToken(ctx: Context, request: FastifyRequest): string | undefined {
  return readCookie(request.headers.cookie, cookieName(SESSION_COOKIE, isSecureCall(ctx, request)))
}

/**
 * Returns the id that limits a caller without a key: the user of a known device, otherwise the network. Where all people share
 * one address, a flood from it does not affect known devices (decision 0061).
 */
export function limitedBy(ctx: Context, request: FastifyRequest): string {
  warnAboutProxy(ctx, request)
  const device = readDevice(ctx, readDeviceToken(ctx, request))
  return device ? `device of ${device.userId}` : toNetwork(request.ip)
}

let hasWarned = false

/** A private address that forwards for its caller is a proxy: if it is not trusted, everyone behind it shares one limit. */
function warnAboutProxy({ log }: Context, request: FastifyRequest): void {
  const { ip } = request
  if (hasWarned || !isFromUnknownProxy(request) || !isBlockedAddress(ip, false)) return
  hasWarned = true
  log.warn(
    { address: ip },
    'Requests come through a proxy that is not listed in TRUST_PROXY: all callers share one address and its rate limits. Set TRUST_PROXY to this address.',
  )
}

/** Checks for an X-Forwarded-For that is ignored, because the address that sent it is not in TRUST_PROXY. */
export function isFromUnknownProxy({ headers, ips }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] !== undefined && (ips ?? []).length < 2
}

function readDeviceToken(ctx: Context, request: FastifyRequest): string | undefined {
  const { cookie } = request.headers
  if (cookie === undefined) return undefined
  return readCookie(cookie, cookieName(`${SESSION_COOKIE}-device`, isSecureCall(ctx, request)))
}

function isSecureCall({ publicUrl }: Context, { protocol }: FastifyRequest): boolean {
  return protocol === 'https' || publicUrl.get().startsWith('https:')
}

function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}

function readCookie(header: string | undefined, name: string): string | undefined {
  const pair = header?.split('; ').find((each) => each.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}
