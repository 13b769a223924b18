import type { MessageTemplate } from './message-template.ts'
import type { ReadableMedia } from './publish.ts'
import type { Session } from './session.ts'

/** A part of what happened on the platform since a cursor. The cursor is the platform's: stored and sent back unchanged. */
export interface Batch<T> {
  readonly items: readonly T[]
  /** Null keeps the previous cursor. */
  readonly cursor: string | null
  readonly hasMore: boolean
  /** How many items could not be read and were passed over, as `skips` asks for. */
  readonly skipped?: number
}

export interface ListRequest {
  /** Null on the first read. */
  readonly cursor: string | null
  /** Set after a page could not be read: at most this many items. Ignored where pages have one size. */
  readonly limit?: number
  /** Set after an item alone could not be read: what cannot be read is passed over, and counted in `skipped`. */
  readonly skips?: boolean
}

export interface Person {
  readonly externalId: string
  readonly name: string | null
  readonly username: string | null
  readonly avatarUrl: string | null
}

export interface FoundComment {
  readonly externalId: string
  /** The post it belongs to. */
  readonly mediaExternalId: string | null
  /** The comment it replies to; null when it replies to the post. */
  readonly parentExternalId: string | null
  readonly author: Person
  readonly body: string | null
  /** Null where the platform does not say: what is known of it stays. */
  readonly isHidden: boolean | null
  readonly canReply: boolean
  /** True when the account itself wrote it. */
  readonly isOwn: boolean
  /** True when it was deleted on the platform. */
  readonly isDeleted?: boolean
  readonly occurredAt: Date | null
}

/** What a known comment is now. */
export interface CommentState {
  readonly externalId: string
  readonly body: string | null
  readonly isDeleted: boolean
}

export interface OutgoingComment {
  readonly body: string
  /** A repeat of the same comment has the same handle. */
  readonly handle: string
  /** When it was first sent, the same at every repeat: a date that goes into the comment makes repeats identical. */
  readonly writtenAt?: Date
}

export interface Comments {
  /** `posts` are the external ids of recently published posts, for platforms that list comments post by post. */
  readonly list: (
    session: Session,
    since: ListRequest & { readonly posts: readonly string[] },
  ) => Promise<Batch<FoundComment>>
  readonly reply: (
    session: Session,
    to: { readonly externalId: string; readonly mediaExternalId: string | null },
    reply: OutgoingComment,
  ) => Promise<FoundComment>
  /**
   * Writes a comment under a post of the account. A repeat with the same handle makes no second one, or `findReply`, asked with
   * the post as the comment, finds the first.
   */
  readonly onPost?: (session: Session, postExternalId: string, comment: OutgoingComment) => Promise<FoundComment>
  /**
   * Finds our own reply to a comment. Needed where a repeat with the same handle could make a second reply and `list` leaves
   * out what the account itself wrote. `otherIds` are known to be other replies. Throws `unavailable` while the platform may
   * still be working on the reply.
   */
  readonly findReply?: (
    session: Session,
    to: { readonly externalId: string; readonly mediaExternalId: string | null },
    reply: {
      readonly body: string
      readonly handle: string
      readonly intentAt: Date
      readonly otherIds: readonly string[]
    },
  ) => Promise<FoundComment | undefined>
  /** Where the platform does not report that a comment was edited or deleted. */
  readonly recheck?: {
    /** How many comments one request can ask about. */
    readonly countMax: (session: Session) => number
    /** Reads known comments again. One without an entry in the answer has not changed as far as is known. */
    readonly read: (session: Session, externalIds: readonly string[]) => Promise<readonly CommentState[]>
  }
  /** Each may be repeated: a comment that is in this state already is a success. */
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
  /** True when its author changed it after it was sent: the stored one gets this text and these attachments. */
  readonly isEdited?: boolean
  /** Our handle, on platforms that return it: it identifies a message whose answer got lost. */
  readonly handle?: string
}

