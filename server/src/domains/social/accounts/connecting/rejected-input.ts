import type { AuthFacts, PlatformFacts } from '../../../../connectors/platform.ts'
import { PlatformError } from '../../../../connectors/platform-error.ts'
import { InvalidRequest } from '../../../../kit/declare/errors.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { findMismatches } from '../../../../kit/declare/violations.ts'
import { OutboundError } from '../../../../kit/net/outbound-error.ts'
import { toPlatformApiError } from '../platform-errors.ts'

const NOTHING = Type.Object({}, { additionalProperties: false })

/** Checks input whose schema depends on the platform, which the endpoint's own schema cannot do. */
export function checkPlatformInput(
  schema: AuthFacts['options'],
  given: Record<string, unknown>,
  field: 'options' | 'credentials',
): void {
  const violations = findMismatches(schema ?? NOTHING, given, ['body', field])
  if (violations.length > 0) throw new InvalidRequest(violations)
}

/** Returns true when the platform refuses the input. */
export function isRefusal(error: unknown): error is PlatformError {
  return error instanceof PlatformError && (error.kind === 'auth' || error.kind === 'invalid')
}

/**
 * Returns true when no such server can exist, as opposed to one that is down: on some networks a person enters the server's name.
 */
export function isBadServerName(error: unknown): error is PlatformError {
  const outbound = error instanceof PlatformError && error.cause
  if (!(outbound instanceof OutboundError)) return false
  const isUnknown = (outbound.cause as { code?: unknown } | undefined)?.code === 'ENOTFOUND'
  return isUnknown || outbound.reason === 'bad_url' || outbound.reason === 'blocked_address'
}

/** Returns the 422 for input that the platform refuses. */
export function rejectedInput(
  { id }: PlatformFacts,
  error: PlatformError,
  field: 'credentials' | 'code' | 'options',
): unknown {
  const asInvalid = new PlatformError('invalid', error.message, {
    rule: error.rule ?? `${id}.${field}.refused`,
    ...(isBadServerName(error) && { remediation: 'Check the server name.' }),
    ...(error.platformResponse && { platformResponse: error.platformResponse }),
    cause: error,
  })
  return toPlatformApiError(id, asInvalid, ['body', field])
}
