import { randomBytes } from 'node:crypto'
import type { Context } from '../../../../kit/context.ts'
import { sha256 } from '../../../../kit/hash.ts'
import { type Db, transaction } from '../../../../kit/postgres/db.ts'
import * as sql from '../sql/people.ts'
import { type NetworkReply, type NetworkRequest, refuse } from './request.ts'
import { HOUR, inSeconds, presentUser, SCOPE, signUp } from './sign-in.ts'

/** Implements the OAuth token endpoint. */
export async function grantTokens(request: NetworkRequest): Promise<NetworkReply> {
  switch (request.body.grant_type) {
    case 'password':
      return signInWithPassword(request)
    case 'authorization_code':
      return exchangeCode(request)
    default:
      return refreshTokens(request)
  }
}

/** Accepts any name, without a password. */
async function signInWithPassword({ ctx, workspaceId, body }: NetworkRequest): Promise<NetworkReply> {
  const { username, token_seconds, refresh } = body
  const settings = { username, token_seconds: token_seconds ?? HOUR, can_refresh: refresh !== 'none' }
  return transaction(ctx.db, async (tx) => issueTokens(ctx, tx, await signUp(ctx, tx, workspaceId, settings)))
}

async function exchangeCode({ ctx, workspaceId, body }: NetworkRequest): Promise<NetworkReply> {
  return transaction(ctx.db, async (tx) => {
    const code = await sql.deleteOneUseToken(tx, workspaceId, sha256(body.code), 'code')
    const isProven = code?.code_challenge === sha256(body.code_verifier).toString('base64url')
    if (!code || !isProven || code.redirect_uri !== body.redirect_uri || code.expires_at <= ctx.clock.now())
      return refuse(400, 'bad_code', 'This code is unknown, was already used, or belongs to another sign-in.')
    const user = await sql.findUser(tx, workspaceId, code.user_id)
    return user ? issueTokens(ctx, tx, user) : refuse(400, 'bad_code', 'The user of this code does not exist.')
  })
}

/**
 * Refreshes tokens. A refresh token can be used once, as on the strictest real networks: of two requests with the same one, one
 * fails.
 */
async function refreshTokens({ ctx, workspaceId, body }: NetworkRequest): Promise<NetworkReply> {
  return transaction(ctx.db, async (tx) => {
    const used = await sql.deleteOneUseToken(tx, workspaceId, sha256(body.refresh_token), 'refresh')
    const user = used && (await sql.findUser(tx, workspaceId, used.user_id))
    if (!user) return refuse(400, 'invalid_grant', 'This refresh token was already used or revoked.')
    return issueTokens(ctx, tx, user)
  })
}

async function issueTokens(ctx: Context, tx: Db, user: sql.UserRow): Promise<NetworkReply> {
  const access = `sbx_access_${randomBytes(24).toString('base64url')}`
  const refresh = user.can_refresh ? `sbx_refresh_${randomBytes(24).toString('base64url')}` : null
  const expiresAt = inSeconds(ctx, user.token_seconds)
  const row = { workspace_id: user.workspace_id, user_id: user.id, code_challenge: null, redirect_uri: null }
  await sql.insertToken(tx, { ...row, hash: sha256(access), kind: 'access', expires_at: expiresAt })
  if (refresh !== null)
    await sql.insertToken(tx, {
      ...row,
      hash: sha256(refresh),
      kind: 'refresh',
      expires_at: inSeconds(ctx, 365 * 86_400),
    })
  return {
    status: 200,
    body: {
      access_token: access,
      refresh_token: refresh,
      expires_at: expiresAt.toISOString(),
      scope: SCOPE,
      user: presentUser(user),
    },
  }
}
