import type { Connector } from '../../../../connectors/connector.ts'
import { PlatformError } from '../../../../connectors/platform-error.ts'
import type { GrantCall, Session } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import { type AccountStatus, SIGNED_IN_STATUSES } from '../contract/resources.ts'
import { findGrantVersion } from '../sql/grants.ts'
import { canRenew } from './grants.ts'
import {
  type AccountAccess,
  buildGrantCall,
  buildSession,
  type CallTarget,
  readAccess,
  unusable,
} from './read-access.ts'
import { renewTokens } from './renew.ts'
import { signOut } from './sign-out.ts'

/**
 * Calls a platform on behalf of an account, with fresh tokens. When the platform refuses the tokens, they are renewed once and
 * the call is repeated: a refused call has changed nothing. The account is signed out only when the platform refuses the
 * sign-in itself. Never call this inside a transaction.
 */
export function withAccess<T>(
  ctx: Context,
  workspaceId: string,
  target: CallTarget,
  use: (session: Session, connector: Connector) => Promise<T>,
): Promise<T> {
  const call = { workspaceId, target, statuses: SIGNED_IN_STATUSES }
  return withTokens(ctx, call, (access) => use(buildSession(ctx, access), access.connector))
}

/** Calls a platform before an entity is chosen, or when another one may be chosen. */
export function withGrant<T>(
  ctx: Context,
  workspaceId: string,
  accountId: string,
  use: (call: GrantCall, connector: Connector) => Promise<T>,
): Promise<T> {
  const statuses: readonly AccountStatus[] = [...SIGNED_IN_STATUSES, 'pending_selection']
  const call = { workspaceId, target: { accountId }, statuses }
  return withTokens(ctx, call, (access) => use(buildGrantCall(ctx, access), access.connector))
}

export interface TokenCall {
  readonly workspaceId: string
  readonly target: CallTarget
  /** Statuses in which the account may make this call. */
  readonly statuses: readonly AccountStatus[]
}

export async function withTokens<T>(
  ctx: Context,
  call: TokenCall,
  use: (access: AccountAccess) => Promise<T>,
): Promise<T> {
  const access = await openAccess(ctx, call)
  try {
    return await use(access)
  } catch (error) {
    if (!isAuthError(error)) throw error
    const renewed = await renewRefused(ctx, call, access, error)
    try {
      return await use(renewed)
    } catch (second) {
      throw isAuthError(second) ? await confirmSignedOut(ctx, renewed, second) : second
    }
  }
}

/** Reads the tokens and renews them when due. */
async function openAccess(ctx: Context, call: TokenCall): Promise<AccountAccess> {
  const access = await readAccess(ctx, call.workspaceId, call.target)
  const { status } = access.row
  if (!call.statuses.includes(status)) throw unusable(status, { account_status: status })
  const { expiresAt } = access.tokens
  if (!expiresAt) return access
  const leftMs = expiresAt.getTime() - ctx.clock.now().getTime()
  const refresh = canRenew(access.connector, access.tokens) ? access.connector.auth.refresh : undefined
  if (leftMs > (refresh?.aheadSeconds ?? 0) * 1000) return access
  if (!refresh) {
    const error = new PlatformError('auth', 'The sign-in has expired.', { remediation: 'Reconnect the account.' })
    await signOut(ctx, access, 'sign_in_ended', error)
    throw error
  }
  try {
    return await renew(ctx, call, access)
  } catch (error) {
    // The old token is still valid, so the call continues even if the platform's renewals are down.
    if (leftMs > 0 && error instanceof PlatformError && !isAuthError(error)) return access
    throw error
  }
}

async function renew(ctx: Context, call: TokenCall, access: AccountAccess): Promise<AccountAccess> {
  try {
    await renewTokens(ctx, access, buildGrantCall(ctx, access))
  } catch (error) {
    if (isAuthError(error)) await signOut(ctx, access, 'authorization_revoked', error)
    throw error
  }
  return readAccess(ctx, call.workspaceId, call.target)
}

/** Returns tokens that are newer than the refused ones, or throws the refusal. */
async function renewRefused(
  ctx: Context,
  call: TokenCall,
  access: AccountAccess,
  error: PlatformError,
): Promise<AccountAccess> {
  const version = await findGrantVersion(ctx.db, call.workspaceId, call.target.accountId)
  if (version !== undefined && version !== access.version) return readAccess(ctx, call.workspaceId, call.target)
  if (canRenew(access.connector, access.tokens)) return renew(ctx, call, access)
  throw await confirmSignedOut(ctx, access, error)
}

/**
 * Checks the sign-in with a second call before the account is signed out: the platform may refuse one call and still accept
 * the sign-in. Returns the error to throw.
 */
async function confirmSignedOut(ctx: Context, access: AccountAccess, error: PlatformError): Promise<PlatformError> {
  try {
    await access.connector.checkHealth(buildSession(ctx, access))
  } catch (second) {
    if (isAuthError(second)) await signOut(ctx, access, 'authorization_revoked', second)
    return error
  }
  return new PlatformError('invalid', error.message, {
    rule: `${access.row.platform}.permission.missing`,
    remediation: "The sign-in works but does not allow this call. Check the account's scopes.",
    ...(error.platformResponse && { platformResponse: error.platformResponse }),
    cause: error,
  })
}

function isAuthError(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.kind === 'auth'
}
