import type { OutboundReply, OutboundRequest } from '../kit/net/outbound.ts'
import type { OutboundSocket, OutboundSocketRequest } from '../kit/net/outbound-socket.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Sends a request; the only access to the network. Throws `OutboundError` when no complete response arrives. */
export type Http = (request: OutboundRequest) => Promise<OutboundReply>

/** Opens a WebSocket, for platforms that use one. Throws `OutboundError` too. */
export type OpenSocket = (request: OutboundSocketRequest) => Promise<OutboundSocket>

/** The first field of a response that does not fit, and the start of the response with secrets masked. */
export interface UnexpectedShape {
  readonly field: string
  readonly raw: string
}

/** The context of every function of a connector, which has no other access to a clock, the environment or the network. */
export interface Call {
  readonly http: Http
  readonly socket: OpenSocket
  readonly now: () => Date
  /** Shows the operator a response that does not have the documented shape. */
  readonly report: (unexpected: UnexpectedShape) => void
  /** The configuration of the operator or the workspace for this platform, under the names of `settings` and `app`. */
  readonly app: Readonly<Record<string, string | undefined>>
  /**
   * Derives a secret of this server for one purpose, the same at every call and on every node. Platforms send it back with their
   * webhooks, so it need not be stored.
   */
  readonly deriveSecret: (purpose: string) => string
  /** Returns true for a derived secret of this purpose. Secrets from earlier master keys are still accepted. */
  readonly isDerivedSecret: (secret: string, purpose: string) => boolean
  /** Derives the secret from every master key, the current one first: secrets from earlier keys stay in use. */
  readonly derivedSecrets: (purpose: string) => readonly string[]
}

/** The secrets of a grant. They are sealed as one value and leave the accounts slice only inside a session. */
export interface Tokens {
  readonly access: string
  /** Absent when the platform sent none with this response: the earlier one stays in use. */
  readonly refresh?: string
  /** Null when the access token does not expire. */
  readonly expiresAt: Date | null
  /** The time at which the person must sign in again; null when the grant can be renewed indefinitely. */
  readonly reauthAt: Date | null
  /** Other values that calls need: the account's server, an app registration, a key. The earlier values stay when absent. */
  readonly extra?: { readonly [key: string]: Json }
}

/** The person who signed in. `externalId` never changes on the platform, so a reconnect must return the same one. */
export interface Identity {
  readonly externalId: string
  readonly displayName: string | null
  readonly username: string | null
  readonly avatarUrl: string | null
}

/** A call with the tokens of a grant, before an entity is selected. */
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

/** A call on behalf of an account, with fresh tokens, as `entity`. */
export interface Session extends GrantCall {
  readonly entity: SessionEntity
}
