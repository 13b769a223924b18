import { storable } from './storable.ts'

export type FailureKind =
  /** The platform refuses the tokens in a way that we recognise: a person must sign in again, unless a refresh helps. */
  | 'auth'
  | 'rate_limited'
  /** The platform understood and refuses: it will refuse again until the content, or something there, is changed. */
  | 'invalid'
  /** Nothing happened there and it may work later. */
  | 'unavailable'
  /** The request was sent and no answer came that says what happened: it must be found out before it is sent again. */
  | 'ambiguous'

export interface FailureExtras {
  readonly retryAfterSeconds?: number
  /** A stable name of what was broken, `<platform>.<subject>.<rule>`. */
  readonly rule?: string
  /** What a person can do about it. */
  readonly remediation?: string
  /** What the platform said, for people: a status, a code and its words, never a token. */
  readonly platformResponse?: { readonly status?: number; readonly code?: string; readonly message?: string }
  /** True when what was prepared is gone there: the next attempt prepares from nothing. */
  readonly isStale?: boolean
  readonly cause?: unknown
}

/** The only error a connector throws on purpose; anything else is a bug of the connector. */
export class PlatformError extends Error {
  override name = 'PlatformError'
  readonly kind: FailureKind
  readonly retryAfterSeconds: number | undefined
  readonly rule: string | undefined
  readonly remediation: string | undefined
  readonly platformResponse: FailureExtras['platformResponse']
  readonly isStale: boolean
  constructor(kind: FailureKind, message: string, extras: FailureExtras = {}) {
    super(storable(message), { cause: extras.cause })
    this.kind = kind
    this.retryAfterSeconds = extras.retryAfterSeconds
    this.rule = extras.rule
    this.remediation = extras.remediation
    this.isStale = extras.isStale ?? false
    this.platformResponse = storable(extras.platformResponse)
  }
}
