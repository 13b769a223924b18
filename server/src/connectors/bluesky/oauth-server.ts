import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { exchange, jsonRequest } from '../api/exchange.ts'
import { tryRead } from '../api/response.ts'
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

/** The server where a person signs in, and the account as far as it is known before. */
interface SignInTarget {
  readonly issuer: string
  readonly pds?: FoundPds
}

const ProtectedResource = Type.Object({ resource: Type.String(), authorization_servers: Type.Array(Type.Unknown()) })

const contains = (value: string) => Type.Array(Type.Unknown(), { contains: Type.Literal(value) })
const Metadata = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  pushed_authorization_request_endpoint: Type.String(),
  token_endpoint: Type.String(),
  revocation_endpoint: Maybe(Type.String()),
  // Without it, a response of another server could not be told apart (RFC 9207).
  authorization_response_iss_parameter_supported: Type.Literal(true),
  client_id_metadata_document_supported: Type.Literal(true),
  code_challenge_methods_supported: contains('S256'),
  dpop_signing_alg_values_supported: contains('ES256'),
  scopes_supported: contains('atproto'),
})

/** Finds the target of a handle, a DID, or the address of a data server or an authorization server. */
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

/** Finds the server that signs people in for a data server (RFC 9728). */
export async function findIssuer(call: Call, pds: string): Promise<string> {
  const document = tryRead(ProtectedResource, await readDocument(call, `${pds}/.well-known/oauth-protected-resource`))
  const issuer = document?.authorization_servers[0]
  if (document?.resource !== pds || !isOrigin(issuer)) throw createUnsupportedError(pds)
  return issuer
}

export async function readAuthServer(call: Call, issuer: string): Promise<AuthServer> {
  const document = await readDocument(call, `${issuer}/.well-known/oauth-authorization-server`)
  const metadata = tryRead(Metadata, document)
  if (metadata?.issuer !== issuer) throw createUnsupportedError(issuer)
  const revokeUrl = metadata.revocation_endpoint
  const server = {
    issuer,
    authorizeUrl: metadata.authorization_endpoint,
    parUrl: metadata.pushed_authorization_request_endpoint,
    tokenUrl: metadata.token_endpoint,
    ...(revokeUrl && { revokeUrl }),
  }
  const { protocol } = new URL(issuer)
  if (Object.values(server).every((url) => URL.parse(url)?.protocol === protocol)) return server
  throw createUnsupportedError(issuer)
}

async function readDocument(call: Call, url: string): Promise<unknown> {
  return (await exchange(call.http, { ...jsonRequest('GET', url), deadlineMs: 15_000 })).body
}

function isOrigin(url: unknown): url is string {
  return typeof url === 'string' && /^https?:/.test(url) && URL.parse(url)?.origin === url
}

function createUnsupportedError(origin: string): PlatformError {
  return new PlatformError('invalid', `${origin} does not offer the sign-in of Bluesky.`, {
    rule: 'bluesky.oauth.unsupported',
    remediation: 'Check the name, or connect the account with an app password.',
  })
}
