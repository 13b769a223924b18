import type { ConnectedApp } from '../keys/contract.ts'
import { OauthError } from './oauth-error.ts'

type Audience = ConnectedApp['audience']

/**
 * Returns the part of this server that a token is requested for (RFC 8707). Clients of early revisions of MCP name none: they
 * mean /mcp.
 */
export function readAudience(issuer: string, resource: string | undefined): Audience {
  if (resource === undefined) return 'mcp'
  const named = normalize(resource)
  if (named === normalize(`${issuer}/mcp`)) return 'mcp'
  if (named === normalize(issuer)) return 'api'
  throw new OauthError('invalid_target', `The resource must be ${issuer}/mcp or ${issuer}.`)
}

/** Throws if a token request names another resource than its grant. */
export function assertAudience(issuer: string, resource: string | undefined, audience: Audience): void {
  if (resource !== undefined && readAudience(issuer, resource) !== audience)
    throw new OauthError('invalid_target', 'The resource is not the one that the user allowed.')
}

function normalize(resource: string): string | undefined {
  if (!URL.canParse(resource)) return undefined
  const { origin, pathname, search, hash } = new URL(resource)
  return `${origin}${pathname.replace(/\/+$/, '')}${search}${hash}`
}
