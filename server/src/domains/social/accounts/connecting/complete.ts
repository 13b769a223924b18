import type { Connector } from '../../../../connectors/connector.ts'
import type { PlatformFacts } from '../../../../connectors/platform.ts'
import { PlatformError } from '../../../../connectors/platform-error.ts'
import type { Context, Principal } from '../../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue } from '../../../../kit/declare/errors.ts'
import type { ErrorObject } from '../../../../kit/declare/schema.ts'
import { sha256 } from '../../../../kit/hash.ts'
import { getApp } from '../apps/app.ts'
import type { CompleteRequest } from '../contract/connections.ts'
import type { Connection } from '../contract/resources.ts'
import { callFor } from '../platform-calls.ts'
import { describeFailure, toPlatformApiError } from '../platform-errors.ts'
import { getConnector, unsupported } from '../platforms.ts'
import { type ConnectionRow, deleteState } from '../sql/connections.ts'
import { assertStatus, failConnection, getConnectionRow, presentConnection } from './connections.ts'
import { openPendingOAuth } from './pending-oauth.ts'
import { checkPlatformInput, isBadServerName, isRefusal, rejectedInput } from './rejected-input.ts'
import { finishSignIn } from './sign-in.ts'

export async function completeConnection(
  ctx: Context,
  principal: Principal,
  id: string,
  body: CompleteRequest,
): Promise<Connection> {
  const row = await getConnectionRow(ctx, principal, id)
  const connector = await getConnector(ctx, row.platform, ['path', 'id'])
  assertStatus(ctx, row, 'awaiting_user')
  if (body.credentials) return completeWithCredentials(ctx, row, connector, body.credentials)
  const { code = '', state = '' } = body
  if (!(await deleteState(ctx.db, sha256(state), row.id)))
    throw new InvalidRequest([
      invalidValue(['body', 'state'], 'this state does not belong to this connection, or was already used'),
    ])
  return completeWithCode(ctx, row, connector, { code, params: {} })
}

export async function completeWithCredentials(
  ctx: Context,
  row: ConnectionRow,
  connector: Connector,
  given: Record<string, unknown>,
): Promise<Connection> {
  assertStatus(ctx, row, 'awaiting_user')
  const { platform, auth } = connector
  if (!auth.signIn)
    throw unsupported(platform.id, `${platform.label} does not accept credentials`, ['body', 'credentials'])
  checkPlatformInput(platform.auth.credentials, given, 'credentials')
  const app = await getApp(ctx, ctx.db, platform, row.app_id)
  const call = callFor(ctx, { workspaceId: row.workspace_id, connector, app })
  try {
    return presentConnection(ctx, await finishSignIn(ctx, row, connector, await auth.signIn(call, given)))
  } catch (error) {
    // The connection stays open after a wrong password: the next call may send the right one.
    const isRejected = isRefusal(error) || isBadServerName(error)
    throw isRejected ? rejectedInput(platform, error, 'credentials') : toPlatformApiError(platform.id, error)
  }
}

/** Completes or fails the connection: the state and the code cannot be used again. */
export async function completeWithCode(
  ctx: Context,
  row: ConnectionRow,
  connector: Connector,
  { code, params }: { code: string; params: Record<string, string> },
): Promise<Connection> {
  const {
    platform,
    auth: { oauth },
  } = connector
  if (!oauth || row.secrets === null) throw unsupported(platform.id, `${platform.label} has no sign-in page`)
  const pending = openPendingOAuth(ctx, row.id, row.secrets)
  const app = await getApp(ctx, ctx.db, platform, row.app_id)
  const call = callFor(ctx, { workspaceId: row.workspace_id, connector, app })
  try {
    const grant = await oauth.exchange(call, { code, params, options: row.options, ...pending })
    return presentConnection(ctx, await finishSignIn(ctx, row, connector, grant))
  } catch (error) {
    await failConnection(ctx, row, describeError(platform, error))
    throw isRefusal(error) ? rejectedInput(platform, error, 'code') : toPlatformApiError(platform.id, error)
  }
}

function describeError({ id }: PlatformFacts, error: unknown): ErrorObject {
  if (error instanceof PlatformError) return { ...describeFailure(id, error), code: 'sign_in_failed' }
  if (error instanceof ApiError) return { code: error.code, message: error.message }
  return { code: 'internal', message: 'Something went wrong on our side.' }
}
