import type { TObject } from 'typebox'
import type { VARIABLES } from '../kit/config.ts'
import type { Auth, HealthReport } from './auth.ts'
import type { Inbound } from './inbound.ts'
import type { Comments, Messages, Reviews } from './inbox.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Draft, Problem, Publishing } from './publish.ts'
import type { Session, SessionEntity } from './session.ts'
import type { Numbers, Templates } from './templates.ts'

/**
 * One platform: facts as data, functions only where there is behaviour. A member that is absent is a capability that the
 * platform lacks: calls that need it are answered 422 `unsupported_by_platform`. Members are called without `this`.
 */
export interface Connector {
  readonly id: string
  readonly label: string
  /** The platform's API that this was written for. */
  readonly version: string
  readonly limits: Limits
  /** `options` of a target. The schema is closed, so that a misspelt option is refused. */
  readonly options: TObject
  /** How long after the last inbound message free text may be sent; null where the platform has no such rule. */
  readonly messageWindowHours: number | null
  /** The operator's variable behind each name in `call.app`. */
  readonly settings: Readonly<Record<string, keyof typeof VARIABLES>>
  /** The names in `settings` without which the platform cannot be connected. */
  readonly needs: readonly string[]
  readonly auth: Auth
  readonly checkHealth: (session: Session) => Promise<HealthReport>
  /** Pure. `entity` has what is known of the account's own limits. */
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

/** Every capability by its name in `GET /v1/platforms` and in errors, with the member that provides it. */
const CAPABILITIES = {
  publish: (it: Connector) => it.publish,
  unpublish: (it: Connector) => it.publish?.unpublish,
  reconcile: (it: Connector) => it.publish?.find,
  comments: (it: Connector) => it.comments,
  'comments.on_post': (it: Connector) => it.comments?.onPost,
  'comments.hide': (it: Connector) => it.comments?.hide,
  'comments.unhide': (it: Connector) => it.comments?.unhide,
  'comments.delete': (it: Connector) => it.comments?.delete,
  messages: (it: Connector) => it.messages,
  'messages.template': (it: Connector) => it.messages?.sendTemplate,
  'messages.start': (it: Connector) => it.messages?.conversationWith,
  'messages.mark_read': (it: Connector) => it.messages?.markRead,
  reviews: (it: Connector) => it.reviews,
  'reviews.delete_reply': (it: Connector) => it.reviews?.deleteReply,
  metrics: (it: Connector) => it.metrics,
  templates: (it: Connector) => it.templates,
  numbers: (it: Connector) => it.numbers,
  inbound: (it: Connector) => it.inbound,
}

export type Capability = keyof typeof CAPABILITIES
/** What provides a capability: `Reviews` for `reviews`, a function for `comments.hide`. */
export type Member<C extends Capability> = NonNullable<ReturnType<(typeof CAPABILITIES)[C]>>

export function findMember<C extends Capability>(connector: Connector, capability: C): Member<C> | undefined {
  return CAPABILITIES[capability](connector) as Member<C> | undefined
}

export function capabilitiesOf(connector: Connector): Capability[] {
  return (Object.keys(CAPABILITIES) as Capability[]).filter((name) => findMember(connector, name) !== undefined)
}
