import type { OutboundReply, OutboundRequest } from '../kit/net/outbound.ts'
import type { OutboundSocket, OutboundSocketRequest } from '../kit/net/outbound-socket.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** The only way to the network. Throws `OutboundError` when no complete answer came. */
export type Http = (request: OutboundRequest) => Promise<OutboundReply>

/** Opens a WebSocket, for platforms that are reached by one. Throws `OutboundError` too. */
export type OpenSocket = (request: OutboundSocketRequest) => Promise<OutboundSocket>

/** The first field of a response that does not fit, and the start of the response with secrets masked. */
export interface UnexpectedShape {
  readonly field: string
  readonly raw: string
}

/** What every function of a connector gets. It reaches no database, clock, environment or other network. */
export interface Call {
  readonly http: Http
  readonly socket: OpenSocket
  readonly now: () => Date
  /** Shows the operator a response that does not have the documented shape. */
  readonly report: (unexpected: UnexpectedShape) => void
  /** What the operator or the workspace configured for this platform, under the names of `settings` and `app`. */
  readonly app: Readonly<Record<string, string | undefined>>
  /**
   * A secret of this server for one purpose, the same at every call and on every node: what a platform sends back with its
   * webhooks, so that it need not be stored.
   */
  readonly deriveSecret: (purpose: string) => string
  /** Whether such a secret came back. Secrets from earlier master keys are still accepted. */
  readonly isDerivedSecret: (given: string, purpose: string) => boolean
  /** The same secret from every master key, the current one first: what was made with an earlier one stays in use. */
  readonly derivedSecrets: (purpose: string) => readonly string[]
}

/** The secrets of a grant. They are sealed as one value and leave the accounts slice only inside a session. */
export interface Tokens {
  readonly access: string
  /** Absent when the platform sent none with this answer: the earlier one stays in use. */
  readonly refresh?: string
  /** Null when the access token does not expire. */
  readonly expiresAt: Date | null
  /** When the person must sign in again; null when the grant can be renewed without end. */
  readonly reauthAt: Date | null
  /** What else the platform's calls need: the account's server, an app registration, a key. The earlier value stays when absent. */
  readonly extra?: { readonly [key: string]: Json }
}

/** The person who signed in. `externalId` never changes on the platform, so a reconnect must bring the same one. */
export interface Identity {
  readonly externalId: string
  readonly displayName: string | null
  readonly username: string | null
  readonly avatarUrl: string | null
}

/** A call with the tokens of a grant, before an entity is chosen. */
export interface GrantCall extends Call {
  readonly tokens: Tokens
  readonly identity: Identity
}

export interface SessionEntity {
  readonly kind: string
  readonly externalId: string
  readonly parentExternalId: string | null
  readonly metadata: { readonly [key: string]: Json }
  readonly secret: string | undefined
}

/** A call on behalf of an account: its tokens are fresh, and it acts as `entity`. */
export interface Session extends GrantCall {
  readonly entity: SessionEntity
}
