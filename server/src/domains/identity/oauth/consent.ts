import type { Context, Principal, SignedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { connectApp } from '../keys/connect-app.ts'
import type { KeyApp } from '../keys/contract.ts'
import { signedIn } from '../sessions/signed-in-user.ts'
import { type AuthorizationRequest, openRequest, toError, toSuccess } from './authorization-request.ts'
import { CLI_NAME } from './clients.ts'
import type { OauthDecision, OauthPermission, OauthRequest, OauthRequestName } from './contract.ts'
import { decideDevice, lockDevice } from './device.ts'
import { isLoopback } from './redirect-uri.ts'
import type { DeviceCodeRow } from './sql.ts'
import { issueCode } from './tokens.ts'

/** Shows a user which app or device asks for access. */
export async function readOauthRequest(
  ctx: Context,
  db: Db,
  user: SignedInUser,
  { request, user_code }: OauthRequestName,
): Promise<OauthRequest> {
  if (user_code !== undefined) return showDevice(await transaction(db, (tx) => lockDevice(ctx, tx, user, user_code)))
  const { app, redirectUri, permission } = getRequest(ctx, request)
  const { name, host, audience } = app
  return { name, host, is_local: isLoopback(redirectUri), audience, permission, network: null, requested_at: null }
}

function showDevice({ permission, network, created_at, client }: DeviceCodeRow): OauthRequest {
  const { name, host, audience } = toDeviceApp(client)
  return { name, host, is_local: false, audience, permission, network, requested_at: created_at.toISOString() }
}

function toDeviceApp(client: string): KeyApp {
  return { client, name: CLI_NAME, host: null, audience: 'api' }
}

/** Connects the app with the rights that the user chose: its key, and the code that leads to it, are written together. */
export async function allowOauthRequest(
  ctx: Context,
  db: Db,
  principal: Principal,
  { request, user_code, ...chosen }: OauthPermission,
): Promise<OauthDecision> {
  const { permission, profile_ids: profileIds } = chosen
  // Read access spends nothing.
  const monthlyBudget = permission === 'read' ? 0 : chosen.monthly_budget
  const connect = async (tx: Db, app: KeyApp) => {
    const key = await connectApp(ctx, tx, principal, { app, permission, profileIds, monthlyBudget })
    return { workspaceId: principal.workspaceId, keyId: key.id }
  }
  return transaction(db, async (tx) => {
    if (user_code !== undefined) {
      const { hash, client } = await lockDevice(ctx, tx, signedIn(principal), user_code)
      await decideDevice(tx, hash, await connect(tx, toDeviceApp(client)))
      return { redirect_url: null }
    }
    const asked = getRequest(ctx, request)
    const code = await issueCode(ctx, tx, await connect(tx, asked.app), asked)
    return { redirect_url: toSuccess(asked, code) }
  })
}

export async function denyOauthRequest(
  ctx: Context,
  db: Db,
  user: SignedInUser,
  { request, user_code }: OauthRequestName,
): Promise<OauthDecision> {
  if (user_code === undefined)
    return { redirect_url: toError(getRequest(ctx, request), 'access_denied', 'The user denied the request.') }
  await transaction(db, async (tx) => {
    const { hash } = await lockDevice(ctx, tx, user, user_code)
    await decideDevice(tx, hash, undefined)
  })
  return { redirect_url: null }
}

function getRequest(ctx: Context, sealed = ''): AuthorizationRequest {
  const request = openRequest(ctx, sealed)
  if (!request) throw new ApiError('not_found', 'This request has expired. Start again in the app.')
  return request
}
