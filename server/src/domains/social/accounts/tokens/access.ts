import type { HealthIssue } from '../../../../connectors/auth.ts'
import type { Connector } from '../../../../connectors/connector.ts'
import { PlatformError } from '../../../../connectors/failure.ts'
import { findConnector } from '../../../../connectors/registry.ts'
import type { GrantCall, Identity, Session, Tokens } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError, notFound } from '../../../../kit/declare/errors.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { emit } from '../../../../webhooks/emit.ts'
import { accountDisconnected } from '../contract/events.ts'
import { describeFailure } from '../platform-errors.ts'
import { callFor } from '../platforms.ts'
import { presentAccount } from '../present.ts'
import * as accountSql from '../sql/accounts.ts'
import * as sql from '../sql/grants.ts'
import { canRenew, openEntitySecret, openTokens } from './grants.ts'
import { renewTokens } from './renew.ts'

/** An account with its tokens in the open: never leaves this process, and this domain only as a session. */
export interface Access {
  readonly row: sql.AccessRow
  readonly connector: Connector
  readonly tokens: Tokens
  readonly version: number
}

/** Whom a call is made for. `as` is the external id of an entity; null for the active one. */
interface Caller {
  readonly workspaceId: string
  readonly accountId: string
  readonly as: string | null
}

/**
 * Runs a call on behalf of an account with tokens that are fresh, as its active entity, or `as` another that it may act as.
 * When the platform refuses them, they are renewed once and the call is made again: a refused call has changed nothing. Only
 * when the platform refuses the account itself is it signed out. Never call this inside a transaction.
 */
export function withAccess<T>(
  ctx: Context,
  workspaceId: string,
  accountId: string,
  use: (session: Session, connector: Connector) => Promise<T>,
  as: string | null = null,
): Promise<T> {
  const caller = { workspaceId, accountId, as }
  return attempt(ctx, caller, USABLE, (access) => use(sessionOf(ctx, access), access.connector))
}

/** The same before an entity is chosen, or when it may be another. */
export function withGrant<T>(
  ctx: Context,
  workspaceId: string,
  accountId: string,
  use: (call: GrantCall, connector: Connector) => Promise<T>,
): Promise<T> {
  const usable: Statuses = [...USABLE, 'pending_selection']
  const caller = { workspaceId, accountId, as: null }
  return attempt(ctx, caller, usable, (access) => use(grantCallOf(ctx, access), access.connector))
}

export async function attempt<T>(
  ctx: Context,
  caller: Caller,
  usable: Statuses,
  use: (access: Access) => Promise<T>,
): Promise<T> {
  const access = await openAccess(ctx, caller, usable)
  try {
    return await use(access)
  } catch (error) {
    if (!isAuthError(error)) throw error
    const again = await recover(ctx, caller, access, error)
    try {
      return await use(again)
    } catch (second) {
      throw isAuthError(second) ? await confirm(ctx, again, second) : second
    }
  }
}

type Statuses = readonly accountSql.AccountStatus[]
export const USABLE: Statuses = ['connected', 'expiring']

/** Reads the tokens and renews them when they are due. */
async function openAccess(ctx: Context, caller: Caller, usable: Statuses): Promise<Access> {
  const access = await readAccess(ctx, caller)
  const { status } = access.row
  if (!usable.includes(status))
    throw new ApiError('wrong_state', `The account is ${status}: ${remedyOf(status)}`, {
      members: { account_status: status },
    })
  const { expiresAt } = access.tokens
  if (!expiresAt) return access
  const leftMs = expiresAt.getTime() - ctx.clock.now().getTime()
  const refresh = canRenew(access.connector, access.tokens) ? access.connector.auth.refresh : undefined
  if (leftMs > (refresh?.aheadSeconds ?? 0) * 1000) return access
  if (!refresh) {
    const error = new PlatformError('auth', 'The sign-in has ended.', { remediation: 'Reconnect the account.' })
    await signOut(ctx, access, 'sign_in_ended', error)
    throw error
  }
  try {
    return await renew(ctx, caller, access)
  } catch (error) {
    // The old token still works for a while: a platform whose renewals are down is no reason to stop.
    if (leftMs > 0 && error instanceof PlatformError && !isAuthError(error)) return access
    throw error
  }
}

