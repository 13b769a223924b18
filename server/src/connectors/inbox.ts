import type { Json, Session } from './session.ts'

/** A part of what happened on the platform since a cursor: the cursor is the platform's, kept and given back as it is. */
export interface Batch<T> {
  readonly items: readonly T[]
  /** Null keeps the cursor before. */
  readonly cursor: string | null
  readonly hasMore: boolean
}

export interface Since {
  /** Null the first time. */
  readonly cursor: string | null
}

export interface Person {
  readonly externalId: string
  readonly name: string | null
  readonly username: string | null
  readonly avatarUrl: string | null
}

export interface FoundComment {
  readonly externalId: string
  /** The post it stands under. */
  readonly mediaExternalId: string | null
  /** The comment it answers; null at the top. */
  readonly parentExternalId: string | null
  readonly author: Person
  readonly body: string | null
  readonly isHidden: boolean
  readonly canReply: boolean
  /** True for what the account itself wrote. */
  readonly isOwn: boolean
  /** True when it is gone from the platform. */
  readonly isDeleted?: boolean
  readonly occurredAt: Date | null
}

export interface Comments {
  /** `posts` are the external ids of what was published lately, for platforms that are asked post by post. */
  readonly list: (
    session: Session,
    since: Since & { readonly posts: readonly string[] },
  ) => Promise<Batch<FoundComment>>
  /** `handle` is the same on a repeat. */
  readonly reply: (
    session: Session,
    to: { readonly externalId: string; readonly mediaExternalId: string | null },
    reply: { readonly body: string; readonly handle: string },
  ) => Promise<FoundComment>
  /**
   * Our own reply to a comment, where a repeat with its handle could make a second one and `list` does not tell what the
   * account itself wrote. `others` are known to be other replies. Throws while the platform may still be at it.
   */
  readonly findReply?: (
    session: Session,
    to: { readonly externalId: string; readonly mediaExternalId: string | null },
    reply: {
      readonly body: string
      readonly handle: string
      readonly armedAt: Date
      readonly others: readonly string[]
    },
  ) => Promise<FoundComment | undefined>
  /** Each may be repeated: what is so already is a success. */
  readonly hide?: (session: Session, externalId: string) => Promise<void>
  readonly unhide?: (session: Session, externalId: string) => Promise<void>
  readonly delete?: (session: Session, externalId: string) => Promise<void>
}

export interface FoundMessage {
  readonly externalId: string
  readonly conversationExternalId: string
  readonly participant: Person
  readonly direction: 'inbound' | 'outbound'
  readonly body: string | null
  readonly attachments: readonly Readonly<Record<string, unknown>>[]
  readonly occurredAt: Date | null
  /** What we sent it with, where the platform tells it back: how a message is found whose answer got lost. */
  readonly handle?: string
}

/** Comes later than its message, and sometimes before it. */
export interface FoundStatus {
  readonly messageExternalId: string
  readonly status: 'sent' | 'delivered' | 'read' | 'failed'
  readonly error?: { readonly code: string; readonly message: string }
  readonly occurredAt: Date | null
}

export type InboxItem =
  | ({ readonly kind: 'message' } & FoundMessage)
  | ({ readonly kind: 'message_status' } & FoundStatus)

export interface OutgoingMessage {
  readonly conversationExternalId: string
  readonly participant: Person
  readonly body: string
  /** The same on a repeat. */
  readonly handle: string
  /** An approved template instead of free text, for when the window is closed. */
  readonly template?: { readonly name: string; readonly language: string; readonly components: readonly Json[] }
}

export interface Messages {
  readonly list: (session: Session, since: Since) => Promise<Batch<InboxItem>>
  readonly send: (
    session: Session,
    message: OutgoingMessage,
  ) => Promise<{ readonly externalId: string; readonly status: 'sent' | 'delivered' }>
  /** Our own message, where `list` tells no handle. `others` are known to be other messages. */
  readonly find?: (
    session: Session,
    message: OutgoingMessage,
    sent: { readonly armedAt: Date; readonly others: readonly string[] },
  ) => Promise<{ readonly externalId: string; readonly status: 'sent' | 'delivered' } | undefined>
  readonly markRead?: (
    session: Session,
    conversation: { readonly externalId: string; readonly lastMessageExternalId: string | null },
  ) => Promise<void>
}

export interface FoundReview {
  readonly externalId: string
  readonly entityExternalId: string | null
  readonly author: Person
  /** Null where the platform has no stars. */
  readonly rating: number | null
  readonly body: string | null
  readonly reply: { readonly body: string; readonly createdAt: Date } | null
  readonly occurredAt: Date | null
}

export interface Reviews {
  readonly list: (session: Session, since: Since) => Promise<Batch<FoundReview>>
  /** Sets the one reply a review has: a repeat changes nothing. */
  readonly reply: (session: Session, externalId: string, body: string) => Promise<{ readonly createdAt: Date }>
  readonly deleteReply?: (session: Session, externalId: string) => Promise<void>
}
