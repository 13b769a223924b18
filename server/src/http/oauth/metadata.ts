import type { FastifyRequest } from 'fastify'
import type { Context } from '../../kit/context.ts'

/** Scopes that an app can ask for. On the consent page the user chooses, and may give less. */
const SCOPES = ['read', 'write']

/**
 * Returns the URL of this server as its callers know it. Without QUOIN_PUBLIC_URL, it is the requested one: a client compares it
 * with the address that it was given, which may be localhost or an IP address.
 */
export function readIssuer({ config }: Context, { protocol, host }: FastifyRequest): string {
  return config.QUOIN_PUBLIC_URL ?? `${protocol}://${host}`
}

/** Describes the authorization server (RFC 8414). */
export function describeServer(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    device_authorization_endpoint: `${issuer}/oauth/device_authorization`,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${issuer}/docs`,
  }
}

/** Describes a resource that tokens are issued for (RFC 9728): the API, or /mcp. */
export function describeResource(issuer: string, path: '' | '/mcp') {
  return {
    resource: `${issuer}${path}`,
    authorization_servers: [issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: path === '' ? 'Quoin API' : 'Quoin',
    resource_documentation: `${issuer}/docs`,
  }
}

/** Returns the challenge of a 401 of /mcp, which leads a client to the sign-in. */
export function buildChallenge(issuer: string, hasToken: boolean): string {
  const error = hasToken ? 'error="invalid_token", ' : ''
  return `Bearer ${error}resource_metadata="${issuer}/.well-known/oauth-protected-resource/mcp", scope="${SCOPES.join(' ')}"`
}
