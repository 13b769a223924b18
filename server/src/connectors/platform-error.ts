import { toStorable } from './api/storable-value.ts'

export type FailureKind =
  /** The platform rejects the tokens themselves: unless a renewal helps, the person must sign in again. */
  | 'auth'
  | 'rate_limited'
  /** The platform refuses the request, and would refuse a repeat until the content or a setting there changes. */
  | 'invalid'
  /** Nothing happened on the platform; a later call may succeed. */
  | 'unavailable'
  /** The request was sent and its outcome is unknown: it must be looked up before the request is sent again. */
  | 'ambiguous'

export interface FailureExtras {
  readonly retryAfterSeconds?: number
  /** The stable name of the broken rule, `<platform>.<subject>.<rule>`. */
  readonly rule?: string
  /** The action that a person can take. */
  readonly remediation?: string
  /** The platform's status, code and message, for people to read. Never a token. */
  readonly platformResponse?: { readonly status?: number; readonly code?: string; readonly message?: string }
  /** True when the platform deleted what was prepared: the next attempt prepares from the start. */
  readonly isStale?: boolean
  readonly cause?: unknown
}

/** The only error that connectors throw on purpose; any other error is a bug in the connector. */
export class PlatformError extends Error {
  override name = 'PlatformError'
  readonly kind: FailureKind
  readonly retryAfterSeconds: number | undefined
  readonly rule: string | undefined
  readonly remediation: string | undefined
  readonly platformResponse: FailureExtras['platformResponse']
  readonly isStale: boolean
  constructor(kind: FailureKind, message: string, extras: FailureExtras = {}) {
    super(toStorable(message), { cause: extras.cause })
    this.kind = kind
    this.retryAfterSeconds = extras.retryAfterSeconds
    this.rule = extras.rule
    this.remediation = extras.remediation
    this.isStale = extras.isStale ?? false
    this.platformResponse = toStorable(extras.platformResponse)
  }
}