async function readAccess(ctx: Context, { workspaceId, accountId, as }: Caller): Promise<Access> {
  const row = await sql.findAccess(ctx.db, workspaceId, accountId, as)
  if (!row) throw notFound('account')
  const connector = findConnector(row.platform)
  if (!connector) throw new ApiError('wrong_state', `This server has no platform ${row.platform} any more.`)
  if (row.tokens === null || row.version === null)
    throw new ApiError('wrong_state', `The account is ${row.status}: ${remedyOf(row.status)}`)
  if (as !== null && row.entity_external_id === null)
    throw new ApiError('wrong_state', `The account cannot act as ${as} any more.`, { members: { external_id: as } })
  return { row, connector, tokens: openTokens(ctx, row.id, row.tokens), version: row.version }
}

function remedyOf(status: accountSql.AccountStatus): string {
  return status === 'pending_selection' ? 'choose what it acts as.' : 'reconnect it.'
}

async function renew(ctx: Context, caller: Caller, access: Access): Promise<Access> {
  try {
    await renewTokens(ctx, access, grantCallOf(ctx, access))
  } catch (error) {
    if (isAuthError(error)) await signOut(ctx, access, 'authorization_revoked', error)
    throw error
  }
  return readAccess(ctx, caller)
}

/** After a refusal: tokens that are newer than the refused ones, or the refusal itself. */
async function recover(ctx: Context, caller: Caller, access: Access, error: PlatformError): Promise<Access> {
  const version = await sql.findGrantVersion(ctx.db, caller.workspaceId, caller.accountId)
  if (version !== undefined && version !== access.version) return readAccess(ctx, caller)
  if (canRenew(access.connector, access.tokens)) return renew(ctx, caller, access)
  throw await confirm(ctx, access, error)
}

/** A second opinion before anybody is signed out: a call that may not be made is not a sign-in that has ended. */
async function confirm(ctx: Context, access: Access, error: PlatformError): Promise<PlatformError> {
  try {
    await access.connector.checkHealth(sessionOf(ctx, access))
  } catch (second) {
    if (isAuthError(second)) await signOut(ctx, access, 'authorization_revoked', second)
    return error
  }
  return new PlatformError('invalid', error.message, {
    rule: `${access.row.platform}.permission.missing`,
    remediation: 'The sign-in works, but not for this: look at the scopes of the account.',
    ...(error.platformResponse && { platformResponse: error.platformResponse }),
    cause: error,
  })
}

const SIGNED_OUT: HealthIssue = {
  code: 'reauth_required',
  message: 'The platform does not accept the sign-in any more.',
  remediation: 'Reconnect the account.',
  severity: 'error',
}

/** Tokens that have been replaced meanwhile sign nobody out. */
async function signOut(ctx: Context, access: Access, reason: string, error: PlatformError): Promise<void> {
  const { workspace_id: workspaceId, id, platform } = access.row
  const now = ctx.clock.now()
  await transaction(ctx.db, async (tx) => {
    const account = await accountSql.lockAccount(tx, workspaceId, id)
    const isCurrent = (await sql.findGrantVersion(tx, workspaceId, id)) === access.version
    if (!account || !isCurrent || account.disconnected_at) return
    await accountSql.updateAccount(tx, workspaceId, id, {
      status: 'reauth_required',
      disconnected_at: now,
      disconnect_reason: reason,
      health: {
        ...account.health,
        status: 'error',
        issues: [SIGNED_OUT],
        last_error: { ...describeFailure(platform, error), at: now.toISOString() },
      },
      check_at: null,
      updated_at: now,
    })
    const row = await accountSql.findAccount(tx, workspaceId, id)
    if (row) await emit(ctx, tx, accountDisconnected, { account: presentAccount(row) }, { workspaceId })
  })
}

export function sessionOf(ctx: Context, access: Access): Session {
  const { row } = access
  return {
    ...grantCallOf(ctx, access),
    entity: {
      kind: row.entity_kind ?? '',
      externalId: row.entity_external_id ?? '',
      parentExternalId: row.entity_parent,
      metadata: row.entity_metadata ?? {},
      secret: openEntitySecret(ctx, row.id, row.entity_secret),
    },
  }
}

function grantCallOf(ctx: Context, { row, connector, tokens }: Access): GrantCall {
  return { ...callFor(ctx, row.workspace_id, connector), tokens, identity: identityOf(row) }
}

export function identityOf(row: sql.AccessRow): Identity {
  return {
    externalId: row.external_identity_id,
    displayName: row.display_name,
    username: row.username,
    avatarUrl: row.avatar_url,
  }
}

export function isAuthError(error: unknown): error is PlatformError {
  return error instanceof PlatformError && error.kind === 'auth'
}
