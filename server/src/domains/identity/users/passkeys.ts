import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Context, SignedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import type { Visitor } from '../../../kit/declare/route.ts'
import { type Db, violatedConstraint } from '../../../kit/postgres/db.ts'
import { claimChallenge, isChallenge, newChallenge } from './challenge.ts'
import * as sql from './sql/passkeys.ts'

export type PasskeyRow = sql.PasskeyRow

/** ES256, Ed25519, RS256. Given a free choice, a browser has chosen keys of 1,300 bytes that few others support. */
const ALGORITHMS = [-7, -8, -257]
const SIGN_IN = 'sign in'

/** Returns the relying party of this server's passkeys: its public URL, or the origin that the browser shows. */
function resolveRelyingParty({ config }: Context, visitor: Visitor): { origin: string; rpID: string } {
  const origin = new URL(config.QUOIN_PUBLIC_URL ?? visitor.origin)
  return { origin: origin.origin, rpID: origin.hostname }
}

interface PasskeyOwner {
  readonly id: string
  readonly email: string
}

export async function newPasskeyOptions(ctx: Context, db: Db, visitor: Visitor, user: PasskeyOwner): Promise<object> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const known = await sql.listPasskeys(db, user.id)
  return generateRegistrationOptions({
    rpName: 'Quoin',
    rpID: resolveRelyingParty(ctx, visitor).rpID,
    userName: user.email,
    userID: new Uint8Array(Buffer.from(user.id)),
    challenge: newChallenge(ctx, user.id),
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id }) => ({ id: Buffer.from(credential_id).toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })
}

/**
 * Stores the passkey that a browser created for this user; refuses a response to another challenge, or a second one to the same.
 */
export async function registerPasskey(
  ctx: Context,
  tx: Db,
  user: PasskeyOwner,
  { visitor, name, response }: { visitor: Visitor; name: string; response: unknown },
): Promise<PasskeyRow> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { origin, rpID } = resolveRelyingParty(ctx, visitor)
  const answer = response as RegistrationResponseJSON
  let challenge = ''
  const { registrationInfo: info } = await verifyRegistrationResponse({
    response: answer,
    expectedChallenge: (given) => isChallenge(ctx, user.id, (challenge = given)),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refuse)
  if (!info || !(await claimChallenge(ctx, tx, challenge))) throw notAccepted()
  return insertPasskey(tx, {
    user_id: user.id,
    id: ctx.ids.next('passkey'),
    credential_id: Buffer.from(info.credential.id, 'base64url'),
    public_key: info.credential.publicKey,
    counter: info.credential.counter,
    transports: [...(answer.response.transports ?? [])].slice(0, 10),
    name,
    created_at: ctx.clock.now(),
  })
}

async function insertPasskey(tx: Db, passkey: Omit<PasskeyRow, 'last_used_at'>): Promise<PasskeyRow> {
  try {
    return await sql.insertPasskey(tx, passkey)
  } catch (error) {
    if (violatedConstraint(error) !== 'passkeys_credential_key') throw error
    throw new ApiError('wrong_state', 'This passkey is already registered.')
  }
}

/**
 * Returns options without a list of passkeys: the browser offers those it has, so that the response reveals nothing about an
 * address.
 */
export async function signInOptions(ctx: Context, visitor: Visitor): Promise<object> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return generateAuthenticationOptions({
    rpID: resolveRelyingParty(ctx, visitor).rpID,
    challenge: newChallenge(ctx, SIGN_IN),
    userVerification: 'required',
  })
}

/** Returns options for a user who confirms their identity again: only that user's passkeys are accepted. */
export async function sudoOptions(ctx: Context, db: Db, visitor: Visitor, user: SignedInUser): Promise<object> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const own = await sql.listPasskeys(db, user.id)
  if (own.length === 0) throw new ApiError('wrong_state', 'You have no passkey. Send your password, or sign in again.')
  return generateAuthenticationOptions({
    rpID: resolveRelyingParty(ctx, visitor).rpID,
    challenge: newChallenge(ctx, buildSudoPurpose(user)),
    allowCredentials: own.map(({ credential_id, transports }) => ({
      id: Buffer.from(credential_id).toString('base64url'),
      transports,
    })),
    userVerification: 'required',
  })
}

/** Throws unless a passkey of the user answered a challenge of this session. */
export async function verifySudo(
  ctx: Context,
  tx: Db,
  user: SignedInUser,
  { visitor, response }: { visitor: Visitor; response: unknown },
): Promise<void> {
  if ((await verify(ctx, tx, buildSudoPurpose(user), { visitor, response })) !== user.id) throw notAccepted()
}

function buildSudoPurpose({ sessionId }: SignedInUser): string {
  return `sudo ${sessionId}`
}

/** Returns the id of the user whose passkey signed in; throws when none did. */
export async function verifyPasskey(ctx: Context, tx: Db, visitor: Visitor, response: unknown): Promise<string> {
  return verify(ctx, tx, SIGN_IN, { visitor, response })
}

async function verify(
  ctx: Context,
  tx: Db,
  purpose: string,
  { visitor, response }: { visitor: Visitor; response: unknown },
): Promise<string> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const answer = response as AuthenticationResponseJSON
  const credentialId = Buffer.from(typeof answer.id === 'string' ? answer.id : '', 'base64url')
  const row = await sql.findPasskeyByCredential(tx, credentialId)
  if (!row) throw notAccepted()
  const { origin, rpID } = resolveRelyingParty(ctx, visitor)
  let challenge = ''
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge: (given) => isChallenge(ctx, purpose, (challenge = given)),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    credential: {
      id: credentialId.toString('base64url'),
      publicKey: new Uint8Array(row.public_key),
      counter: row.counter,
      transports: row.transports,
    },
  }).catch(refuse)
  if (!verified || !(await claimChallenge(ctx, tx, challenge))) throw notAccepted()
  const used = { counter: authenticationInfo.newCounter, last_used_at: ctx.clock.now() }
  await sql.updatePasskeyUsed(tx, row.user_id, row.id, used)
  return row.user_id
}

export async function listPasskeys(db: Db, userId: string): Promise<PasskeyRow[]> {
  return sql.listPasskeys(db, userId)
}

export async function updatePasskeyName(
  db: Db,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  return sql.updatePasskeyName(db, userId, id, name)
}

export async function deletePasskey(db: Db, userId: string, id: string): Promise<PasskeyRow | undefined> {
  return sql.deletePasskey(db, userId, id)
}

/**
 * Refuses the response: the library throws on any mismatch, such as a wrong origin, an old challenge, a bad signature or
 * malformed data.
 */
function refuse(error: unknown): never {
  throw notAccepted(error)
}

function notAccepted(cause?: unknown): ApiError {
  return new ApiError('wrong_credentials', 'This passkey was not accepted. Start again.', { cause })
}
