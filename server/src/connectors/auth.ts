import type { Call, GrantCall, Identity, Json, Tokens } from './session.ts'

/** The result of a sign-in. */
export interface Grant {
  readonly identity: Identity
  readonly tokens: Tokens
  readonly scopes: readonly string[]
}

/** An identity that the account can act as: a page, a channel, a phone number, or the person where there is nothing else. */
export interface FoundEntity {
  readonly kind: string
  readonly externalId: string
  readonly name: string
  readonly parentExternalId: string | null
  /** Shown to users and passed to `validate`, such as the limits of the account's server or number. */
  readonly metadata: { readonly [key: string]: Json }
  /** The person's permissions there, in the platform's words. */
  readonly grants: readonly string[]
  readonly selectable: boolean
  readonly unselectableReason: string | null
  /** The entity's own token, on platforms that issue one for each entity. */
  readonly secret?: string
}

export interface AuthorizeRequest {
  readonly redirectUri: string
  /** Random, for one use, bound to the connection. The platform sends it back. */
  readonly state: string
  /** RFC 7636. `exchange` gets the verifier again. */
  readonly codeVerifier: string
  readonly codeChallenge: string
  readonly scopes: readonly string[]
  /** Matches `auth.options`. */
  readonly options: Readonly<Record<string, unknown>>
  /** The address that serves the document of `describeClient`. */
  readonly clientUrl?: string
}

export interface Authorization {
  readonly url: string
  /** State that `exchange` needs later, such as the app registered for this sign-in. Sealed until then. */
  readonly handshake?: Json
}

export interface ExchangeRequest {
  readonly code: string
  readonly redirectUri: string
  readonly codeVerifier: string
  readonly options: Readonly<Record<string, unknown>>
  readonly handshake: Json
  /** Other parameters that the platform added to the redirect, such as `iss`. */
  readonly params: Readonly<Record<string, string>>
}

export interface OAuth {
  readonly authorize: (call: Call, request: AuthorizeRequest) => Promise<Authorization>
  readonly exchange: (call: Call, request: ExchangeRequest) => Promise<Grant>
  /** Builds the document that describes this client, on platforms where its address is the client's id (`isDescribed`). */
  readonly describeClient?: (call: Call, client: ClientAddresses) => { readonly [key: string]: Json }
}

export interface ClientAddresses {
  readonly clientUrl: string
  readonly redirectUri: string
}

export interface Refresh {
  /** Seconds before its expiry at which an access token is renewed. */
  readonly aheadSeconds: number
  /** Set where the access token itself is extended and the platform issues no refresh token. */
  readonly extendsAccess?: true
  /** Called by one worker at a time for each grant. Throws `auth` only when the platform says that the grant has ended. */
  readonly renew: (call: GrantCall) => Promise<Tokens>
}

export interface Auth {
  /** At least one of `oauth` and `signIn` is present. */
  readonly oauth?: OAuth
  /** Signs in with the values that a person entered, which match `credentials` of the facts. */
  readonly signIn?: (call: Call, credentials: Readonly<Record<string, unknown>>) => Promise<Grant>
  /** Absent where only the person can renew an access token. */
  readonly refresh?: Refresh
  /** Revokes this sign-in at the platform; absent where the platform cannot do that. */
  readonly revoke?: (call: GrantCall) => Promise<void>
  /**
   * Platforms on which `revoke` ends every sign-in of the person with the app. Only the last of these sign-ins is then revoked.
   */
  readonly revokesAllOn?: readonly string[]
  readonly listEntities: (call: GrantCall) => Promise<readonly FoundEntity[]>
}

export interface HealthIssue {
  readonly code: string
  readonly message: string
  readonly remediation?: string
  /** `error` when the account cannot do its work, `warning` when it still can. */
  readonly severity: 'warning' | 'error'
}

export interface HealthReport {
  readonly issues: readonly HealthIssue[]
  /** The scopes that are granted now; absent where the platform does not report them. */
  readonly scopes?: readonly string[]
  /** Stored when present, because names, pictures and the limits of a server change. */
  readonly identity?: Identity
  readonly entities?: readonly FoundEntity[]
}
