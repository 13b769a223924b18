import type { Context } from '../../../kit/context.ts'
import { sha256Hex } from '../../../kit/hash.ts'
import { SecretError } from '../../../kit/secrets.ts'
import { OauthError } from './oauth-error.ts'
import { isRedirectUri } from './redirect-uri.ts'

/** A registered app. Its name is what it calls itself. */
export interface OauthClient {
  readonly name: string
  readonly redirectUris: readonly string[]
}

/** The client id of our own command line, which signs in with a device code. */
export const CLI_CLIENT_ID = 'quoin-cli'
export const CLI_NAME = 'Quoin CLI'

const PURPOSE = 'oauth client'
const URIS_MAX = 20
const URIS_CHARS_MAX = 2048
const NAME_CHARS_MAX = 80

/**
 * Registers a public client (RFC 7591). Nothing is stored: the client id is the sealed registration, so anyone may register
 * without filling a table (decision 0070).
 */
export function registerClient({ secrets, clock }: Context, metadata: unknown) {
  const { redirect_uris: uris, client_name: name } = (metadata ?? {}) as Record<string, unknown>
  const redirectUris = readRedirectUris(uris)
  const clientName = toPlainName(name) ?? new URL(redirectUris[0] as string).host
  return {
    client_id: secrets.seal(JSON.stringify([clientName, ...redirectUris]), PURPOSE),
    client_id_issued_at: Math.floor(clock.now().getTime() / 1000),
    client_name: clientName,
    redirect_uris: redirectUris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}

/** Finds the registration in a client id; undefined if this server did not issue it. */
export function findClient({ secrets }: Context, clientId: string): OauthClient | undefined {
  try {
    const [name = '', ...redirectUris] = JSON.parse(secrets.open(clientId, PURPOSE)) as string[]
    return { name, redirectUris }
  } catch (error) {
    if (error instanceof SecretError || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Returns the hash by which grants know a client. Throws for an id that is not registered here. */
export function identifyClient(ctx: Context, clientId: string | undefined): string {
  if (clientId === undefined) throw new OauthError('invalid_request', 'client_id is missing.')
  if (clientId !== CLI_CLIENT_ID && !findClient(ctx, clientId))
    throw new OauthError('invalid_client', 'This client is not registered here. Register it again.')
  return hashClient(clientId)
}

export function hashClient(clientId: string): string {
  return sha256Hex(clientId)
}

function readRedirectUris(given: unknown): string[] {
  const uris = Array.isArray(given) ? [...new Set(given as unknown[])] : []
  if (uris.length === 0 || uris.length > URIS_MAX || uris.join('').length > URIS_CHARS_MAX)
    throw new OauthError('invalid_redirect_uri', `redirect_uris must be a list of 1 to ${URIS_MAX} short URIs.`)
  const wrong = uris.find((uri) => typeof uri !== 'string' || !isRedirectUri(uri))
  if (wrong === undefined) return uris as string[]
  throw new OauthError(
    'invalid_redirect_uri',
    'A redirect URI must use https, http on a loopback address, or the scheme of an app, without a fragment.',
  )
}

/** Returns the name as one line without invisible characters, which could make it look like another text on the page. */
function toPlainName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const plain = name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return plain.slice(0, NAME_CHARS_MAX).toWellFormed() || undefined
}
