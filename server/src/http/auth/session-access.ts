import type { FastifyRequest } from 'fastify'
import { SUDO_SECONDS } from '../../domains/identity/sessions/contract/session.ts'
import type { UserSession } from '../../domains/identity/sessions/service.ts'
import { ROLES } from '../../domains/identity/workspaces/contract.ts'
import { workspaceClosed } from '../../domains/identity/workspaces/service.ts'
import type { Context, Principal, Role } from '../../kit/context.ts'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { ApiError, InvalidRequest, missingField } from '../../kit/declare/errors.ts'
import type { Limits } from '../limits/limits.ts'
import { readSessionToken } from '../request/visitor.ts'
import type { SessionAuthenticator } from './session.ts'

interface SessionContext {
  readonly ctx: Context
  readonly endpoint: AnyEndpoint
  readonly limits: Limits
  readonly sessions: SessionAuthenticator
}

/** Returns false for a request with a key or a token, even if its browser sends a cookie. */
export function isFromSession({ headers }: FastifyRequest): boolean {
  return headers.authorization === undefined && headers.cookie !== undefined && headers.cookie.includes('quoin=')
}

/** Runs the steps of a session before its rights are checked: cookie, origin, workspace. */
export async function authenticateSession(guarded: SessionContext, request: FastifyRequest): Promise<Principal> {
  const { ctx, endpoint, limits, sessions } = guarded
  if (request.headers.authorization !== undefined) throw takesNoKey()
  const token = readSessionToken(ctx, request)
  const signedIn = await limits.countRefusals(request, (assertMayLookUp) =>
    sessions.authenticate(token, assertMayLookUp),
  )
  if (signedIn.isPendingTotp)
    throw new ApiError('totp_required', 'Enter the code of your authenticator app to finish signing in.')
  assertSameOrigin(ctx, request)
  return principalFor(endpoint, signedIn, request)
}

function takesNoKey(): ApiError {
  return new ApiError('invalid_session', 'This call needs the session of a signed-in user, not an API key.')
}

const SAFE = new Set(['GET', 'HEAD'])

/**
 * A browser also sends the cookie with requests of other sites: calls that change something must come from one of our own
 * pages.
 */
function assertSameOrigin(ctx: Context, { method, headers, host }: FastifyRequest): void {
  if (SAFE.has(method)) return
  const site = headers['sec-fetch-site']
  if (site === undefined ? isOwnOrigin(ctx, headers.origin, host) : site === 'same-origin') return
  throw new ApiError(
    'cross_site_request',
    'With a session, calls that change something must come from a page of this server: send its `Origin`. Programs use an API key.',
  )
}

/** Accepts the public URL or the requested host; only over HTTPS where the public URL is HTTPS. */
function isOwnOrigin({ publicUrl }: Context, origin: string | undefined, host: string): boolean {
  if (origin === undefined || !URL.canParse(origin)) return false
  const own = new URL(publicUrl.get())
  if (origin === own.origin) return true
  const { protocol, host: theirs } = new URL(origin)
  return theirs === host && (protocol === 'https:' || own.protocol === 'http:')
}

function principalFor(endpoint: AnyEndpoint, signedIn: UserSession, { headers }: FastifyRequest): Principal {
  const { access, role } = endpoint
  if (access === 'operator' || (access === 'user' && role === undefined)) return signedIn.self
  const id = headers['x-quoin-workspace']
  if (typeof id !== 'string') throw new InvalidRequest([missingField(['header', 'X-Quoin-Workspace'])])
  const principal = signedIn.principals.get(id)
  if (principal) return principal
  throw signedIn.closed.has(id)
    ? workspaceClosed()
    : new ApiError('not_a_member', 'You are not a member of a workspace with this id.')
}

export function assertOperatorRole({ user }: Principal): void {
  if (!user?.isOperator) throw new ApiError('role_required', 'This call is for operators of this server.')
}

export function assertUserRole({ role }: AnyEndpoint, principal: Principal): void {
  if (role === undefined || (principal.role !== null && hasRole(principal.role, role))) return
  throw new ApiError('role_required', `This call needs the role ${role} in the workspace. Yours is ${principal.role}.`)
}

export function hasRole(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}

/** Checked last, so that only users who may do something are asked to authenticate again. Does not apply to keys. */
export function assertSudo(ctx: Context, { access, needsSudo }: AnyEndpoint, { user }: Principal): void {
  if (!user || (access !== 'operator' && !needsSudo)) return
  const provedMs = user.sudoAt.getTime()
  if (ctx.clock.now().getTime() - provedMs < SUDO_SECONDS * 1000) return
  throw new ApiError(
    'sudo_required',
    'Confirm your identity with `POST /v1/session/sudo`, then repeat the call. It needs a confirmation from the last 15 minutes, made since you joined the workspace.',
  )
}
