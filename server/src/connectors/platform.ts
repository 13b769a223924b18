import type { TObject } from 'typebox'
import type { VARIABLES } from '../kit/config/config.ts'
import type { Limits } from './limits.ts'
import type { AccountMetric, PostMetric } from './metrics.ts'

/** Capabilities of platforms, as `GET /v1/platforms` and errors name them. */
export const CAPABILITIES = [
  'publish',
  'unpublish',
  'reconcile',
  'comments',
  'comments.on_post',
  'comments.hide',
  'comments.unhide',
  'comments.delete',
  'comments.recheck',
  'messages',
  'messages.media',
  'messages.template',
  'messages.start',
  'messages.mark_read',
  'reviews',
  'reviews.delete_reply',
  'metrics',
  'templates',
  'numbers',
  'numbers.verify',
  'inbound',
] as const

export type Capability = (typeof CAPABILITIES)[number]

/** A credential of the app that the operator or a workspace has registered with the platform. */
export interface AppField {
  /** The operator's variable for the credential. */
  readonly variable: keyof typeof VARIABLES
  readonly description: string
  readonly isSecret?: true
  readonly isOptional?: true
}

export interface AuthFacts {
  /** `oauth` sends a person to the platform's page; with `credentials` they enter values here. */
  readonly methods: readonly ('oauth' | 'credentials')[]
  readonly scopes: readonly string[]
  /** Requested too, unless the `options` of the sign-in leave them out. An account without them lacks some features. */
  readonly optionalScopes?: readonly string[]
  /** With `asked` a person selects one of the entities; with `automatic` there is always exactly one. */
  readonly selection: 'asked' | 'automatic'
  /** False for credentials that never expire and that the platform cannot revoke, such as a private key. */
  readonly isRevocable?: false
  /**
   * Values that are needed before the sign-in page can be opened, such as the server of a federated network. Where credentials are
   * accepted too, a sign-in without these options is completed with credentials.
   */
  readonly options?: TObject
  /**
   * True where the platform reads a description of the client from a document at our public address, which is the client's id. The
   * document has only our own redirect address, so people always return to this server.
   */
  readonly isDescribed?: true
  /** Values that a person enters. They are checked before the connector gets them, and never stored. */
  readonly credentials?: TObject
}

/**
 * The facts of a platform, as data. They are read at every start, so they load no code: the connector, which has the behavior, is
 * loaded when the platform is first used.
 */
export interface PlatformFacts {
  readonly id: string
  readonly label: string
  /** The version of the platform's API for which the connector was written. */
  readonly version: string
  /** True where accounts are on different servers: the id of an entity ends with `@` and its server. */
  readonly isFederated?: true
  /** The counterparts of the connector's tests. */
  readonly testedAgainst: readonly ('real_server' | 'published_description' | 'fake')[]
  readonly limits: Limits
  /** The schema of the `options` of a target. It is closed, so that a misspelled option is refused. */
  readonly options: TObject
  /** Hours after the last inbound message during which free text may be sent; null where there is no such rule. */
  readonly messageWindowHours: number | null
  /** Intervals of feeds, by name, where the usual interval costs too much or uses up the platform's limits. */
  readonly pollSeconds?: Readonly<
    Partial<Record<'comments' | 'messages' | 'reviews' | 'templates' | 'post_metrics', number>>
  >
  /** Prices in US dollars that the platform charges the owner of the app, by operation; absent where it is free. */
  readonly usdPerCall?: Readonly<Record<string, number>>
  /** Interval of the feeds in `pollSeconds` while they have no new items: a multiple of each of their intervals. */
  readonly quietPollSeconds?: number
  /** The operator's variable behind each name in `call.app`. */
  readonly settings: Readonly<Record<string, keyof typeof VARIABLES>>
  /** The app's credentials by their name in `call.app`; empty where the platform needs no app. */
  readonly app: Readonly<Record<string, AppField>>
  readonly auth: AuthFacts
  readonly capabilities: readonly Capability[]
  readonly metrics: { readonly account: readonly AccountMetric[]; readonly post: readonly PostMetric[] }
}

export type PlatformName = Pick<PlatformFacts, 'id' | 'label'>

type AppPrefix = 'META' | 'INSTAGRAM' | 'THREADS' | 'GOOGLE' | 'LINKEDIN' | 'X' | 'TIKTOK' | 'PINTEREST' | 'REDDIT'

/** Declares an app with an id and a secret, as most platforms have it. */
export function clientApp(prefix: AppPrefix): PlatformFacts['app'] {
  return {
    client_id: { variable: `${prefix}_CLIENT_ID`, description: 'The id of the app at the platform.' },
    client_secret: { variable: `${prefix}_CLIENT_SECRET`, description: 'The secret of the app.', isSecret: true },
  }
}
