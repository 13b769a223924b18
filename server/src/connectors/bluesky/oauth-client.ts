import { randomUUID } from 'node:crypto'
import type { ClientAddresses } from '../auth.ts'
import { computeThumbprint, deriveKey, type PrivateJwk, signJwt, toPublicJwk } from '../oauth/es256.ts'
import type { Call, Json } from '../session.ts'
import { SCOPES } from './platform.ts'

/** Our client at an authorization server. A client on loopback has no key: it is public. */
export interface OAuthClient {
  readonly id: string
  readonly redirectUri: string
  readonly key?: PrivateJwk
}

const scope = SCOPES.join(' ')

/**
 * Builds the client of an address. A sign-in lasts two years with a key and two weeks without, so the client has a key wherever
 * servers can reach us. On loopback they cannot read the document about the client: its id says everything.
 */
export function buildClient(call: Call, { clientUrl, redirectUri }: ClientAddresses): OAuthClient {
  const [key] = deriveClientKeys(call)
  if (new URL(clientUrl).protocol === 'https:') return { id: clientUrl, redirectUri, ...(key && { key }) }
  // A client on loopback must not be called localhost.
  const local = redirectUri.replace(/^http:\/\/localhost(?=[:/])/, 'http://127.0.0.1')
  return {
    id: `http://localhost?${new URLSearchParams({ redirect_uri: local, scope }).toString()}`,
    redirectUri: local,
  }
}

/** Finds the key that a sign-in was made with: servers accept no other one for it. */
export function findClientKey(call: Call, thumbprint: string | undefined): PrivateJwk | undefined {
  return deriveClientKeys(call).find((key) => computeThumbprint(key) === thumbprint)
}

/** Derives one key from each master key, the current one first. */
function deriveClientKeys(call: Call): PrivateJwk[] {
  return call.derivedSecrets('client_key').map(deriveKey)
}

/** Describes the client as the atproto profile of RFC 7591 requires. */
export function describeClient(call: Call, { clientUrl, redirectUri }: ClientAddresses): { [key: string]: Json } {
  const keys = deriveClientKeys(call).map((key) => ({
    ...toPublicJwk(key),
    kid: computeThumbprint(key),
    alg: 'ES256',
    use: 'sig',
  }))
  return {
    client_id: clientUrl,
    client_name: 'Quoin',
    client_uri: new URL('/', clientUrl).href,
    application_type: 'web',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope,
    dpop_bound_access_tokens: true,
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    jwks: { keys },
  }
}

/** Builds the parameters that identify the client (RFC 7523). An assertion is for one server and one use. */
export function buildClientParams({ id, key }: Pick<OAuthClient, 'id' | 'key'>, issuer: string, now: Date) {
  if (!key) return { client_id: id }
  const iat = Math.floor(now.getTime() / 1000)
  const claims = { iss: id, sub: id, aud: issuer, jti: randomUUID(), iat, exp: iat + 60 }
  return {
    client_id: id,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: signJwt(key, { kid: computeThumbprint(key) }, claims),
  }
}
