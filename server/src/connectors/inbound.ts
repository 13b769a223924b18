import type { FoundComment, FoundReview, InboxItem } from './inbox.ts'
import type { Call, Session } from './session.ts'
import type { PushedTemplate } from './templates.ts'

/** A webhook that a platform sent us. */
export interface RawInbound {
  /** The exact bytes that were signed. */
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly query: Readonly<Record<string, string>>
}

/**
 * What it happened to: an entity, the parent of entities, or everything of the person who signed in, such as a bot that is written
 * to. Several accounts may act as that entity or a child of that parent, or be of that person. A signature proves who sent the push
 * and nothing about the entity that it names: it reaches only accounts that signed in with the app that verified it.
 */
type InboundAddress =
  | { readonly entityExternalId: string }
  | { readonly parentEntityExternalId: string }
  | { readonly identityExternalId: string }

/** One thing that the platform pushed. */
export type InboundItem = InboundAddress &
  (
    | ({ readonly kind: 'comment' } & FoundComment)
    | ({ readonly kind: 'review' } & FoundReview)
    | ({ readonly kind: 'template' } & PushedTemplate)
    | { readonly kind: 'deauthorized' }
    | InboxItem
  )

/** Webhooks from the platform. `verify` passes before anything in them is read. */
export interface Inbound {
  /** Answers a platform that checks whether the address is ours; undefined refuses. */
  readonly challenge?: (call: Call, raw: RawInbound) => Promise<string | undefined>
  readonly verify: (call: Call, raw: RawInbound) => Promise<boolean>
  /**
   * Returns the person or the bot whose own secret `verify` checks, on platforms where it is not the app's: only their accounts are
   * reached.
   */
  readonly readIdentity?: (raw: RawInbound) => string
  readonly read: (raw: RawInbound) => readonly InboundItem[]
  /**
   * Asks the platform to send webhooks for the account's entity to `url`. Called when the account is connected, when another
   * entity is chosen, and with each daily health check: a repeat changes nothing.
   */
  readonly subscribe?: (session: Session, url: string) => Promise<void>
  /** True where the subscription is the parent's: it ends with the last account of that parent. */
  readonly isOfParent?: true
  /** Ends that, when the account is disconnected. Succeeds when there is no subscription. */
  readonly unsubscribe?: (session: Session) => Promise<void>
}
