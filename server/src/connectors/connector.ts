import type { TObject } from 'typebox'
import type { VARIABLES } from '../kit/config.ts'
import type { OutboundReply, OutboundRequest } from '../kit/net/outbound.ts'
import type { Comments, InboundItem, Messages, Numbers, RawInbound, Reviews, Templates } from './inbox.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Draft, Problem, Publishing } from './publish.ts'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** The only way out. Throws `OutboundError` when no complete answer came. */
export type Http = (request: OutboundRequest) => Promise<OutboundReply>

/** What every function of a connector gets. It reaches nothing else: no database, clock, environment or other network. */
export interface Call {
  readonly http: Http
  readonly now: () => Date
  /** What the operator configured for this platform, under the names of `settings`. */
  readonly app: Readonly<Record<string, string | undefined>>
}

/** A grant's secrets. Sealed as a whole; they never leave the accounts domain but in a session. */
export interface Tokens {
  readonly access: string
  /** Absent when the platform gave none with this answer: the one before is kept. */
  readonly refresh?: string
  /** Null when it does not end by itself. */
  readonly expiresAt: Date | null
  /** When a person must sign in again whatever we do; null when the grant can be renewed for ever. */
  readonly reauthAt: Date | null
  /** Whatever else the platform's calls need: the server it lives on, an app of its own, a key. Kept when absent. */
  readonly extra?: { readonly [key: string]: Json }
}

/** Who signed in. `externalId` never changes on the platform: a reconnect must show the same. */
export interface Identity {
  readonly externalId: string
  readonly displayName: string | null
  readonly username: string | null
  readonly avatarUrl: string | null
}

export interface Grant {
  readonly identity: Identity
  readonly tokens: Tokens
  readonly scopes: readonly string[]
}

/** What one can act as with a grant: a page, a channel, a number; where there is only the person, the person. */
export interface FoundEntity {
  readonly kind: string
  readonly externalId: string
  readonly name: string
  readonly parentExternalId: string | null
  /** Shown to users, and given to `validate`: limits of this very server or number belong here. */
  readonly metadata: { readonly [key: string]: Json }
  /** What the person may do there, in the platform's words. */
  readonly grants: readonly string[]
  readonly selectable: boolean
  readonly unselectableReason: string | null
  /** Its own token, where the platform has one for each entity. */
  readonly secret?: string
}

export interface SessionEntity {
  readonly kind: string
  readonly externalId: string
  readonly parentExternalId: string | null
  readonly metadata: { readonly [key: string]: Json }
  readonly secret: string | undefined
}

/** A call on behalf of an account: its tokens are fresh, its active entity is the one to act as. */
export interface Session extends Call {
  readonly tokens: Tokens
  readonly identity: Identity
  readonly entity: SessionEntity
}

/** A call before an entity is chosen. */
export interface GrantCall extends Call {
  readonly tokens: Tokens
  readonly identity: Identity
}

export interface AuthorizeRequest {
  readonly redirectUri: string
  /** Ours: random, single use, bound to the connection. The platform hands it back. */
  readonly state: string
  /** RFC 7636; the verifier comes back with `exchange`. */
  readonly codeVerifier: string
  readonly codeChallenge: string
  readonly scopes: readonly string[]
  /** Fits `auth.options`. */
  readonly options: Readonly<Record<string, unknown>>
}

export interface Authorization {
  readonly url: string
  /** What `exchange` will need again, such as an app registered for this sign-in. Sealed until then. */
  readonly handshake?: Json
}

export interface ExchangeRequest {
  readonly code: string
  readonly redirectUri: string
  readonly codeVerifier: string
  readonly options: Readonly<Record<string, unknown>>
  readonly handshake: Json
  /** Whatever else the platform put on the way back, such as `iss`. */
  readonly params: Readonly<Record<string, string>>
}

export interface OAuth {
  readonly authorize: (call: Call, request: AuthorizeRequest) => Promise<Authorization>
  readonly exchange: (call: Call, request: ExchangeRequest) => Promise<Grant>
}

export interface Credentials {
  /** What a person types in: checked before `complete` is called, never stored. */
  readonly schema: TObject
  readonly complete: (call: Call, credentials: Readonly<Record<string, unknown>>) => Promise<Grant>
}

