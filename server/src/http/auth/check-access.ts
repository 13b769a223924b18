import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { countTestCall } from '../../domains/identity/workspaces/service.ts'
import type { Context, LinkedPages, Principal } from '../../kit/context.ts'
import type { AnyEndpoint } from '../../kit/declare/endpoint.ts'
import { ApiError } from '../../kit/declare/errors.ts'
import type { Route } from '../../kit/declare/route.ts'
import type { Input, Validator } from '../body/validate.ts'
import type { Limits } from '../limits/limits.ts'
import type { LongRunningCalls } from '../limits/long-running-calls.ts'
import { type Cors, isKeyed } from '../request/cors.ts'
import type { ResponseWriter } from '../response/reply.ts'
import { whenReady } from '../when-ready.ts'
import type { Authenticator } from './authenticate.ts'
import { assertOperator } from './operator.ts'
import type { SessionAuthenticator } from './session.ts'
import {
  assertOperatorRole,
  assertSudo,
  assertUserRole,
  authenticateSession,
  hasRole,
  isFromSession,
} from './session-access.ts'

/** Guards that may refuse a request before its body is read. */
export interface Guards {
  readonly authenticator: Authenticator
  readonly sessions: SessionAuthenticator
  readonly limits: Limits
  readonly cors?: Cors | undefined
}

/** An endpoint with everything that its requests need, prepared once. */
export interface Operation extends Route, Guards, ResponseWriter {
  readonly ctx: Context
  readonly validator: Validator
  readonly lastingCalls: LongRunningCalls
}

/** The caller of a public endpoint. */
const ANONYMOUS: Principal = {
  workspaceId: '',
  keyId: '',
  mode: 'live',
  permission: 'read',
  profileIds: null,
  expiresAt: null,
  monthlyBudget: null,
  user: null,
  memberId: null,
  role: null,
}
/** The operator's idempotency keys are separate from those of the workspaces. */
const OPERATOR: Principal = { ...ANONYMOUS, workspaceId: 'operator', permission: 'read_write' }

/**
 * Runs the steps before the body is read: key, permission, scope, rate limits. See `docs/architecture.md` for the whole order.
 * Every request passes through here: a plain call with a cached key is decided at once, without a promise (decision 0050).
 */
