import type { Context, Permission } from '../../../kit/context.ts'
import { SecretError } from '../../../kit/secrets.ts'
import type { KeyApp } from '../keys/contract.ts'
import { readAudience } from './audience.ts'
import { findClient, hashClient } from './clients.ts'
import { OauthError } from './oauth-error.ts'
import { isRegistered, withParameters } from './redirect-uri.ts'

/** A valid request of an app, on its way through the user's browser. Sealed: nothing is stored before the user decides. */
export interface AuthorizationRequest {
  readonly app: KeyApp
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly state: string | undefined
  readonly permission: Permission
  readonly issuer: string
  readonly until: number
}

const PURPOSE = 'oauth authorization request'
const REQUEST_MS = 600_000
const STATE_CHARS_MAX = 2048
export const CODE_CHALLENGE = /^[\w-]{43}$/

type Parameters = Readonly<Record<string, string | undefined>>

/**
 * Returns the address that the browser continues at: the page on which the user decides, with the request after the `#`; or the
 * app, with an error. A request of an unknown app or with an unknown address stays here: it must not send anyone anywhere.
 */
export function beginAuthorization(ctx: Context, issuer: string, parameters: Parameters): string {
  const page = `${toPortal(issuer)}/authorize`
  const { client_id: clientId = '', redirect_uri: redirectUri, state } = parameters
  const client = findClient(ctx, clientId)
  if (!client) return `${page}?error=invalid_client`
  const [only, ...others] = client.redirectUris
  const target = redirectUri ?? (others.length === 0 ? only : undefined)
  if (target === undefined || !isRegistered(target, client.redirectUris)) return `${page}?error=invalid_redirect_uri`
  try {
    const { codeChallenge, audience, permission } = readTerms(issuer, parameters)
    const app = { client: hashClient(clientId), name: client.name, host: new URL(target).host, audience }
    const until = ctx.clock.now().getTime() + REQUEST_MS
    const request = { app, redirectUri: target, codeChallenge, state, permission, issuer, until }
    return `${page}#${ctx.secrets.seal(JSON.stringify(request), PURPOSE)}`
  } catch (error) {
    if (!(error instanceof OauthError)) throw error
    return toError({ redirectUri: target, state, issuer }, error.code, error.message)
  }
}

function readTerms(issuer: string, parameters: Parameters) {
  const { response_type: type, code_challenge: codeChallenge = '', code_challenge_method: method } = parameters
  const { state = '', resource, scope } = parameters
  if (type !== 'code') throw new OauthError('invalid_request', 'response_type must be code.')
  if (method !== 'S256' || !CODE_CHALLENGE.test(codeChallenge))
    throw new OauthError('invalid_request', 'PKCE is required: send code_challenge with code_challenge_method=S256.')
  if (state.length > STATE_CHARS_MAX) throw new OauthError('invalid_request', 'state is too long.')
  return { codeChallenge, audience: readAudience(issuer, resource), permission: readPermission(scope) }
}

/** Returns the permission that the scopes mean: everything, unless only `read` is requested. The user has the last word. */
export function readPermission(scope: string | undefined): Permission {
  const scopes = (scope ?? '').split(' ')
  return scopes.includes('read') && !scopes.includes('write') ? 'read' : 'read_write'
}

export function writeScope(permission: Permission): string {
  return permission === 'read' ? 'read' : 'read write'
}

/** Returns a request that can still be decided. */
export function openRequest({ secrets, clock }: Context, sealed: string): AuthorizationRequest | undefined {
  try {
    const request = JSON.parse(secrets.open(sealed, PURPOSE)) as AuthorizationRequest
    return request.until > clock.now().getTime() ? request : undefined
  } catch (error) {
    if (error instanceof SecretError || error instanceof SyntaxError) return undefined
    throw error
  }
}

type ReturnAddress = Pick<AuthorizationRequest, 'redirectUri' | 'state' | 'issuer'>

/** Returns the address of the app with an error. `iss` tells clients of several servers who responds (RFC 9207). */
export function toError({ redirectUri, state, issuer }: ReturnAddress, error: string, description: string): string {
  return withParameters(redirectUri, { error, error_description: description, state, iss: issuer })
}

export function toSuccess({ redirectUri, state, issuer }: ReturnAddress, code: string): string {
  return withParameters(redirectUri, { code, state, iss: issuer })
}

/** Passkeys and most sessions belong to localhost, not to a loopback address. */
function toPortal(issuer: string): string {
  return issuer.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, 'http://localhost')
}