/** Usually arrives after its message, sometimes before it. */
export interface FoundStatus {
  readonly messageExternalId: string
  readonly status: 'sent' | 'delivered' | 'read' | 'failed'
  readonly error?: { readonly code: string; readonly message: string }
  readonly occurredAt: Date | null
  /** Our handle of the message, on platforms that return it with statuses: it identifies a message whose answer got lost. */
  readonly handle?: string
  /** Set as in the answer that got lost. */
  readonly conversationExternalId?: string
}

/** For platforms that say only up to when everything was delivered or read. */
export interface FoundConversationStatus {
  readonly conversationExternalId: string
  readonly status: 'delivered' | 'read'
  readonly until: Date
}

export type InboxItem =
  | ({ readonly kind: 'message' } & FoundMessage)
  | ({ readonly kind: 'message_status' } & FoundStatus)
  | ({ readonly kind: 'conversation_status' } & FoundConversationStatus)

interface OutgoingItem {
  readonly conversationExternalId: string
  readonly participant: Person
  /** A repeat of the same message has the same handle. */
  readonly handle: string
  /** When it was written, the same at every repeat. */
  readonly writtenAt?: Date
}

export interface OutgoingMessage extends OutgoingItem {
  readonly body: string
}

/** An approved template: platforms with a message window take it also while the window is closed. */
export interface OutgoingTemplate extends OutgoingItem {
  readonly template: MessageTemplate
}

/** A file with an optional text under it. */
export interface OutgoingMedia extends OutgoingItem {
  readonly medium: ReadableMedia
  readonly caption: string | null
}

export interface SentMessage {
  readonly externalId: string
  readonly status: 'sent' | 'delivered'
  /** Set where the platform may know the conversation by another id than the one that was asked for: it is renamed. */
  readonly conversationExternalId?: string
}

/** A file that somebody sent to the account. */
export interface OpenedAttachment {
  readonly mime: string
  readonly bytes: Buffer
}

export interface Messages {
  /** Absent where messages are pushed only. */
  readonly list?: (session: Session, since: ListRequest) => Promise<Batch<InboxItem>>
  readonly send: (session: Session, message: OutgoingMessage) => Promise<SentMessage>
  /**
   * Where templates can be sent. A message whose answer got lost is recognised by its handle, in `list` or in a pushed message
   * or status.
   */
  readonly sendTemplate?: (session: Session, message: OutgoingTemplate) => Promise<SentMessage>
  /** Where files can be sent; recognised like a template when its answer got lost. */
  readonly sendMedia?: (session: Session, message: OutgoingMedia) => Promise<SentMessage>
  /**
   * Reads a file of a message, where its address needs our token. `attachment` is as `FoundMessage` had it; undefined for one that
   * is no file.
   */
  readonly openAttachment?: (
    session: Session,
    attachment: Readonly<Record<string, unknown>>,
  ) => Promise<OpenedAttachment | undefined>
  /** The conversation with a phone number (E.164), where a number is enough to write to a person first. Pure. */
  readonly conversationWith?: (
    entityExternalId: string,
    phone: string,
  ) => { readonly externalId: string; readonly participant: Person }
  /** Finds our own message, on platforms whose `list` returns no handle. `otherIds` are known to be other messages. */
  readonly find?: (
    session: Session,
    message: OutgoingMessage,
    sent: { readonly intentAt: Date; readonly otherIds: readonly string[] },
  ) => Promise<SentMessage | undefined>
  readonly markRead?: (
    session: Session,
    conversation: { readonly externalId: string; readonly lastMessageExternalId: string | null },
  ) => Promise<void>
}

export interface FoundReview {
  readonly externalId: string
  readonly entityExternalId: string | null
  readonly author: Person
  /** Null where the platform has no ratings. */
  readonly rating: number | null
  readonly body: string | null
  readonly reply: { readonly body: string; readonly createdAt: Date } | null
  readonly occurredAt: Date | null
}

export interface Reviews {
  readonly list: (session: Session, since: ListRequest) => Promise<Batch<FoundReview>>
  /** Sets the only reply of a review: a repeat changes nothing. */
  readonly reply: (session: Session, externalId: string, body: string) => Promise<{ readonly createdAt: Date }>
  readonly deleteReply?: (session: Session, externalId: string) => Promise<void>
}
