import { maskSecrets } from '../../kit/log/log.ts'
import type { PlatformName } from '../platform.ts'
import { type FailureKind, PlatformError } from '../platform-error.ts'
import type { PlatformResponse } from './exchange.ts'

/** The meaning of one error of a platform. */
export interface KnownError {
  readonly kind: FailureKind
  /** `<subject>.<rule>`; the platform's id comes before it. */
  readonly rule: string
  /** The platform's own words when absent. */
  readonly message?: string
  readonly remediation?: string
  /** The wait after `rate_limited` when the response names none. */
  readonly retryAfterSeconds?: number
  /** True when the platform deleted what was prepared: the next attempt prepares from the start. */
  readonly isStale?: true
}

/** The platform's status, code and message. */
export interface ErrorResponse {
  readonly status?: number
  readonly code?: string
  readonly message: string
}

const SHOWN_MAX = 300
const RETRY_SECONDS = 60

/** Declares a refusal that a repeat would meet again. */
export function refuse(rule: string, message: string, remediation: string): KnownError {
  return { kind: 'invalid', rule, message, remediation }
}

/** Declares a refusal whose reason is the platform's own message. */
export function relayRefusal(rule: string, remediation: string): KnownError {
  return { kind: 'invalid', rule, remediation }
}

export interface PlatformErrors {
  /** Builds the error. `retryAfterSeconds` is what the response says about the wait. */
  readonly createError: (known: KnownError, response: ErrorResponse, retryAfterSeconds?: number) => PlatformError
  /** True for an error of this platform with one of these rules. */
  readonly hasRule: (error: unknown, ...rules: readonly string[]) => error is PlatformError
}

/** The one way from a table of known errors to a `PlatformError`. */
export function createPlatformErrors({ id, label }: PlatformName): PlatformErrors {
  return {
    createError: (
      { kind, rule, message, remediation, isStale, ...known },
      { message: said, ...response },
      retryAfterSeconds,
    ) => {
      const shown = maskSecrets(said).slice(0, SHOWN_MAX)
      return new PlatformError(
        kind,
        message ?? (shown || `${label} refused with ${response.status ?? response.code}.`),
        {
          rule: `${id}.${rule}`,
          platformResponse: { ...response, message: shown },
          ...(remediation !== undefined && { remediation }),
          ...(isStale && { isStale }),
          ...(kind === 'rate_limited' && {
            retryAfterSeconds: retryAfterSeconds ?? known.retryAfterSeconds ?? RETRY_SECONDS,
          }),
        },
      )
    },
    hasRule: (error, ...rules): error is PlatformError =>
      error instanceof PlatformError && rules.some((rule) => error.rule === `${id}.${rule}`),
  }
}

/** The first positive number of seconds that one of these headers has. */
export function readSeconds(headers: PlatformResponse['headers'], ...names: readonly string[]): number | undefined {
  const seconds = names.map((name) => Number.parseFloat(String(headers[name])))
  const found = seconds.find((one) => one > 0 && one < 86_400)
  return found === undefined ? undefined : Math.ceil(found)
}
