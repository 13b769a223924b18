import type { FoundComment, FoundReview, InboxItem } from './inbox.ts'
import type { Call, Session } from './session.ts'
import type { PushedTemplate } from './templates.ts'

/** A webhook as the platform sent it. */
export interface RawInbound {
  /** The exact bytes that were signed. */
  readonly body: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly query: Readonly<Record<string, string>>
}

/**
 * The subject of a push: an entity, the parent of entities, or the identity that signed in, such as a bot. Several accounts may act
 * as that entity or a child of that parent, or belong to that identity. A signature proves who sent the push and nothing about the
 * entity that the push names, so it reaches only accounts that signed in with the app that verified it.
 */
type InboundAddress =
  | { readonly entityExternalId: string }
  | { readonly parentEntityExternalId: string }
  | { readonly identityExternalId: string }

/** An item of a push. */
export type InboundItem = InboundAddress &
  (
    | ({ readonly kind: 'comment' } & FoundComment)
    | ({ readonly kind: 'review' } & FoundReview)
    | ({ readonly kind: 'template' } & PushedTemplate)
    | { readonly kind: 'deauthorized' }
    | InboxItem
  )

/** Webhooks from the platform. They are read only after `verify` has accepted them. */
export interface Inbound {
  /** Returns the response to a platform that checks whether the address is ours; undefined refuses it. */
  readonly challenge?: (call: Call, raw: RawInbound) => Promise<string | undefined>
  readonly verify: (call: Call, raw: RawInbound) => Promise<boolean>
  /**
   * Returns the person or bot whose own secret `verify` checks, on platforms where the secret is not the app's: the push reaches
   * only their accounts.
   */
  readonly readIdentity?: (raw: RawInbound) => string
  readonly read: (raw: RawInbound) => readonly InboundItem[]
  /**
   * Asks the platform to send webhooks for the account's entity to `url`. Called when the account is connected, when another
   * entity is selected, and with each daily health check. A repeat changes nothing.
   */
  readonly subscribe?: (session: Session, url: string) => Promise<void>
  /** True where the subscription belongs to the parent: it ends with the last account of that parent. */
  readonly isOfParent?: true
  /** Ends the subscription when the account is disconnected. Succeeds when there is none. */
  readonly unsubscribe?: (session: Session) => Promise<void>
}