export interface Auth {
  /** Either or both. */
  readonly oauth?: OAuth
  readonly credentials?: Credentials
  /** What must be known before the sign-in begins, such as the server of a federated network. */
  readonly options?: TObject
  readonly scopes: readonly string[]
  /** Absent where an access token cannot be renewed without the person. */
  readonly refresh?: {
    /** How long before its end an access token is renewed. */
    readonly aheadSeconds: number
    /** Where the access token itself is extended and there is no other. */
    readonly extendsAccess?: true
    /** Called by one worker at a time for a grant. `auth` only when the platform says that the grant is dead. */
    readonly renew: (call: GrantCall) => Promise<Tokens>
  }
  /** Withdraws this sign-in at the platform, and no other of the same person; absent where that cannot be done. */
  readonly revoke?: (call: GrantCall) => Promise<void>
  /** With `asked`, a person picks one of the entities; `automatic` where there is only ever one. */
  readonly selection: 'asked' | 'automatic'
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
  /** What the platform tells by the way: names and pictures change, and so do the limits of a server. */
  readonly identity?: Identity
  readonly entities?: readonly FoundEntity[]
}

/** Webhooks from the platform. Verified before anything in them is believed. */
export interface Inbound {
  /** The answer to a platform that asks whether the address is ours; undefined refuses. */
  readonly challenge?: (call: Call, raw: RawInbound) => Promise<string | undefined>
  readonly verify: (call: Call, raw: RawInbound) => Promise<boolean>
  readonly read: (raw: RawInbound) => readonly InboundItem[]
}

/**
 * One platform: facts as data, and functions only where there is behaviour. A member that is absent is a capability that
 * the platform lacks: whoever asks for it is answered 422 `unsupported_by_platform`.
 */
export interface Connector {
  readonly id: string
  readonly label: string
  /** The upstream API that this was written for. */
  readonly version: string
  readonly limits: Limits
  /** `options` of a target: closed, so that a typo is told and not ignored. */
  readonly options: TObject
  /** Free text may be sent so long after the last inbound message; null where there is no such rule. */
  readonly messageWindowHours: number | null
  /** Under which name of ours each of the operator's settings is read. */
  readonly settings: Readonly<Record<string, keyof typeof VARIABLES>>
  /** The names in `settings` without which the platform cannot be connected. */
  readonly needs: readonly string[]
  readonly auth: Auth
  readonly checkHealth: (session: Session) => Promise<HealthReport>
  /** Pure. `entity` is what is known of the account's own limits. */
  readonly validate: (draft: Draft, entity: Pick<SessionEntity, 'kind' | 'metadata'>) => readonly Problem[]
  readonly publish?: Publishing
  readonly comments?: Comments
  readonly messages?: Messages
  readonly reviews?: Reviews
  readonly metrics?: Metrics
  readonly templates?: Templates
  readonly numbers?: Numbers
  readonly inbound?: Inbound
}

/** Every capability by the name it has in `GET /v1/platforms` and in errors. */
const CAPABILITIES = {
  publish: (it: Connector) => it.publish,
  unpublish: (it: Connector) => it.publish?.unpublish,
  reconcile: (it: Connector) => it.publish?.find,
  comments: (it: Connector) => it.comments,
  'comments.hide': (it: Connector) => it.comments?.hide,
  'comments.unhide': (it: Connector) => it.comments?.unhide,
  'comments.delete': (it: Connector) => it.comments?.delete,
  messages: (it: Connector) => it.messages,
  'messages.mark_read': (it: Connector) => it.messages?.markRead,
  reviews: (it: Connector) => it.reviews,
  'reviews.delete_reply': (it: Connector) => it.reviews?.deleteReply,
  metrics: (it: Connector) => it.metrics,
  templates: (it: Connector) => it.templates,
  numbers: (it: Connector) => it.numbers,
  inbound: (it: Connector) => it.inbound,
}

export type Capability = keyof typeof CAPABILITIES

export function capabilitiesOf(connector: Connector): Capability[] {
  return (Object.keys(CAPABILITIES) as Capability[]).filter((name) => CAPABILITIES[name](connector) !== undefined)
}
