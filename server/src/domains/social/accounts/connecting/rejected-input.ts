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

/** True when the platform refuses what was entered. */
export function isRefusal(error: unknown): error is PlatformError {
  return error instanceof PlatformError && (error.kind === 'auth' || error.kind === 'invalid')
}

/** On some networks a person enters the server's name. True when there can be no such server, as opposed to one that is down. */
export function isBadServerName(error: unknown): error is PlatformError {
  const outbound = error instanceof PlatformError && error.cause
  if (!(outbound instanceof OutboundError)) return false
  const isUnknown = (outbound.cause as { code?: unknown } | undefined)?.code === 'ENOTFOUND'
  return isUnknown || outbound.reason === 'bad_url' || outbound.reason === 'blocked_address'
}

/** The 422 for input that the platform refuses. */
export function rejectedInput(
  { id }: PlatformFacts,
  error: PlatformError,
  field: 'credentials' | 'code' | 'options',
): unknown {
  const asInvalid = new PlatformError('invalid', error.message, {
    rule: error.rule ?? `${id}.${field}.refused`,
    ...(isBadServerName(error) && { remediation: 'Check the name of the server.' }),
    ...(error.platformResponse && { platformResponse: error.platformResponse }),
    cause: error,
  })
  return toPlatformApiError(id, asInvalid, ['body', field])
}
