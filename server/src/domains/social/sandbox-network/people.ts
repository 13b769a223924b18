import { randomBytes } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { sha256 } from '../../../kit/hash.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import * as sql from './sql/people.ts'
import { type Reply, refuse, type Visit } from './visit.ts'

const HOUR = 3600
const SCOPE = 'read publish inbox'
/** Each new user gets these: two to choose from and one that cannot be chosen. */
const PAGES = [
  { kind: 'page', suffix: '', grants: ['read', 'publish', 'inbox'] },
  { kind: 'page', suffix: ' shop', grants: ['read', 'publish', 'inbox'] },
  { kind: 'page', suffix: ' archive', grants: ['read'] },
]

/** Answers the address of a sign-in page; the workspace is in it because whoever comes there brings no key. */
export async function beginAuthorization({ ctx, workspaceId, body }: Visit): Promise<Reply> {
  const id = ctx.ids.ulid()
  await sql.insertAuthorization(ctx.db, {
    workspace_id: workspaceId,
    id,
    redirect_uri: body.redirect_uri,
    code_challenge: body.code_challenge,
    expires_at: inSeconds(ctx, HOUR),
  })
  const { config } = ctx
  const url = new URL(`${config.QUOIN_PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`}/v1/sandbox/authorize`)
  url.searchParams.set('request', `${workspaceId}.${id}`)
  url.searchParams.set('state', body.state)
  return { status: 201, body: { url: url.href } }
}

/** The person agreed on the page: they get a code that works once, for whoever holds the verifier. */
export async function createCode(
  ctx: Context,
  db: Db,
  authorization: sql.AuthorizationRow,
  username: string,
): Promise<string> {
  const { workspace_id: workspaceId, redirect_uri, code_challenge } = authorization
  const user = await signUp(ctx, db, workspaceId, { username, token_seconds: HOUR, can_refresh: true })
  const code = randomBytes(24).toString('base64url')
  await sql.insertToken(db, {
    workspace_id: workspaceId,
    hash: sha256(code),
    user_id: user.id,
    kind: 'code',
    code_challenge,
    redirect_uri,
    expires_at: inSeconds(ctx, 600),
  })
  await sql.deleteAuthorization(db, workspaceId, authorization.id)
  return code
}

export async function token(visit: Visit): Promise<Reply> {
  switch (visit.body.grant_type) {
    case 'password': {
      const { username, token_seconds, refresh } = visit.body
      const how = { username, token_seconds: token_seconds ?? HOUR, can_refresh: refresh !== 'none' }
      return transaction(visit.ctx.db, async (tx) =>
        issue(visit.ctx, tx, await signUp(visit.ctx, tx, visit.workspaceId, how)),
      )
    }
    case 'authorization_code':
      return exchangeCode(visit)
    default:
      return renew(visit)
  }
}

async function exchangeCode({ ctx, workspaceId, body }: Visit): Promise<Reply> {
  return transaction(ctx.db, async (tx) => {
    const code = await sql.takeToken(tx, workspaceId, sha256(body.code), 'code')
    const isProven = code?.code_challenge === sha256(body.code_verifier).toString('base64url')
    if (!code || !isProven || code.redirect_uri !== body.redirect_uri || code.expires_at <= ctx.clock.now())
      return refuse(400, 'bad_code', 'This code is not known, was used before, or is not yours.')
    const user = await sql.findUser(tx, workspaceId, code.user_id)
    return user ? issue(ctx, tx, user) : refuse(400, 'bad_code', 'Nobody has this code.')
  })
}

/** A refresh token is good for one use: two that race for it lose the sign-in, as on the strictest of the real networks. */
async function renew({ ctx, workspaceId, body }: Visit): Promise<Reply> {
  return transaction(ctx.db, async (tx) => {
    const old = await sql.takeToken(tx, workspaceId, sha256(body.refresh_token), 'refresh')
    const user = old && (await sql.findUser(tx, workspaceId, old.user_id))
    if (!user) return refuse(400, 'invalid_grant', 'This refresh token was used before or withdrawn.')
    return issue(ctx, tx, user)
  })
}

/** Whoever has a token may give it up; one that is not known is gone already. */
export async function revoke({ ctx, workspaceId, body }: Visit): Promise<Reply> {
  for (const text of body.tokens) await sql.deleteToken(ctx.db, workspaceId, sha256(text))
  return { status: 200, body: {} }
}

async function signUp(
  ctx: Context,
  db: Db,
  workspaceId: string,
  how: Pick<sql.UserRow, 'username' | 'token_seconds' | 'can_refresh'>,
): Promise<sql.UserRow> {
  const now = ctx.clock.now()
  const id = `sb-user-${ctx.ids.ulid()}`
  const user = await sql.upsertUser(db, { workspace_id: workspaceId, id, ...how, created_at: now })
  if (user.id !== id) return user
  for (const { kind, suffix, grants } of PAGES)
    await sql.insertEntity(db, {
      workspace_id: workspaceId,
      id: `sb-${kind}-${ctx.ids.ulid()}`,
      user_id: id,
      kind,
      name: `${how.username}${suffix}`,
      grants,
      created_at: now,
    })
  return user
}

async function issue(ctx: Context, db: Db, user: sql.UserRow): Promise<Reply> {
  const access = `sbx_access_${randomBytes(24).toString('base64url')}`
  const refreshToken = user.can_refresh ? `sbx_refresh_${randomBytes(24).toString('base64url')}` : null
  const expiresAt = inSeconds(ctx, user.token_seconds)
  const row = { workspace_id: user.workspace_id, user_id: user.id, code_challenge: null, redirect_uri: null }
  await sql.insertToken(db, { ...row, hash: sha256(access), kind: 'access', expires_at: expiresAt })
  if (refreshToken !== null)
    await sql.insertToken(db, {
      ...row,
      hash: sha256(refreshToken),
      kind: 'refresh',
      expires_at: inSeconds(ctx, 365 * 86_400),
    })
  return {
    status: 200,
    body: {
      access_token: access,
      refresh_token: refreshToken,
      expires_at: expiresAt.toISOString(),
      scope: SCOPE,
      user: present(user),
    },
  }
}

function present({ id, username, can_refresh }: sql.UserRow) {
  return { id, username, name: username, avatar_url: null, can_refresh }
}

export async function readMe({ ctx, workspaceId, userId }: Visit): Promise<Reply> {
  const user = await sql.findUser(ctx.db, workspaceId, userId)
  if (!user) return refuse(401, 'token_revoked', 'Nobody is signed in with this token.')
  return { status: 200, body: { ...present(user), scopes: SCOPE.split(' '), warnings: [] } }
}

export async function listEntities({ ctx, workspaceId, userId }: Visit): Promise<Reply> {
  const rows = await sql.listEntitiesOf(ctx.db, workspaceId, userId)
  const entities = rows.map(({ id, kind, name, grants }) => ({
    id,
    kind,
    name,
    parent_id: null,
    metadata: { category: 'Example' },
    grants,
  }))
  return { status: 200, body: { entities } }
}

function inSeconds(ctx: Context, seconds: number): Date {
  return new Date(ctx.clock.now().getTime() + seconds * 1000)
}