export function checkAccess(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> | undefined {
  const { endpoint, cors } = operation
  request.principal = ANONYMOUS
  reply.header('cache-control', 'no-store')
  if (cors && isKeyed(endpoint)) cors.allowOrigin(request, reply)
  if (endpoint.access === 'public') return checkVisitor(operation, request)
  if (endpoint.access === 'operator')
    return authenticateOperator(operation, request).then((principal) => void (request.principal = principal))
  return whenReady(authenticateCaller(operation, request), (principal) => admit(operation, request, reply, principal))
}

async function checkVisitor(operation: Operation, request: FastifyRequest): Promise<void> {
  const { endpoint, guard, limits } = operation
  if (endpoint.special.verifiesSender) await limits.countUnverified(request, () => runGuard(operation, request))
  else {
    await limits.takeAddress(request)
    if (guard) await runGuard(operation, request)
  }
}

function admit(
  { ctx, endpoint, limits, cors }: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Principal,
): Promise<void> | undefined {
  // Before anything is refused: refusals are in the log of the workspace too.
  request.principal = principal
  assertHasRole(endpoint, principal)
  if (principal.audience !== undefined) assertCalledByTool(request)
  cors?.assertMayCall(request, principal)
  if (!endpoint.special.takesDryRun) assertMayWrite(endpoint, principal)
  assertReached(endpoint, principal)
  assertSudo(ctx, endpoint, principal)
  const taken = limits.takeKey(reply, principal)
  return principal.mode === 'test' ? countTest(ctx, request, reply, taken) : taken
}

/** A token for /mcp reaches the API through tools only. Their requests are made in this process, so they have no connection. */
function assertCalledByTool({ raw }: FastifyRequest): void {
  if (!(raw.socket instanceof Socket)) return
  throw new ApiError('invalid_api_key', 'This access token is for /mcp only. Use an API key, or sign in for the API.', {
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
}

function assertReached(endpoint: AnyEndpoint, principal: Principal): void {
  if (principal.link) assertLinkAllows(endpoint, principal.link)
  else assertInScope(endpoint, principal)
}

/**
 * Counts before the body is read, so that every response has the quota headers, even one about a malformed body. With an
 * Idempotency-Key the refusal waits until it is known whether the call is a retry.
 */
async function countTest(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  taken: Promise<void> | undefined,
): Promise<void> {
  await taken
  const { headers, refusal } = await countTestCall(ctx, request.principal.workspaceId)
  reply.headers(headers)
  if (refusal && request.headers['idempotency-key'] === undefined) throw refusal
  request.quotaRefusal = refusal
}

/** Checks a long-running call again. Throws when it would be refused now, or may reach less than when it began. */
export async function recheckAccess(operation: Operation, request: FastifyRequest): Promise<void> {
  const { endpoint } = operation
  if (endpoint.access === 'public') return void (await runGuard(operation, request))
  if (endpoint.access === 'operator') return void (await authenticateOperator(operation, request))
  const principal = await authenticateCaller(operation, request)
  assertHasRole(endpoint, principal)
  assertMayWrite(endpoint, principal)
  assertReached(endpoint, principal)
  const { profileIds } = principal
  if (profileIds && !request.principal.profileIds?.every((id) => profileIds.includes(id)))
    throw new ApiError(
      'out_of_scope',
      'You no longer have access to all profiles that this call began with. Call again.',
    )
}

export function authenticateCaller(operation: Operation, request: FastifyRequest): Principal | Promise<Principal> {
  const isSession = operation.endpoint.access === 'user' || isFromSession(request)
  return isSession ? authenticateSession(operation, request) : authenticate(operation, request)
}

async function authenticateOperator(operation: Operation, request: FastifyRequest): Promise<Principal> {
  const { ctx, endpoint, limits } = operation
  if (isFromSession(request)) {
    const principal = await authenticateSession(operation, request)
    assertOperatorRole(principal)
    assertSudo(ctx, endpoint, principal)
    return { ...principal, workspaceId: 'operator' }
  }
  await limits.countRefusals(request, () => assertOperator(ctx, request.headers.authorization))
  return OPERATOR
}

function runGuard({ ctx, guard, validator }: Operation, request: FastifyRequest): Promise<unknown> | undefined {
  const { params, query } = validator.pathAndQuery(readRequestInput(request))
  return guard?.({ params, query, headers: request.headers, ctx })
}

function authenticate(operation: Operation, request: FastifyRequest): Principal | Promise<Principal> {
  const { authenticator, limits } = operation
  const { authorization } = request.headers
  return limits.countRefusals(request, (assertMayLookUp) => authenticator.authenticate(authorization, assertMayLookUp))
}

function assertHasRole(endpoint: AnyEndpoint, principal: Principal): void {
  if (principal.user) assertUserRole(endpoint, principal)
  else assertKeyRole(endpoint, principal)
}

/** A link has no role: its pages are checked with its scope. */
function assertKeyRole({ role }: AnyEndpoint, principal: Principal): void {
  if (role === undefined || principal.role === null || hasRole(principal.role, role)) return
  throw new ApiError(
    'role_required',
    `This call needs the role ${role}, but the key has the role ${principal.role}. Use a key of the workspace or of an owner.`,
  )
}

export function assertMayWrite(endpoint: AnyEndpoint, principal: Principal): void {
  if (endpoint.access !== 'write' || principal.permission !== 'read') return
  throw principal.user
    ? new ApiError('role_required', 'Viewers cannot change anything. Ask an owner of the workspace for another role.')
    : new ApiError('read_only_key', 'This key has the permission read. Use a key with the permission read_write.')
}

/** A link reaches its own pages, whatever the scope: the services of these endpoints know what a link may see. */
function assertLinkAllows({ ofLink }: AnyEndpoint, { pages }: LinkedPages): void {
  if (ofLink === 'any' || (ofLink !== undefined && pages.includes(ofLink))) return
  throw new ApiError(
    'out_of_scope',
    `This link is for the pages ${pages.join(' and ')}. The call belongs to none of them.`,
  )
}

function assertInScope(endpoint: AnyEndpoint, principal: Principal): void {
  if (endpoint.scope !== 'full' || !principal.profileIds) return
  const detail = principal.user
    ? 'You have access only to your profiles in this workspace. This call needs a member with access to the whole workspace.'
    : 'This key has access only to its profiles. Use a key with the scope full.'
  throw new ApiError('out_of_scope', detail)
}

export function readRequestInput({ params, query, body }: FastifyRequest): Input {
  return { params, query, body }
}
