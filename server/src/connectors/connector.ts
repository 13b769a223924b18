import type { PlatformResponse } from './api/exchange.ts'
import type { Usage } from './api/usage.ts'
import type { Auth, HealthReport } from './auth.ts'
import type { Inbound } from './inbound.ts'
import type { Comments, Messages, Reviews } from './inbox.ts'
import type { Metrics } from './metrics.ts'
import type { Capability, PlatformFacts } from './platform.ts'
import type { AnyOptions, Draft, Problem, Publishing } from './publish.ts'
import type { Session, SessionEntity } from './session.ts'
import type { PhoneNumbers, Templates } from './templates.ts'

/**
 * The behavior of one platform. An absent member is a capability that the platform lacks: calls that need it get 422
 * `unsupported_by_platform`. Members are called without `this`.
 */
export interface Connector<Options = AnyOptions, Prepared = unknown> {
  readonly platform: PlatformFacts
  readonly auth: Auth
  readonly checkHealth: (session: Session) => Promise<HealthReport>
  /** A pure function. `entity` has the known limits of the account. */
  readonly validate: (draft: Draft<Options>, entity: Pick<SessionEntity, 'kind' | 'metadata'>) => readonly Problem[]
  readonly publish?: Publishing<Options, Prepared>
  readonly comments?: Comments
  readonly messages?: Messages
  readonly reviews?: Reviews
  readonly metrics?: Metrics
  readonly templates?: Templates
  readonly numbers?: PhoneNumbers
  readonly inbound?: Inbound
  /** Reads from any response how much of the platform's limits is used, so that we stop before the platform refuses. */
  readonly readUsage?: (headers: PlatformResponse['headers'], now: Date) => readonly Usage[]
}

/**
 * Declares a connector. The types of its options and of its prepared state are known inside the connector and opaque elsewhere:
 * options were checked against the schema, and prepared state comes from the same connector.
 */
export function defineConnector<Options, Prepared>(connector: Connector<Options, Prepared>): Connector {
  return connector as unknown as Connector
}

const MEMBERS = {
  publish: (it: Connector) => it.publish,
  unpublish: (it: Connector) => it.publish?.unpublish,
  reconcile: (it: Connector) => it.publish?.find,
  comments: (it: Connector) => it.comments,
  'comments.on_post': (it: Connector) => it.comments?.onPost,
  'comments.hide': (it: Connector) => it.comments?.hide,
  'comments.unhide': (it: Connector) => it.comments?.unhide,
  'comments.delete': (it: Connector) => it.comments?.delete,
  'comments.recheck': (it: Connector) => it.comments?.recheck,
  messages: (it: Connector) => it.messages,
  'messages.media': (it: Connector) => it.messages?.sendMedia,
  'messages.template': (it: Connector) => it.messages?.sendTemplate,
  'messages.start': (it: Connector) => it.messages?.conversationWith,
  'messages.mark_read': (it: Connector) => it.messages?.markRead,
  reviews: (it: Connector) => it.reviews,
  'reviews.delete_reply': (it: Connector) => it.reviews?.deleteReply,
  metrics: (it: Connector) => it.metrics,
  templates: (it: Connector) => it.templates,
  numbers: (it: Connector) => it.numbers,
  'numbers.verify': (it: Connector) => it.numbers?.verification,
  inbound: (it: Connector) => it.inbound,
} satisfies Record<Capability, (it: Connector) => unknown>

/** The member that provides a capability: `Reviews` for `reviews`, a function for `comments.hide`. */
export type Member<C extends Capability> = NonNullable<ReturnType<(typeof MEMBERS)[C]>>

export function findMember<C extends Capability>(connector: Connector, capability: C): Member<C> | undefined {
  return MEMBERS[capability](connector) as Member<C> | undefined
}

/** Lists the capabilities that the code provides, which must be those of the facts. */
export function listCapabilities(connector: Connector): Capability[] {
  return (Object.keys(MEMBERS) as Capability[]).filter((name) => findMember(connector, name) !== undefined)
}
