import { randomBytes } from 'node:crypto'
import type { PlatformFacts } from '../../../../connectors/platform.ts'
import type { Context, Principal } from '../../../../kit/context.ts'
import { ApiError, notFound } from '../../../../kit/declare/errors.ts'
import { sha256 } from '../../../../kit/hash.ts'
import { redirectOrigin } from '../../../../kit/net/origins.ts'
import { type Db, transaction, violatedConstraint } from '../../../../kit/postgres/db.ts'
import { assertReachable, getProfile } from '../../../identity/profiles/service.ts'
import { type App, currentApp, getApp, isComplete } from '../apps/app.ts'
import type { ReconnectRequest } from '../contract/accounts.ts'
import type { ConnectionRequest } from '../contract/connections.ts'
import type { Connection } from '../contract/resources.ts'
import { buildConnectionLink } from '../hosted/link.ts'
import { callbackUrl, callFor, clientUrl, guideUrl, readPlatformOrigins } from '../platform-calls.ts'
import { toPlatformApiError } from '../platform-errors.ts'
import { getConnector, getPlatform, unsupported } from '../platforms.ts'
import { getAccountRow } from '../sql/accounts.ts'
import * as sql from '../sql/connections.ts'
import { assertStatus, presentConnection } from './connections.ts'
import { sealPendingOAuth } from './pending-oauth.ts'
import { checkPlatformInput, isBadServerName, rejectedInput } from './rejected-input.ts'
import { assertKnownByAddress, hasOptions } from './sign-in-page.ts'

const LIFETIME_MS = 3_600_000

export async function createConnection(
  ctx: Context,
  principal: Principal,
  body: ConnectionRequest,
): Promise<Connection> {
  if (principal.link && body.mode !== 'hosted')
    throw new ApiError('out_of_scope', 'A portal link can only connect accounts on the hosted page: send mode hosted.')
  const { id: profileId } = await getProfile(ctx.db, principal, body.profile_id)
  return startConnection(ctx, principal, { ...body, profileId, accountId: null })
}

/** Starts a new sign-in of the same account, which keeps its id, entity and history. */
export async function reconnectAccount(
  ctx: Context,
  principal: Principal,
  accountId: string,
  body: ReconnectRequest,
): Promise<Connection> {
  const { platform, profile_id: profileId } = await getAccountRow(ctx.db, principal.workspaceId, accountId)
  assertReachable(principal, profileId)
  return startConnection(ctx, principal, { ...body, platform, profileId, accountId })
}

type StartRequest = ReconnectRequest & { platform: string; profileId: string; accountId: string | null }

async function startConnection(ctx: Context, principal: Principal, request: StartRequest): Promise<Connection> {
  const { workspaceId, memberId } = principal
  const { mode, profileId, accountId, redirect_url: redirectUrl, callback, options = {} } = request
  const platform = checkStart(ctx, request)
  const app = await currentApp(ctx, ctx.db, workspaceId, platform)
  assertConfigured(ctx, platform, app)
  const now = ctx.clock.now()
  const row: sql.ConnectionRow = {
    workspace_id: workspaceId,
    id: ctx.ids.next('connection'),
    profile_id: profileId,
    platform: platform.id,
    mode,
    status: 'awaiting_user',
    account_id: accountId,
    is_reconnect: accountId !== null,
    redirect_url: redirectUrl ?? null,
    options,
    app_id: app.id,
    member_id: memberId,
    secrets: null,
    identity: null,
    scopes: [],
    entities: null,
    error: null,
    expires_at: new Date(now.getTime() + LIFETIME_MS),
    created_at: now,
    updated_at: now,
  }
  if (mode === 'hosted') {
    await insertConnection(ctx.db, row)
    return presentConnection(ctx, row, buildConnectionLink(ctx, row))
  }
  const ownPage = callback === 'server' ? null : row.redirect_url
  const oauth = await startOAuth(ctx, row, { platform, app, ownPage })
  await transaction(ctx.db, async (tx) => {
    await insertConnection(tx, { ...row, secrets: oauth?.secrets ?? null })
    if (oauth) await sql.insertState(tx, oauth.state)
  })
  return presentConnection(ctx, row, oauth?.url)
}

