import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { failpoint } from '../../../kit/failpoint.ts'
import { sha256 } from '../../../kit/hash.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { writeAudit } from '../audit/service.ts'
import { findKnownKeyById, type KnownKey, revokeKey } from '../keys/service.ts'
import { assertAudience } from './audience.ts'
import { writeScope } from './authorization-request.ts'
import { identifyClient } from './clients.ts'
import { findGrant, type Grant, type GrantId } from './grant.ts'
import { OauthError } from './oauth-error.ts'
import * as sql from './sql.ts'

const CODE_MS = 60_000
const ACCESS_MS = 3_600_000
const REFRESH_MS = 30 * 86_400_000
/** A client whose response was lost may repeat a refresh for this long. */
const REPEAT_MS = 60_000
const VERIFIER = /^[\w.~-]{43,128}$/
const ACCESS_TOKEN = /^qa_[\w-]{43}$/

/** Parameters of a request to the token endpoint, and the URL of this server as its client knows it. */
export interface TokenRequest {
  readonly issuer: string
  readonly parameters: Readonly<Record<string, string | undefined>>
}

export interface TokenReply {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

/** Checks the form of an access token, so that other texts cost no query. */
export function isAccessToken(text: string): boolean {
  return ACCESS_TOKEN.test(text)
}

/** Finds the key that an access token leads to, with the rights that the key and its member have now. */
export async function findKnownToken(db: Db, token: string): Promise<KnownKey | undefined> {
  const row = await sql.findToken(db, sha256(token))
  if (row?.kind !== 'access') return undefined
  const known = await findKnownKeyById(db, row.workspace_id, row.key_id)
  if (!known) return undefined
  const { expiresAt } = known.principal
  const endsAt = expiresAt !== null && expiresAt < row.expires_at ? expiresAt : row.expires_at
  return { ...known, principal: { ...known.principal, expiresAt: endsAt } }
}

/** Creates the code that an app exchanges for tokens. It works once, for a minute. */
export async function issueCode(
  ctx: Context,
  tx: Db,
  grant: GrantId,
  bound: { redirectUri: string; codeChallenge: string },
): Promise<string> {
  const code = newToken('qc')
  await insertToken(ctx, tx, grant, { token: code, kind: 'code', ms: CODE_MS, ...bound })
  return code
}

/** Exchanges a code. The second use of a code means that it was stolen: it ends what the first use gave. */
export async function exchangeCode(ctx: Context, { issuer, parameters }: TokenRequest): Promise<TokenReply> {
  const client = identifyClient(ctx, parameters['client_id'])
  const hash = sha256(parameters['code'] ?? '')
  return decide(ctx, async (tx) => {
    const row = await sql.lockToken(tx, hash)
    if (row?.kind !== 'code') return refused('The code is not valid.')
    const grant = await findGrant(tx, row)
    if (row.used_at) return endGrant(ctx, tx, grant, 'The code was used twice.')
    if (row.expires_at <= ctx.clock.now()) return refused('The code has expired.')
    if (grant?.app.client !== client) return refused('The code was issued to another client.')
    // Clients of OAuth 2.1 omit it here: the verifier binds the code to the request.
    if ((parameters['redirect_uri'] ?? row.redirect_uri) !== row.redirect_uri)
      return refused('redirect_uri is not that of the request.')
    if (!isVerifier(parameters['code_verifier'], row.code_challenge)) return refused('code_verifier does not match.')
    assertAudience(issuer, parameters['resource'], grant.app.audience)
    await sql.updateTokenUsed(tx, hash, ctx.clock.now())
    return issueTokens(ctx, tx, grant)
  })
}

/**
 * Exchanges a refresh token for its successor and a new access token. The successor is derived from the token, so that a client
 * whose response was lost, or a second process of it, gets the same one for a minute. Any later use of an old token means that
 * someone else has a copy: it ends the access of the app.
 */
export async function refreshTokens(ctx: Context, { issuer, parameters }: TokenRequest): Promise<TokenReply> {
  const client = identifyClient(ctx, parameters['client_id'])
  const token = parameters['refresh_token'] ?? ''
  return decide(ctx, async (tx) => {
    const row = await sql.lockToken(tx, sha256(token))
    if (row?.kind !== 'refresh') return refused('The refresh token is not valid.')
    const now = ctx.clock.now()
    const grant = await findGrant(tx, row)
    if (grant?.app.client !== client) return refused('The refresh token is not valid for this client.')
    if (row.expires_at <= now) return refused('The refresh token has expired. Sign in again.')
    assertAudience(issuer, parameters['resource'], grant.app.audience)
    if (!row.used_at) {
      await sql.updateTokenUsed(tx, row.hash, now)
      return issueTokens(ctx, tx, grant, deriveSuccessors(ctx, token)[0])
    }
    const successor = await findUnusedSuccessor(ctx, tx, token)
    if (successor === undefined || now.getTime() - row.used_at.getTime() > REPEAT_MS)
      return endGrant(ctx, tx, grant, 'The refresh token was used again.')
    return toReply(await issueAccess(ctx, tx, grant), successor, grant)
  })
}

/** Ends the access of an app, as the app itself wishes (RFC 7009). An unknown token has no access to end. */
export async function revokeToken(ctx: Context, { parameters }: TokenRequest): Promise<void> {
  const client = identifyClient(ctx, parameters['client_id'])
  await transaction(ctx.db, async (tx) => {
    const row = await sql.findToken(tx, sha256(parameters['token'] ?? ''))
    const grant = row && row.kind !== 'code' ? await findGrant(tx, row) : undefined
    if (grant?.app.client === client) await endGrant(ctx, tx, grant, 'The app signed out.')
  })
}

/** Issues the tokens of a grant; the refresh token is new unless it follows another. */
export async function issueTokens(ctx: Context, tx: Db, grant: Grant, refresh = newToken('qr')): Promise<TokenReply> {
  await insertToken(ctx, tx, grant, { token: refresh, kind: 'refresh', ms: REFRESH_MS })
  return toReply(await issueAccess(ctx, tx, grant), refresh, grant)
}

async function issueAccess(ctx: Context, tx: Db, grant: GrantId): Promise<string> {
  const token = newToken('qa')
  await insertToken(ctx, tx, grant, { token, kind: 'access', ms: ACCESS_MS })
  return token
}

function toReply(access: string, refresh: string, { permission }: Grant): TokenReply {
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: ACCESS_MS / 1000,
    refresh_token: refresh,
    scope: writeScope(permission),
  }
}

