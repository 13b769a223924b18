import type { Grant, OAuth } from '../auth.ts'
import { computeThumbprint, newKey } from '../es256.ts'
import { readTokens } from '../oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Json, Tokens } from '../session.ts'
import { findPds } from './identity.ts'
import { clientAt, describeClient } from './oauth-client.ts'
import { incompleteAnswer, post, requestTokens, revokeToken, type SignIn } from './oauth-request.ts'
import { findIssuer, findSignInTarget, readAuthServer } from './oauth-server.ts'
import { SCOPES } from './platform.ts'
import { readIdentity } from './profile.ts'
import { type Body, query } from './xrpc.ts'

/** What is remembered until the person returns. */
interface Handshake {
  readonly signIn: SignIn
  readonly redirectUri: string
  /** Who was named, and their data server; absent when only a server was named. */
  readonly did?: string
  readonly pds?: string
}

/** How long the reference server lets a sign-in be renewed: with a client's key, and without one. */
const SIGN_IN_DAYS = { keyed: 730, keyless: 14 }

export const oauth: OAuth = {
  describeClient,

  async authorize(call, { redirectUri, clientUrl = '', state, codeChallenge, scopes, options }) {
    const entered = String(options['handle']).trim().replace(/^@/, '')
    const { issuer, pds } = await findSignInTarget(call, entered)
    const server = await readAuthServer(call, issuer)
    const client = clientAt(call, { clientUrl, redirectUri })
    const clientKey = client.key && { clientKey: computeThumbprint(client.key) }
    const signIn: SignIn = { issuer, key: newKey(), clientId: client.id, ...clientKey }
    const body = await post(call, { server, signIn }, server.parUrl, {
      response_type: 'code',
      redirect_uri: client.redirectUri,
      scope: scopes.join(' '),
      state,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
      ...(pds && { login_hint: entered }),
    })
    if (typeof body?.request_uri !== 'string') throw incompleteAnswer()
    const url = new URL(server.authorizeUrl)
    url.searchParams.set('client_id', client.id)
    url.searchParams.set('request_uri', body.request_uri)
    const handshake = { signIn, redirectUri: client.redirectUri, ...(pds && { did: pds.did, pds: pds.host }) }
    return { url: url.href, handshake: handshake as unknown as Json }
  },

  async exchange(call, { code, codeVerifier, params, handshake }) {
    const asked = handshake as unknown as Handshake
    const { signIn, redirectUri } = asked
    // RFC 9207: no other server may answer for the one that was asked.
    if (params['iss'] !== signIn.issuer)
      throw new PlatformError('invalid', 'The answer comes from another server than the one that was asked.', {
        rule: 'bluesky.oauth.issuer_mismatch',
        remediation: 'Start a new connection.',
      })
    const server = await readAuthServer(call, signIn.issuer)
    const given = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier }
    const body = await requestTokens(call, { server, signIn }, given)
    try {
      return await readGrant(call, signIn, body, await confirmPerson(call, asked, body))
    } catch (error) {
      // These tokens are used by no one, so they should not stay valid. Whether that succeeds changes nothing.
      await revokeToken(call, { server, signIn }, body.refresh_token).catch(() => undefined)
      throw error
    }
  },
}

/** The person's data server. Throws when the server that answered may not speak for the person, or for a person who was not named. */
async function confirmPerson(call: Call, { signIn, did, pds }: Handshake, { sub, scope }: Body): Promise<string> {
  const missing = SCOPES.filter((one) => !String(scope).split(' ').includes(one))
  if (missing.length > 0)
    throw new PlatformError('invalid', `The sign-in does not include ${missing.join(', ')}.`, {
      rule: 'bluesky.oauth.scope_missing',
      remediation: 'Start a new connection and allow everything that is asked for.',
    })
  if (did !== undefined && sub !== did)
    throw new PlatformError('invalid', 'Another account signed in than the one that was named.', {
      rule: 'bluesky.identity.mismatch',
      remediation: 'Start a new connection and sign in as the account that you name.',
    })
  if (pds !== undefined) return pds
  const { host } = await findPds(call, sub)
  if ((await findIssuer(call, host)) === signIn.issuer) return host
  throw new PlatformError('invalid', 'The account does not belong to the server that signed it in.', {
    rule: 'bluesky.oauth.issuer_mismatch',
    remediation: 'Start a new connection with the handle of the account.',
  })
}

async function readGrant(call: Call, signIn: SignIn, body: Body, host: string): Promise<Grant> {
  const pds = { call, host, token: body.access_token, key: signIn.key }
  const days = signIn.clientKey === undefined ? SIGN_IN_DAYS.keyless : SIGN_IN_DAYS.keyed
  const reauthAt = new Date(call.now().getTime() + days * 86_400_000)
  return {
    identity: await readIdentity(pds, await query(pds, 'com.atproto.server.getSession')),
    tokens: { ...readTokens(body, call.now(), reauthAt), extra: { pds: host, ...signIn } },
    scopes: String(body.scope).split(' '),
  }
}

/** The sign-in of these tokens; undefined when they come from an app password. */
export function findSignIn({ extra }: Tokens): SignIn | undefined {
  return extra?.['issuer'] === undefined ? undefined : (extra as unknown as SignIn)
}

export async function renewSignIn(call: GrantCall, signIn: SignIn): Promise<Tokens> {
  const server = await readAuthServer(call, signIn.issuer)
  const { refresh = '', reauthAt } = call.tokens
  const body = await requestTokens(call, { server, signIn }, { grant_type: 'refresh_token', refresh_token: refresh })
  if (body.sub !== call.identity.externalId)
    throw new PlatformError('auth', 'The server renewed the sign-in of another account.', {
      rule: 'bluesky.identity.mismatch',
      remediation: 'Connect the account again.',
    })
  return readTokens(body, call.now(), reauthAt)
}

export async function revokeSignIn(call: GrantCall, signIn: SignIn): Promise<void> {
  const server = await readAuthServer(call, signIn.issuer)
  await revokeToken(call, { server, signIn }, call.tokens.refresh ?? call.tokens.access)
}
