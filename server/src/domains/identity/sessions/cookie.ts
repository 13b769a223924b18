import { randomBytes } from 'node:crypto'
import { DEVICE_SECONDS } from '../users/known-device.ts'

export const SESSION_SECONDS = 30 * 86_400
/** Time without use after which a session has ended. */
export const IDLE_SECONDS = 7 * 86_400

export function newSessionToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Checks the form of a token, so that other texts cost no query. */
export function isSessionToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

interface CookieContext {
  readonly isSecure: boolean
}

export function sessionCookie({ isSecure }: CookieContext, token: string): string {
  return cookie('quoin', token, SESSION_SECONDS, isSecure)
}

/** Returns the header that deletes the session's cookie. */
export function noSessionCookie({ isSecure }: CookieContext): string {
  return cookie('quoin', '', 0, isSecure)
}

/** Identifies a browser in which a user has signed in; it remains when the session ends. */
export function deviceCookie({ isSecure }: CookieContext, value: string): string {
  return cookie('quoin-device', value, DEVICE_SECONDS, isSecure)
}

const FLOW_SECONDS = 600

/** Starts a sign-in at another provider, and is read when the browser returns. */
export function flowCookie({ isSecure }: CookieContext, value: string): string {
  return cookie('quoin-flow', value, FLOW_SECONDS, isSecure)
}

export function noFlowCookie({ isSecure }: CookieContext): string {
  return cookie('quoin-flow', '', 0, isSecure)
}

/** Builds a cookie that scripts cannot read, and that other sites' requests do not carry unless a person follows a link. */
function cookie(name: string, value: string, seconds: number, isSecure: boolean): string {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
  return isSecure ? `__Host-${name}=${value}; ${attributes}; Secure` : `${name}=${value}; ${attributes}`
}
