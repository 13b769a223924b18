import type { Grant, OAuth } from '../auth.ts'
import { computeThumbprint, newKey } from '../oauth/es256.ts'
import { readTokens } from '../oauth/oauth2.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call, GrantCall, Tokens } from '../session.ts'
import { AccountSession, findPds, readIdentity } from './identity.ts'
import { buildClient, describeClient } from './oauth-client.ts'
import { pushAuthorization, requestTokens, revokeToken, type SignIn, type SignInTokens } from './oauth-request.ts'
import { findIssuer, findSignInTarget, readAuthServer } from './oauth-server.ts'
import { SCOPES } from './platform.ts'
import { query } from './xrpc.ts'

/** The state of a sign-in until the person returns. */
type Handshake = {
  readonly signIn: SignIn
  readonly redirectUri: string
  /** The named account and its data server; absent when only a server was named. */
  readonly did?: string
  readonly pds?: string
}

/** The time for which the reference server renews a sign-in: with a client's key, and without one. */
const SIGN_IN_DAYS = { keyed: 730, keyless: 14 }

export const oauth: OAuth = {
  describeClient,

  async authorize(call, { redirectUri, clientUrl = '', state, codeChallenge, scopes, options }) {
    const entered = String(options['handle']).trim().replace(/^@/, '')
    const { issuer, pds } = await findSignInTarget(call, entered)
    const server = await readAuthServer(call, issuer)
    const client = buildClient(call, { clientUrl, redirectUri })
    const clientKey = client.key && { clientKey: computeThumbprint(client.key) }
    const signIn: SignIn = { issuer, key: newKey(), clientId: client.id, ...clientKey }
    const requestUri = await pushAuthorization(
      call,
      { server, signIn },
      {
        response_type: 'code',
        redirect_uri: client.redirectUri,
        scope: scopes.join(' '),
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        ...(pds && { login_hint: entered }),
      },
    )
    const url = new URL(server.authorizeUrl)
    url.searchParams.set('client_id', client.id)
    url.searchParams.set('request_uri', requestUri)
    const handshake: Handshake = {
      signIn,
      redirectUri: client.redirectUri,
      ...(pds && { pds: pds.host }),
      ...(pds?.did !== undefined && { did: pds.did }),
    }
    return { url: url.href, handshake }
  },

  async exchange(call, { code, codeVerifier, params, handshake: stored }) {
    const handshake = stored as Handshake
    const { signIn, redirectUri } = handshake
    // RFC 9207: only the server where the sign-in began may end it.
    if (params['iss'] !== signIn.issuer)
      throw new PlatformError('invalid', 'The sign-in came back from another server than the one where it began.', {
        rule: 'bluesky.oauth.issuer_mismatch',
        remediation: 'Start a new connection.',
      })
    const server = await readAuthServer(call, signIn.issuer)
    const tokens = await requestTokens(
      call,
      { server, signIn },
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier },
    )
    try {
      return await readGrant(call, signIn, tokens, await confirmPerson(call, handshake, tokens))
    } catch (error) {
      // The tokens stay unused, so they should not stay valid. The connection fails even if they do.
      await revokeToken(call, { server, signIn }, tokens.refresh_token).catch(() => undefined)
      throw error
    }
  },
}

/**
 * Returns the person's data server. Throws when another person signed in than the one who was named, or when the authorization server
 * is not responsible for the person.
 */
async function confirmPerson(
  call: Call,
  { signIn, did, pds }: Handshake,
  { sub, scope }: SignInTokens,
): Promise<string> {
  const missing = SCOPES.filter((one) => !splitScopes(scope).includes(one))
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

const splitScopes = (scope: SignInTokens['scope']) => (scope ?? '').split(' ')

async function readGrant(call: Call, signIn: SignIn, tokens: SignInTokens, host: string): Promise<Grant> {
  const pds = { call, host, token: tokens.access_token, key: signIn.key }
  const days = signIn.clientKey === undefined ? SIGN_IN_DAYS.keyless : SIGN_IN_DAYS.keyed
  const reauthAt = new Date(call.now().getTime() + days * 86_400_000)
  return {
    identity: await readIdentity(pds, await query(pds, 'com.atproto.server.getSession', { schema: AccountSession })),
    tokens: { ...readTokens(tokens, call.now(), reauthAt), extra: { pds: host, ...signIn } },
    scopes: splitScopes(tokens.scope),
  }
}

/** Returns the sign-in of these tokens; undefined when they come from an app password. */
export function findSignIn({ extra }: Tokens): SignIn | undefined {
  return extra?.['issuer'] === undefined ? undefined : (extra as SignIn)
}

export async function renewSignIn(call: GrantCall, signIn: SignIn): Promise<Tokens> {
  const server = await readAuthServer(call, signIn.issuer)
  const { refresh = '', reauthAt } = call.tokens
  const tokens = await requestTokens(call, { server, signIn }, { grant_type: 'refresh_token', refresh_token: refresh })
  if (tokens.sub !== call.identity.externalId)
    throw new PlatformError('auth', 'The server renewed the sign-in of another account.', {
      rule: 'bluesky.identity.mismatch',
      remediation: 'Connect the account again.',
    })
  return readTokens(tokens, call.now(), reauthAt)
}

export async function revokeSignIn(call: GrantCall, signIn: SignIn): Promise<void> {
  const server = await readAuthServer(call, signIn.issuer)
  await revokeToken(call, { server, signIn }, call.tokens.refresh ?? call.tokens.access)
}
