import { exchange, jsonRequest, type PlatformResponse } from '../exchange.ts'
import { PlatformError } from '../platform-error.ts'
import type { Call } from '../session.ts'
import { type FoundPds, findPds, parseServiceOrigin } from './identity.ts'

/** An authorization server, as it describes itself (RFC 8414). */
export interface AuthServer {
  readonly issuer: string
  readonly authorizeUrl: string
  readonly parUrl: string
  readonly tokenUrl: string
  /** Absent where tokens cannot be revoked. */
  readonly revokeUrl?: string
}

/** Where a person signs in, and as whom, as far as that is known before. */
export interface SignInTarget {
  readonly issuer: string
  readonly pds?: FoundPds
}

/** From a handle, a DID, or the address of a data server or an authorization server. */
export async function findSignInTarget(call: Call, entered: string): Promise<SignInTarget> {
  const name = entered.trim().replace(/^@/, '')
  if (!/^https?:/i.test(name)) {
    const pds = await findPds(call, name.startsWith('did:') ? name : name.toLowerCase())
    return { pds, issuer: await findIssuer(call, pds.host) }
  }
  const origin = parseServiceOrigin(name)
  try {
    return { issuer: await findIssuer(call, origin) }
  } catch (error) {
    // A server that has no data of its own, such as bsky.social, is an authorization server itself.
    if (error instanceof PlatformError && error.platformResponse?.status === 404) return { issuer: origin }
    throw error
  }
}

/** The server that signs people in for a data server (RFC 9728). */
export async function findIssuer(call: Call, pds: string): Promise<string> {
  const { resource, authorization_servers: servers } = await readDocument(
    call,
    `${pds}/.well-known/oauth-protected-resource`,
  )
  const [issuer] = Array.isArray(servers) ? servers : []
  if (resource !== pds || !isOrigin(issuer)) throw notOAuth(pds)
  return issuer
}

export async function readAuthServer(call: Call, issuer: string): Promise<AuthServer> {
  const found = await readDocument(call, `${issuer}/.well-known/oauth-authorization-server`)
  const endpoints = [
    found.authorization_endpoint,
    found.pushed_authorization_request_endpoint,
    found.token_endpoint,
    ...(found.revocation_endpoint === undefined ? [] : [found.revocation_endpoint]),
  ]
  const { protocol } = new URL(issuer)
  const isRight =
    found.issuer === issuer &&
    endpoints.every((one) => typeof one === 'string' && URL.canParse(one) && new URL(one).protocol === protocol) &&
    // Without it, an answer of another server could not be told apart (RFC 9207).
    found.authorization_response_iss_parameter_supported === true &&
    found.client_id_metadata_document_supported === true &&
    isAmong(found.code_challenge_methods_supported, 'S256') &&
    isAmong(found.dpop_signing_alg_values_supported, 'ES256') &&
    isAmong(found.scopes_supported, 'atproto')
  if (!isRight) throw notOAuth(issuer)
  const [authorizeUrl, parUrl, tokenUrl, revokeUrl] = endpoints
  return { issuer, authorizeUrl, parUrl, tokenUrl, ...(revokeUrl && { revokeUrl }) }
}

async function readDocument(call: Call, url: string): Promise<PlatformResponse['body']> {
  const { body } = await exchange(call.http, { ...jsonRequest('GET', url), deadlineMs: 15_000 })
  if (typeof body !== 'object' || body === null) throw notOAuth(new URL(url).origin)
  return body
}

function isOrigin(url: unknown): url is string {
  return typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url) && new URL(url).origin === url
}

function isAmong(values: unknown, value: string): boolean {
  return Array.isArray(values) && values.includes(value)
}

function notOAuth(origin: string): PlatformError {
  return new PlatformError('invalid', `${origin} does not offer the sign-in of Bluesky.`, {
    rule: 'bluesky.oauth.unsupported',
    remediation: 'Check the name, or connect the account with an app password.',
  })
}