/** Stores a connection. Its profile may have been deleted since it was read, with its accounts. */
async function insertConnection(db: Db, row: sql.ConnectionRow): Promise<void> {
  await sql.insertConnection(db, row).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'connections_profile_fkey') throw error
    throw notFound(row.is_reconnect ? 'account' : 'profile')
  })
}

/** Starts the sign-in of a person on the connection's page. They may return and start another one. */
export async function beginOAuth(
  ctx: Context,
  row: sql.ConnectionRow,
  options: Record<string, unknown>,
): Promise<string> {
  assertStatus(ctx, row, 'awaiting_user')
  const platform = getPlatform(ctx, row.platform)
  checkPlatformInput(platform.auth.options, options, 'options')
  const app = await getApp(ctx, ctx.db, platform, row.app_id)
  const oauth = await startOAuth(ctx, { ...row, options }, { platform, app, ownPage: null })
  if (!oauth) throw unsupported(platform.id, `${platform.label} has no sign-in page`)
  await transaction(ctx.db, async (tx) => {
    await sql.updateConnection(tx, row.workspace_id, row.id, {
      options,
      secrets: oauth.secrets,
      updated_at: ctx.clock.now(),
    })
    // A sign-in started earlier on the same page can no longer be completed.
    await sql.deleteStates(tx, row.id)
    await sql.insertState(tx, oauth.state)
  })
  return oauth.url
}

/** Returns the platform of a sign-in. On a connection's page the person enters the missing options; credentials need none. */
export function checkStart(
  ctx: Context,
  { platform: id, mode, options }: Pick<StartRequest, 'platform' | 'mode' | 'options'>,
): PlatformFacts {
  const platform = getPlatform(ctx, id)
  const needsOptions = mode === 'headless' && !platform.auth.methods.includes('credentials')
  if (needsOptions || options !== undefined) checkPlatformInput(platform.auth.options, options ?? {}, 'options')
  return platform
}

/** Throws 422 where every sign-in method needs an app and there is none. */
function assertConfigured(ctx: Context, platform: PlatformFacts, app: App): void {
  if (platform.auth.methods.includes('credentials') || isComplete(platform, app)) return
  const guide = guideUrl(ctx, platform)
  throw new ApiError(
    'platform_not_configured',
    `${platform.label} needs an app that is registered there. Set yours with PUT /v1/platforms/${platform.id}/app, or ask the operator of this server; ${guide} explains how to get one.`,
    { members: { platform: platform.id, guide } },
  )
}

/**
 * Returns undefined when the connection can only be completed with credentials. Without the customer's own page, the code is sent
 * to this server.
 */
async function startOAuth(
  ctx: Context,
  { workspace_id: workspaceId, id, options, expires_at }: sql.ConnectionRow,
  { platform, app, ownPage }: { platform: PlatformFacts; app: App; ownPage: string | null },
): Promise<{ url: string; secrets: string; state: sql.StateRow } | undefined> {
  const { methods, isDescribed = false } = platform.auth
  if (!methods.includes('oauth') || !isComplete(platform, app) || !hasOptions(platform, options)) return undefined
  assertKnownByAddress(ctx, platform)
  const connector = await getConnector(ctx, platform.id)
  const { oauth } = connector.auth
  if (!oauth) return undefined
  const state = randomBytes(32).toString('base64url')
  const redirectUri = ownPage !== null && !isDescribed ? ownPage : callbackUrl(ctx, platform)
  const codeVerifier = randomBytes(32).toString('base64url')
  const codeChallenge = sha256(codeVerifier).toString('base64url')
  const scopes = [...platform.auth.scopes, ...(platform.auth.optionalScopes ?? [])]
  const client = isDescribed && { clientUrl: clientUrl(ctx, platform) }
  const request = { redirectUri, state, codeVerifier, codeChallenge, scopes, options, ...client }
  try {
    const { url, handshake = null } = await oauth.authorize(callFor(ctx, { workspaceId, connector, app }), request)
    return {
      url: redirectOrigin(url, readPlatformOrigins(ctx)),
      secrets: sealPendingOAuth(ctx, id, { codeVerifier, redirectUri, handshake }),
      // Only the hash is stored: a reader of the table cannot complete another person's sign-in.
      state: { hash: sha256(state), workspace_id: workspaceId, connection_id: id, expires_at },
    }
  } catch (error) {
    throw isBadServerName(error)
      ? rejectedInput(platform, error, 'options')
      : toPlatformApiError(platform.id, error, ['body', 'options'])
  }
}
