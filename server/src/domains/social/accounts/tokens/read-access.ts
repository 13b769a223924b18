import type { Connector } from '../../../../connectors/connector.ts'
import type { PlatformFacts } from '../../../../connectors/platform.ts'
import { findConnector } from '../../../../connectors/registry.ts'
import type { GrantCall, Identity, Session, Tokens } from '../../../../connectors/session.ts'
import type { Context } from '../../../../kit/context.ts'
import { ApiError, notFound } from '../../../../kit/declare/errors.ts'
import { type App, environmentApp, openApp } from '../apps/app.ts'
import type { AccountStatus } from '../contract/resources.ts'
import { callFor } from '../platform-calls.ts'
import { type AccessRow, findAccess } from '../sql/grants.ts'
import { openEntitySecret, openTokens } from './grants.ts'

/** Account that a call is made for. */
export interface CallTarget {
  readonly accountId: string
  /** The entity to act as; absent or null for the active one. */
  readonly entityExternalId?: string | null
}

/** An account with its tokens unsealed. It never leaves this process, and leaves this slice only as a session. */
export interface AccountAccess {
  readonly row: AccessRow
  readonly app: App
  readonly connector: Connector
  readonly tokens: Tokens
  /** Changes with the tokens. */
  readonly version: number
}

export async function readAccess(ctx: Context, workspaceId: string, target: CallTarget): Promise<AccountAccess> {
  const { accountId, entityExternalId = null } = target
  const row = await findAccess(ctx.db, workspaceId, accountId, entityExternalId)
  if (!row) throw notFound('account')
  const connector = await findConnector(row.platform)
  if (!connector) throw new ApiError('wrong_state', `This server no longer supports the platform ${row.platform}.`)
  if (row.tokens === null || row.version === null) throw unusable(row.status)
  if (entityExternalId !== null && row.entity_external_id === null)
    throw new ApiError('wrong_state', `The account can no longer act as ${entityExternalId}.`, {
      members: { external_id: entityExternalId },
    })
  return {
    row,
    app: openAccountApp(ctx, connector.platform, row),
    connector,
    tokens: openTokens(ctx, row.id, row.tokens),
    version: row.version,
  }
}

/** Returns the error for an account whose status does not allow the call, with the remedy. */
export function unusable(status: AccountStatus, members: Record<string, unknown> = {}): ApiError {
  const remedy = status === 'pending_selection' ? 'choose what it acts as.' : 'reconnect it.'
  return new ApiError('wrong_state', `The account is ${status}: ${remedy}`, { members })
}

export function buildSession(ctx: Context, access: AccountAccess): Session {
  const { row } = access
  return {
    ...buildGrantCall(ctx, access),
    entity: {
      kind: row.entity_kind ?? '',
      externalId: row.entity_external_id ?? '',
      parentExternalId: row.entity_parent,
      metadata: row.entity_metadata ?? {},
      secret: openEntitySecret(ctx, row.id, row.entity_secret),
    },
  }
}

export function buildGrantCall(ctx: Context, { row, app, connector, tokens }: AccountAccess): GrantCall {
  return {
    ...callFor(ctx, { workspaceId: row.workspace_id, connector, app, accountId: row.id }),
    tokens,
    identity: toIdentity(row),
  }
}

export function openAccountApp(ctx: Context, platform: PlatformFacts, row: AccessRow): App {
  const { app_id: id, app_workspace_id: workspaceId, app_credentials: credentials } = row
  if (id === null || workspaceId === null || credentials === null) return environmentApp(ctx, platform)
  return openApp(ctx, platform, { id, workspace_id: workspaceId, credentials })
}

export function toIdentity(row: AccessRow): Identity {
  return {
    externalId: row.external_identity_id,
    displayName: row.display_name,
    username: row.username,
    avatarUrl: row.avatar_url,
  }
}
