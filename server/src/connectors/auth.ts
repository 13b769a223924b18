import type { Call, GrantCall, Identity, Json, Tokens } from './session.ts'

/** What a sign-in brings. */
export interface Grant {
  readonly identity: Identity
  readonly tokens: Tokens
  readonly scopes: readonly string[]
}

/** What the account can act as: a page, a channel, a phone number; the person, where the platform has nothing else. */
export interface FoundEntity {
  readonly kind: string
  readonly externalId: string
  readonly name: string
  readonly parentExternalId: string | null
  /** Shown to users and passed to `validate`: limits of this server or number belong here. */
  readonly metadata: { readonly [key: string]: Json }
  /** What the person may do there, in the platform's words. */
  readonly grants: readonly string[]
  readonly selectable: boolean
  readonly unselectableReason: string | null
  /** Its own token, on platforms that give one to each entity. */
  readonly secret?: string
}

export interface AuthorizeRequest {
  readonly redirectUri: string
  /** Ours: random, for one use, bound to the connection. The platform sends it back. */
  readonly state: string
  /** RFC 7636; `exchange` gets the verifier again. */
  readonly codeVerifier: string
  readonly codeChallenge: string
  readonly scopes: readonly string[]
  /** Matches `auth.options`. */
  readonly options: Readonly<Record<string, unknown>>
  /** Where `describeClient` is served. */
  readonly clientUrl?: string
}

export interface Authorization {
  readonly url: string
  /** What `exchange` needs later, such as the app registered for this sign-in. Sealed until then. */
  readonly handshake?: Json
}

export interface ExchangeRequest {
  readonly code: string
  readonly redirectUri: string
  readonly codeVerifier: string
  readonly options: Readonly<Record<string, unknown>>
  readonly handshake: Json
  /** What else the platform added to the redirect, such as `iss`. */
  readonly params: Readonly<Record<string, string>>
}

export interface OAuth {
  readonly authorize: (call: Call, request: AuthorizeRequest) => Promise<Authorization>
  readonly exchange: (call: Call, request: ExchangeRequest) => Promise<Grant>
  /** The document about us, on platforms where its address is the client's id; `isDescribed` of the facts says so. */
  readonly describeClient?: (call: Call, client: ClientAddresses) => { readonly [key: string]: Json }
}

export interface ClientAddresses {
  readonly clientUrl: string
  readonly redirectUri: string
}

export interface Refresh {
  /** How long before its expiry an access token is renewed. */
  readonly aheadSeconds: number
  /** Where the access token itself is extended and the platform gives no refresh token. */
  readonly extendsAccess?: true
  /** One worker at a time calls it for a grant. It throws `auth` only when the platform says that the grant is dead. */
  readonly renew: (call: GrantCall) => Promise<Tokens>
}

export interface Auth {
  /** At least one of these two. */
  readonly oauth?: OAuth
  /** Signs in with what a person entered, which fits `credentials` of the facts. */
  readonly signIn?: (call: Call, credentials: Readonly<Record<string, unknown>>) => Promise<Grant>
  /** Absent where only the person can renew an access token. */
  readonly refresh?: Refresh
  /** Withdraws this sign-in at the platform; absent where the platform cannot do that. */
  readonly revoke?: (call: GrantCall) => Promise<void>
  /**
   * Set where that ends every sign-in of the person with the app: the platforms on which it does. Only the last of these
   * sign-ins is then withdrawn.
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
  /** The scopes that the platform says are granted now; absent where it does not say. */
  readonly scopes?: readonly string[]
  /** Stored when present: names and pictures change, and so do the limits of a server. */
  readonly identity?: Identity
  readonly entities?: readonly FoundEntity[]
}
