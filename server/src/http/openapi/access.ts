import { type AnyEndpoint, isOpen } from '../../kit/declare/endpoint.ts'
import { ERRORS, type ErrorCode } from '../../kit/declare/errors.ts'

/** Describes the permitted callers in one or two words. */
export function describeAccess(endpoint: AnyEndpoint): string {
  return [describeCallers(endpoint), ...(isKeyed(endpoint) ? [endpoint.scope] : [])].join(', ')
}

/**
 * Returns `write`, `write+owner`, `user+owner+sudo`: the access and further requirements for sessions; `read+link:webhooks`:
 * the portal links that may call it.
 */
export function describeCallers({ access, role, needsSudo, ofLink }: AnyEndpoint): string {
  return [access, ...(role ? [role] : []), ...(needsSudo ? ['sudo'] : []), ...(ofLink ? [`link:${ofLink}`] : [])].join(
    '+',
  )
}

export function isKeyed({ access }: AnyEndpoint): boolean {
  return access === 'read' || access === 'write'
}

/** Returns true if a session calls it in a workspace. */
export function isInWorkspace(endpoint: AnyEndpoint): boolean {
  return isKeyed(endpoint) || endpoint.role !== undefined
}

export function mayCharge({ price }: AnyEndpoint): boolean {
  return price !== 'free' && price !== 'quote'
}

/** Lists the codes that an endpoint can return: those it declares and those that its access, input and price imply. */
export function listErrorCodes(endpoint: AnyEndpoint): ErrorCode[] {
  const isMutation = endpoint.method !== 'GET'
  const { access } = endpoint
  const isOnce = isMutation && endpoint.access !== 'public'
  const codes = new Set<ErrorCode>(endpoint.errors)
  const imply = (when: boolean, ...implied: ErrorCode[]) => {
    if (when) for (const code of implied) codes.add(code)
  }
  imply(isKeyed(endpoint), 'invalid_api_key', 'out_of_scope', 'test_quota_exceeded')
  imply(access === 'write', 'read_only_key')
  imply(access === 'operator', 'invalid_operator_token', 'role_required')
  imply(access !== 'public', 'invalid_session', 'totp_required')
  imply(isOnce, 'cross_site_request')
  imply(isInWorkspace(endpoint), 'not_a_member', 'workspace_closed', 'validation_error')
  imply(access === 'write' || endpoint.role !== undefined, 'role_required')
  imply(access === 'user' && endpoint.role !== undefined, 'out_of_scope')
  imply(access === 'operator' || Boolean(endpoint.needsSudo), 'sudo_required')
  imply(mayCharge(endpoint), 'insufficient_credits', 'key_budget_exceeded', 'max_credits_exceeded')
  imply(isOnce, 'idempotency_in_progress', 'idempotency_key_reused')
  imply(isOnce || !isOpen(endpoint.query) || Boolean(endpoint.body || endpoint.params), 'validation_error')
  imply(Boolean(endpoint.params), 'not_found')
  imply(isMutation && Boolean(endpoint.special.versioned), 'version_conflict')
  imply(Boolean(endpoint.special.takesRange), 'range_not_satisfiable')
  // A body is read and refused even where none is declared.
  imply(isMutation, 'payload_too_large', 'request_timeout', 'unsupported_encoding')
  imply(true, 'bad_request', 'rate_limited', 'headers_too_large', 'internal', 'unavailable')
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code))
}
