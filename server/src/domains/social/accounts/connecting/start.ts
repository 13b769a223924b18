import { randomBytes } from 'node:crypto'
import type { PlatformFacts } from '../../../../connectors/platform.ts'
import type { Context, Principal } from '../../../../kit/context.ts'
import { ApiError } from '../../../../kit/declare/errors.ts'
import { sha256 } from '../../../../kit/hash.ts'
import { redirectOrigin } from '../../../../kit/net/origins.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { assertReachable, getProfile } from '../../../identity/profiles/service.ts'
import { type App, currentApp, isComplete } from '../apps/app.ts'
import type { ReconnectRequest } from '../contract/accounts.ts'
import type { ConnectionRequest } from '../contract/connections.ts'
import type { Connection } from '../contract/resources.ts'
import { callbackUrl, callFor, guideUrl, originsOf } from '../platform-calls.ts'
import { apiErrorOf } from '../platform-errors.ts'
import { getConnector, getPlatform, unsupported } from '../platforms.ts'
import { getAccountRow } from '../sql/accounts.ts'
import * as sql from '../sql/connections.ts'
import { presentConnection } from './connections.ts'
import { type PendingOAuth, sealPendingOAuth } from './pending-oauth.ts'
import { checkPlatformInput, isBadServerName, rejectedInput } from './rejected-input.ts'

const LIFETIME_MS = 3_600_000

export async function createConnection(
  ctx: Context,
  principal: Principal,
  body: ConnectionRequest,
): Promise<Connection> {
  const { id: profileId } = await getProfile(ctx.db, principal, body.profile_id)
  return startConnection(ctx, principal, { ...body, profileId, accountId: null })
}

/** Starts a new sign-in of the same account: its id, entity and history stay. */
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

async function startConnection(ctx: Context, { workspaceId }: Principal, request: StartRequest): Promise<Connection> {
  const { mode, profileId, accountId, redirect_url: redirectUrl, options = {} } = request
  const platform = checkStart(ctx, request)
  const app = await currentApp(ctx, ctx.db, workspaceId, platform)
  assertConfigured(ctx, platform, app, mode)
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  const id = ctx.ids.next('connection')
  const state = randomBytes(32).toString('base64url')
  const redirectUri = mode === 'headless' && redirectUrl ? redirectUrl : callbackUrl(ctx, platform)
  const oauth = await startOAuth(ctx, workspaceId, { platform, app }, { options, state, redirectUri })
  const row: sql.ConnectionRow = {
    workspace_id: workspaceId,
    id,
    profile_id: profileId,
    platform: platform.id,
    mode,
    status: 'awaiting_user',
    account_id: accountId,
    is_reconnect: accountId !== null,
    redirect_url: redirectUrl ?? null,
    options,
    app_id: app.id,
    secrets: oauth ? sealPendingOAuth(ctx, id, oauth.pending) : null,
    identity: null,
    scopes: [],
    entities: null,
    error: null,
    expires_at: expiresAt,
    created_at: now,
    updated_at: now,
  }
  await transaction(ctx.db, async (tx) => {
    await sql.insertConnection(tx, row)
    // Only the hash is stored: a reader of the table cannot complete another person's sign-in.
    if (oauth)
      await sql.insertState(tx, {
        hash: sha256(state),
        workspace_id: workspaceId,
        connection_id: id,
        expires_at: expiresAt,
      })
  })
  return presentConnection(ctx, row, oauth?.url)
}

/** The platform of a sign-in that can be made in this way. */
export function checkStart(
  ctx: Context,
  { platform: id, mode, options = {} }: Pick<StartRequest, 'platform' | 'mode' | 'options'>,
): PlatformFacts {
  const platform = getPlatform(ctx, id)
  const { methods, options: schema } = platform.auth
  checkPlatformInput(schema, options, 'options')
  if (methods.includes('oauth') || mode === 'headless') return platform
  throw unsupported(
    platform.id,
    `${platform.label} has no sign-in page: use mode headless and complete the connection with credentials`,
    ['body', 'mode'],
  )
}

/** Throws 422 where the sign-in needs an app and there is none. */
function assertConfigured(ctx: Context, platform: PlatformFacts, app: App, mode: StartRequest['mode']): void {
  const takesCredentials = mode === 'headless' && platform.auth.methods.includes('credentials')
  if (takesCredentials || isComplete(platform, app)) return
  const guide = guideUrl(ctx, platform)
  throw new ApiError(
    'platform_not_configured',
    `${platform.label} needs an app that is registered there. Set yours with PUT /v1/platforms/${platform.id}/app, or ask the operator of this server; ${guide} tells how to get one.`,
    { members: { platform: platform.id, guide } },
  )
}

interface OAuthRequest {
  readonly options: Record<string, unknown>
  readonly state: string
  readonly redirectUri: string
}

/** Undefined when the connection can only be completed with credentials. */
async function startOAuth(
  ctx: Context,
  workspaceId: string,
  { platform, app }: { platform: PlatformFacts; app: App },
  { options, state, redirectUri }: OAuthRequest,
): Promise<{ url: string; pending: PendingOAuth } | undefined> {
  if (!isComplete(platform, app)) return undefined
  const connector = await getConnector(ctx, platform.id)
  const { oauth } = connector.auth
  if (!oauth) return undefined
  const codeVerifier = randomBytes(32).toString('base64url')
  const codeChallenge = sha256(codeVerifier).toString('base64url')
  const scopes = [...platform.auth.scopes, ...(platform.auth.optionalScopes ?? [])]
  const request = { redirectUri, state, codeVerifier, codeChallenge, scopes, options }
  try {
    const { url, handshake = null } = await oauth.authorize(callFor(ctx, { workspaceId, connector, app }), request)
    return { url: redirectOrigin(url, originsOf(ctx)), pending: { codeVerifier, redirectUri, handshake } }
  } catch (error) {
    throw isBadServerName(error)
      ? rejectedInput(platform, error, 'options')
      : apiErrorOf(platform.id, error, ['body', 'options'])
  }
}
