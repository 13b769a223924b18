import { randomBytes } from 'node:crypto'
import type { Context } from '../../../../kit/context.ts'
import { sha256 } from '../../../../kit/hash.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import * as sql from '../sql/people.ts'
import { type NetworkReply, type NetworkRequest, refuse } from './request.ts'

export const HOUR = 3600
export const SCOPE = 'read publish inbox'
/** Pages of each new user: two that can be selected and one that cannot. */
const PAGES = [
  { kind: 'page', suffix: '', grants: ['read', 'publish', 'inbox'] },
  { kind: 'page', suffix: ' shop', grants: ['read', 'publish', 'inbox'] },
  { kind: 'page', suffix: ' archive', grants: ['read'] },
]

/** Returns the URL of a sign-in page. It contains the workspace, because the browser sends no API key. */
export async function startAuthorization({ ctx, workspaceId, body }: NetworkRequest): Promise<NetworkReply> {
  const id = ctx.ids.ulid()
  await sql.insertAuthorization(ctx.db, {
    workspace_id: workspaceId,
    id,
    redirect_uri: body.redirect_uri,
    code_challenge: body.code_challenge,
    expires_at: inSeconds(ctx, HOUR),
  })
  const url = new URL(`${ctx.publicUrl.get()}/v1/sandbox/authorize`)
  url.searchParams.set('request', `${workspaceId}.${id}`)
  url.searchParams.set('state', body.state)
  return { status: 201, body: { url: url.href } }
}

/** Creates a code once the person has agreed on the sign-in page. It works once, and only with the verifier. */
export async function createCode(
  ctx: Context,
  tx: Db,
  authorization: sql.AuthorizationRow,
  username: string,
): Promise<string> {
  const { workspace_id: workspaceId, redirect_uri, code_challenge } = authorization
  const user = await signUp(ctx, tx, workspaceId, { username, token_seconds: HOUR, can_refresh: true })
  const code = randomBytes(24).toString('base64url')
  await sql.insertToken(tx, {
    workspace_id: workspaceId,
    hash: sha256(code),
    user_id: user.id,
    kind: 'code',
    code_challenge,
    redirect_uri,
    expires_at: inSeconds(ctx, 600),
  })
  await sql.deleteAuthorization(tx, workspaceId, authorization.id)
  return code
}

/** Revokes tokens. It needs no other proof than the tokens themselves; an unknown token is a success. */
export async function revokeTokens({ ctx, workspaceId, body }: NetworkRequest): Promise<NetworkReply> {
  for (const token of body.tokens) await sql.deleteToken(ctx.db, workspaceId, sha256(token))
  return { status: 200, body: {} }
}

export async function signUp(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  settings: Pick<sql.UserRow, 'username' | 'token_seconds' | 'can_refresh'>,
): Promise<sql.UserRow> {
  const now = ctx.clock.now()
  const id = `sb-user-${ctx.ids.ulid()}`
  const user = await sql.upsertUser(tx, { workspace_id: workspaceId, id, ...settings, created_at: now })
  if (user.id !== id) return user
  for (const { kind, suffix, grants } of PAGES)
    await sql.insertEntity(tx, {
      workspace_id: workspaceId,
      id: `sb-${kind}-${ctx.ids.ulid()}`,
      user_id: id,
      kind,
      name: `${settings.username}${suffix}`,
      grants,
      created_at: now,
    })
  return user
}

export async function readMe({ ctx, workspaceId, userId }: NetworkRequest): Promise<NetworkReply> {
  const user = await sql.findUser(ctx.db, workspaceId, userId)
  if (!user) return refuse(401, 'token_revoked', 'The user of this token does not exist.')
  return { status: 200, body: { ...presentUser(user), scopes: SCOPE.split(' '), warnings: [] } }
}

export function presentUser({ id, username, can_refresh }: sql.UserRow) {
  return { id, username, name: username, avatar_url: null, can_refresh }
}

export function inSeconds(ctx: Context, seconds: number): Date {
  return new Date(ctx.clock.now().getTime() + seconds * 1000)
}
