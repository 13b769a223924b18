import { randomInt } from 'node:crypto'
import type { Context, SignedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { sha256 } from '../../../kit/hash.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { claimDeviceCodeAttempt } from '../users/throttle.ts'
import { readPermission } from './authorization-request.ts'
import { CLI_CLIENT_ID, hashClient } from './clients.ts'
import { findGrant } from './grant.ts'
import { OauthError } from './oauth-error.ts'
import * as sql from './sql.ts'
import { decide, endGrant, issueTokens, newToken, refused, type TokenReply, type TokenRequest } from './tokens.ts'

/** Without vowels, so that no words appear, and without letters that look alike. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8
const EXPIRES_SECONDS = 600
const INTERVAL_SECONDS = 5
const SLOWER_SECONDS = 5
const PENDING_PER_NETWORK_MAX = 50

/** Begins the sign-in of a device (RFC 8628). Only our own command line may: nothing else is verified about a device. */
export async function beginDevice(ctx: Context, { issuer, parameters }: TokenRequest, network: string) {
  const clientId = parameters['client_id']
  if (clientId !== CLI_CLIENT_ID)
    throw new OauthError('invalid_client', `Only the client ${CLI_CLIENT_ID} can sign in with a device code.`)
  const now = ctx.clock.now()
  if ((await sql.countPendingByNetwork(ctx.db, network, now)) >= PENDING_PER_NETWORK_MAX)
    throw new ApiError('rate_limited', 'Too many sign-ins are waiting for a user. Try again in a few minutes.', {
      headers: { 'retry-after': '60' },
    })
  const deviceCode = newToken('qd')
  const row = {
    hash: sha256(deviceCode),
    status: 'pending',
    client: hashClient(clientId),
    permission: readPermission(parameters['scope']),
    network,
    interval_seconds: INTERVAL_SECONDS,
    polled_at: null,
    workspace_id: null,
    key_id: null,
    created_at: now,
    expires_at: new Date(now.getTime() + EXPIRES_SECONDS * 1000),
  } as const
  let userCode = newUserCode()
  while (!(await sql.insertDeviceCode(ctx.db, { ...row, user_code: userCode }))) userCode = newUserCode()
  const shown = `${userCode.slice(0, 4)}-${userCode.slice(4)}`
  return {
    device_code: deviceCode,
    user_code: shown,
    verification_uri: `${issuer}/device`,
    verification_uri_complete: `${issuer}/device?code=${shown}`,
    expires_in: EXPIRES_SECONDS,
    interval: INTERVAL_SECONDS,
  }
}

/** Responds to a device that polls. A code is exchanged once; a second exchange ends what the first gave. */
export async function pollDevice(ctx: Context, { parameters }: TokenRequest): Promise<TokenReply> {
  const hash = sha256(parameters['device_code'] ?? '')
  return decide(ctx, async (tx) => {
    const row = await sql.lockDeviceCode(tx, hash)
    if (!row || parameters['client_id'] !== CLI_CLIENT_ID) return refused('The device code is not valid.')
    const grant = row.workspace_id && row.key_id ? await findGrant(tx, toTokenKey(row)) : undefined
    if (row.status === 'used') return endGrant(ctx, tx, grant, 'The device code was used twice.')
    if (row.expires_at <= ctx.clock.now()) return new OauthError('expired_token', 'The code has expired. Start again.')
    if (row.status === 'denied') return new OauthError('access_denied', 'The user denied the sign-in.')
    if (row.status === 'pending') return keepWaiting(ctx, tx, row)
    await sql.updateDeviceCode(tx, hash, { status: 'used' })
    return grant ? issueTokens(ctx, tx, grant) : refused('The access was revoked.')
  })
}

function toTokenKey({ workspace_id, key_id }: sql.DeviceCodeRow): { workspace_id: string; key_id: string } {
  return { workspace_id: workspace_id ?? '', key_id: key_id ?? '' }
}

async function keepWaiting(ctx: Context, tx: Db, row: sql.DeviceCodeRow): Promise<OauthError> {
  const now = ctx.clock.now()
  const isEarly = row.polled_at !== null && now.getTime() - row.polled_at.getTime() < row.interval_seconds * 1000
  const slower = isEarly && { interval_seconds: row.interval_seconds + SLOWER_SECONDS }
  await sql.updateDeviceCode(tx, row.hash, { polled_at: now, ...slower })
  return isEarly
    ? new OauthError('slow_down', `Poll every ${row.interval_seconds + SLOWER_SECONDS} seconds.`)
    : new OauthError('authorization_pending', 'The user has not decided yet.')
}

/** Finds the sign-in that a user has the code of. Wrong codes count for the user, who soon has to wait between them. */
export async function lockDevice(ctx: Context, tx: Db, user: SignedInUser, userCode: string) {
  const attempt = await claimDeviceCodeAttempt(ctx, user.id)
  const letters = userCode.toUpperCase().replace(/[^A-Z]/g, '')
  const row = await sql.lockPendingDevice(tx, letters, ctx.clock.now())
  if (!row)
    throw new ApiError('not_found', 'This code is wrong or has expired. Check it, or start again in the terminal.')
  await attempt.forget()
  return row
}

/** Records the decision of a user. */
export async function decideDevice(
  tx: Db,
  hash: Uint8Array,
  grant: { workspaceId: string; keyId: string } | undefined,
): Promise<void> {
  await sql.updateDeviceCode(
    tx,
    hash,
    grant ? { status: 'allowed', workspace_id: grant.workspaceId, key_id: grant.keyId } : { status: 'denied' },
  )
}

function newUserCode(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
