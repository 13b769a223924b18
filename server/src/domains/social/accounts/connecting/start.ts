import { randomBytes } from 'node:crypto'
import type { Connector } from '../../../../connectors/connector.ts'
import { PlatformError } from '../../../../connectors/failure.ts'
import type { Json } from '../../../../connectors/session.ts'
import type { Context, Principal } from '../../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue, notFound, type Violation } from '../../../../kit/declare/errors.ts'
import { mismatchesOf } from '../../../../kit/declare/mismatches.ts'
import { sha256 } from '../../../../kit/hash.ts'
import { OutboundError } from '../../../../kit/net/outbound.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { assertReachable, getProfile } from '../../../identity/profiles/service.ts'
import type { ReconnectRequest } from '../contract/accounts.ts'
import type { CompleteRequest, ConnectionRequest } from '../contract/connections.ts'
import type { Connection } from '../contract/resources.ts'
import { apiErrorOf, describeFailure } from '../platform-errors.ts'
import { callFor, getConnector, isConfigured, unsupported } from '../platforms.ts'
import * as accountSql from '../sql/accounts.ts'
import * as sql from '../sql/connections.ts'
import { assertWaiting, failConnection, getConnectionRow, presentConnection } from './connections.ts'
import { finishSignIn } from './sign-in.ts'

const LIFETIME_MS = 3_600_000

/** What a connection must remember until the person comes back. */
interface Waiting {
  readonly codeVerifier: string
  readonly redirectUri: string
  readonly handshake: Json
}

const sealedAs = (id: string) => `connections.secrets:${id}`

export async function createConnection(
  ctx: Context,
  principal: Principal,
  body: ConnectionRequest,
): Promise<Connection> {
  const { id: profileId } = await getProfile(ctx.db, principal, body.profile_id)
  return begin(ctx, principal, { ...body, profileId, accountId: null })
}

/** The same account signs in again: its id, entity and history stay. */
export async function reconnectAccount(
  ctx: Context,
  principal: Principal,
  accountId: string,
  body: ReconnectRequest,
): Promise<Connection> {
  const account = await accountSql.findAccount(ctx.db, principal.workspaceId, accountId)
  if (!account) throw notFound('account')
  assertReachable(principal, account.profile_id)
  return begin(ctx, principal, { ...body, platform: account.platform, profileId: account.profile_id, accountId })
}

type SignIn = ReconnectRequest & { platform: string; profileId: string; accountId: string | null }

async function begin(ctx: Context, { workspaceId }: Principal, request: SignIn): Promise<Connection> {
  const { mode, profileId, accountId, redirect_url: redirectUrl, options = {} } = request
  const connector = getConnector(ctx, request.platform)
  checkAgainst(connector.auth.options, options, 'options')
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + LIFETIME_MS)
  const id = ctx.ids.next('connection')
  const state = randomBytes(32).toString('base64url')
  const redirectUri = mode === 'headless' && redirectUrl ? redirectUrl : callbackUrl(ctx, connector)
  const started = await authorize(ctx, workspaceId, connector, { mode, options, state, redirectUri })
  const row: sql.ConnectionRow = {
    workspace_id: workspaceId,
    id,
    profile_id: profileId,
    platform: connector.id,
    mode,
    status: 'awaiting_user',
    account_id: accountId,
    is_reconnect: accountId !== null,
    redirect_url: redirectUrl ?? null,
    options,
    secrets: started ? ctx.secrets.seal(JSON.stringify(started.waiting), sealedAs(id)) : null,
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
    // Only its hash is kept: whoever reads the table cannot finish somebody's sign-in.
    if (started)
      await sql.insertState(tx, {
        hash: sha256(state),
        workspace_id: workspaceId,
        connection_id: id,
        expires_at: expiresAt,
      })
  })
  return presentConnection(ctx, row, started?.url)
}

async function authorize(
  ctx: Context,
  workspaceId: string,
  connector: Connector,
  {
    mode,
    options,
    state,
    redirectUri,
  }: { mode: string; options: Record<string, unknown>; state: string; redirectUri: string },
): Promise<{ url: string; waiting: Waiting } | undefined> {
  const { oauth, credentials, scopes } = connector.auth
  const isOpen = oauth && isConfigured(ctx, connector)
  if (!isOpen && (mode === 'hosted' || !credentials)) {
    const reason = oauth
      ? 'is not configured on this server'
      : 'has no sign-in page: connect it headless, with credentials'
    throw unsupported(connector.id, `${connector.label} ${reason}`, ['body', 'mode'])
  }
  if (!isOpen) return undefined
  const codeVerifier = randomBytes(32).toString('base64url')
  const codeChallenge = sha256(codeVerifier).toString('base64url')
  const request = { redirectUri, state, codeVerifier, codeChallenge, scopes, options }
  try {
    const { url, handshake = null } = await oauth.authorize(callFor(ctx, workspaceId, connector), request)
    return { url, waiting: { codeVerifier, redirectUri, handshake } }
  } catch (error) {
    throw isMisnamed(error)
      ? refused(connector, error, 'options')
      : apiErrorOf(connector.id, error, ['body', 'options'])
  }
}

