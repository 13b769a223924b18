import { toStorable } from './storable-value.ts'

export type FailureKind =
  /** The platform refuses the tokens in a way that we recognise: the person must sign in again, unless a renewal helps. */
  | 'auth'
  | 'rate_limited'
  /** The platform understood and refuses. A repeat is refused too, until the content or a setting there changes. */
  | 'invalid'
  /** Nothing happened on the platform; a later call may work. */
  | 'unavailable'
  /** The request was sent and no answer says what happened. The outcome must be looked up before it is sent again. */
  | 'ambiguous'

export interface FailureExtras {
  readonly retryAfterSeconds?: number
  /** A stable name of the broken rule, `<platform>.<subject>.<rule>`. */
  readonly rule?: string
  /** What a person can do about it. */
  readonly remediation?: string
  /** The platform's status, code and message, for people to read. Never a token. */
  readonly platformResponse?: { readonly status?: number; readonly code?: string; readonly message?: string }
  /** True when the platform deleted what was prepared: the next attempt prepares from the start. */
  readonly isStale?: boolean
  readonly cause?: unknown
}

/** The only error a connector throws on purpose; any other error is a bug of the connector. */
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