/** Revokes the key of a grant, and with it all its tokens. Returns the error for the client. */
export async function endGrant(ctx: Context, tx: Db, grant: Grant | undefined, reason: string): Promise<OauthError> {
  if (grant) {
    const { workspaceId, keyId } = grant
    await revokeKey(ctx, tx, workspaceId, keyId)
    const by = { actor: keyId, reason }
    await writeAudit(ctx, tx, workspaceId, { by, action: 'keys.revoke', detail: { key_id: keyId } })
  }
  return refused(`${reason} Sign in again.`)
}

/** Runs a transaction that may refuse and still change something: an error that is returned, not thrown, is committed. */
export async function decide<T>(ctx: Context, work: (tx: Db) => Promise<T | OauthError>): Promise<T> {
  const result = await transaction(ctx.db, work)
  failpoint('oauth_decided')
  if (result instanceof OauthError) throw result
  return result
}

export function refused(description: string): OauthError {
  return new OauthError('invalid_grant', description)
}

async function findUnusedSuccessor(ctx: Context, tx: Db, token: string): Promise<string | undefined> {
  for (const successor of deriveSuccessors(ctx, token)) {
    const row = await sql.findToken(tx, sha256(successor))
    if (row) return row.used_at ? undefined : successor
  }
  return undefined
}

/** Derives the next refresh token from each master key, the current one first. */
function deriveSuccessors({ secrets }: Context, token: string): string[] {
  return secrets.deriveAll(`oauth refresh ${token}`).map((secret) => `qr_${secret}`)
}

export function newToken(prefix: 'qa' | 'qc' | 'qd' | 'qr'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}

interface NewToken {
  readonly token: string
  readonly kind: sql.TokenRow['kind']
  readonly ms: number
  readonly redirectUri?: string
  readonly codeChallenge?: string
}

async function insertToken(ctx: Context, tx: Db, { workspaceId, keyId }: GrantId, wanted: NewToken): Promise<void> {
  const { token, kind, ms, redirectUri = null, codeChallenge = null } = wanted
  await sql.insertToken(tx, {
    hash: sha256(token),
    kind,
    workspace_id: workspaceId,
    key_id: keyId,
    used_at: null,
    expires_at: new Date(ctx.clock.now().getTime() + ms),
    redirect_uri: redirectUri,
    code_challenge: codeChallenge,
  })
}

function isVerifier(verifier: string | undefined, challenge: string | null): boolean {
  if (verifier === undefined || !VERIFIER.test(verifier)) return false
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}