function callbackUrl({ config }: Context, { id }: Connector): string {
  const base = config.QUOIN_PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`
  return `${base}/v1/oauth/${id}/callback`
}

export async function completeConnection(
  ctx: Context,
  principal: Principal,
  id: string,
  body: CompleteRequest,
): Promise<Connection> {
  const row = await getConnectionRow(ctx, principal, id)
  const connector = getConnector(ctx, row.platform, ['path', 'id'])
  assertWaiting(ctx, row, 'awaiting_user')
  if (body.credentials) return completeWithCredentials(ctx, row, connector, body.credentials)
  const { code = '', state = '' } = body
  if (!(await sql.deleteState(ctx.db, sha256(state), row.id)))
    throw new InvalidRequest([
      invalidValue(['body', 'state'], 'this state is not of this connection, or was used before'),
    ])
  return completeWithCode(ctx, row, connector, code, {})
}

async function completeWithCredentials(
  ctx: Context,
  row: sql.ConnectionRow,
  connector: Connector,
  given: Record<string, unknown>,
): Promise<Connection> {
  const { credentials } = connector.auth
  if (!credentials) throw unsupported(connector.id, `${connector.label} takes no credentials`, ['body', 'credentials'])
  checkAgainst(credentials.schema, given, 'credentials')
  const call = callFor(ctx, row.workspace_id, connector)
  try {
    return presentConnection(ctx, await finishSignIn(ctx, row, connector, await credentials.complete(call, given)))
  } catch (error) {
    // A wrong password is no end: the connection waits for the right one.
    const isFinal = isRefusal(error) || isMisnamed(error)
    throw isFinal ? refused(connector, error, 'credentials') : apiErrorOf(connector.id, error)
  }
}

function isRefusal(error: unknown): error is PlatformError {
  return error instanceof PlatformError && (error.kind === 'auth' || error.kind === 'invalid')
}

/** People name servers themselves on some networks: one that cannot be is no server that is down. */
function isMisnamed(error: unknown): error is PlatformError {
  const outbound = error instanceof PlatformError && error.cause
  if (!(outbound instanceof OutboundError)) return false
  const isUnknown = (outbound.cause as { code?: unknown } | undefined)?.code === 'ENOTFOUND'
  return isUnknown || outbound.reason === 'bad_url' || outbound.reason === 'blocked_address'
}

function refused(connector: Connector, error: PlatformError, what: 'credentials' | 'code' | 'options'): unknown {
  const asInvalid = new PlatformError('invalid', error.message, {
    rule: error.rule ?? `${connector.id}.${what}.refused`,
    ...(isMisnamed(error) && { remediation: 'Check the name of the server.' }),
    ...(error.platformResponse && { platformResponse: error.platformResponse }),
    cause: error,
  })
  return apiErrorOf(connector.id, asInvalid, ['body', what])
}

/** The state is used and the code is spent: the connection ends here, well or badly. */
export async function completeWithCode(
  ctx: Context,
  row: sql.ConnectionRow,
  connector: Connector,
  code: string,
  params: Record<string, string>,
): Promise<Connection> {
  const { oauth } = connector.auth
  if (!oauth || row.secrets === null) throw unsupported(connector.id, `${connector.label} has no sign-in page`)
  const waiting = JSON.parse(ctx.secrets.open(row.secrets, sealedAs(row.id))) as Waiting
  const call = callFor(ctx, row.workspace_id, connector)
  try {
    const grant = await oauth.exchange(call, { code, params, options: row.options, ...waiting })
    return presentConnection(ctx, await finishSignIn(ctx, row, connector, grant))
  } catch (error) {
    await failConnection(ctx, row, reasonOf(connector, error))
    throw isRefusal(error) ? refused(connector, error, 'code') : apiErrorOf(connector.id, error)
  }
}

function reasonOf(connector: Connector, error: unknown): Record<string, unknown> {
  if (error instanceof PlatformError) return { code: 'sign_in_failed', ...describeFailure(connector.id, error) }
  if (error instanceof ApiError) return { code: error.code, message: error.message }
  return { code: 'internal', message: 'Something broke on our side.' }
}

/** What a platform asks for is known only with the platform, so it is checked here and not at the door. */
function checkAgainst(
  schema: Connector['auth']['options'],
  given: Record<string, unknown>,
  field: 'options' | 'credentials',
): void {
  if (!schema && Object.keys(given).length === 0) return
  const violations: Violation[] = schema
    ? mismatchesOf(schema, given).map(({ path, message }) => invalidValue(['body', field, ...path], message))
    : [invalidValue(['body', field], 'this platform takes none')]
  if (violations.length > 0) throw new InvalidRequest(violations)
}
