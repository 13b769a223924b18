import type { TObject } from 'typebox'
import type { VARIABLES } from '../kit/config.ts'
import type { Limits } from './limits.ts'
import type { AccountMetric, PostMetric } from './metrics.ts'

/** What a platform can do, by its name in `GET /v1/platforms` and in errors. */
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

/** A credential of the app that the operator, or a workspace, has registered with the platform. */
export interface AppField {
  /** The operator's variable that has it. */
  readonly variable: keyof typeof VARIABLES
  readonly description: string
  readonly isSecret?: true
  readonly isOptional?: true
}

export interface AuthFacts {
  /** `oauth` sends a person to the platform's page; with `credentials` they enter something here. */
  readonly methods: readonly ('oauth' | 'credentials')[]
  readonly scopes: readonly string[]
  /** Asked for too, unless `options` of the sign-in leave them out. An account without them works, with less. */
  readonly optionalScopes?: readonly string[]
  /** With `asked` a person selects one of the entities; `automatic` where there is always exactly one. */
  readonly selection: 'asked' | 'automatic'
  /** False where what a person enters is valid for ever, and the platform cannot withdraw it: a private key. */
  readonly isRevocable?: false
  /**
   * What must be known before the sign-in page can be opened, such as the server of a federated network. Where credentials
   * are taken too, a sign-in without the options is completed with those.
   */
  readonly options?: TObject
  /**
   * The platform reads who we are from a document at our public address, which is the client's id. Only our own redirect
   * address is in it, so people always return to this server.
   */
  readonly isDescribed?: true
  /** What a person enters: checked before the connector gets it, never stored. */
  readonly credentials?: TObject
}

/**
 * The facts of a platform, as data. They are read at every start, so they load no code: the connector, which has the behavior, is
 * loaded when the platform is first used.
 */
export interface PlatformFacts {
  readonly id: string
  readonly label: string
  /** The platform's API that the connector was written for. */
  readonly version: string
  /** Accounts are on servers of their own: the id of an entity ends with `@` and its server. */
  readonly isFederated?: true
  /** What the connector's tests run against. */
  readonly testedAgainst: readonly ('real_server' | 'published_description' | 'fake')[]
  readonly limits: Limits
  /** `options` of a target. The schema is closed, so that a misspelt option is refused. */
  readonly options: TObject
  /** How long after the last inbound message free text may be sent; null where the platform has no such rule. */
  readonly messageWindowHours: number | null
  /** How often a feed is read, by its name, where the usual interval costs too much or uses up the platform's limits. */
  readonly pollSeconds?: Readonly<
    Partial<Record<'comments' | 'messages' | 'reviews' | 'templates' | 'post_metrics', number>>
  >
  /** What the platform charges the app's owner in US dollars, by what is called, read or written; absent where it is free. */
  readonly usdPerCall?: Readonly<Record<string, number>>
  /** How often the feeds in `pollSeconds` are read while they bring nothing: a multiple of each of those. */
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

/** An app with an id and a secret, as most platforms have it. */
export function clientApp(prefix: AppPrefix): PlatformFacts['app'] {
  return {
    client_id: { variable: `${prefix}_CLIENT_ID`, description: 'The id of the app at the platform.' },
    client_secret: { variable: `${prefix}_CLIENT_SECRET`, description: 'The secret of the app.', isSecret: true },
  }
}
