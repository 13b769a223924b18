import type { ReadableMedia } from './publish.ts'
import type { Session } from './session.ts'
import type { MessageTemplate } from './text/message-template.ts'

/** A page of items since a cursor. The cursor is opaque: it is stored and sent back unchanged. */
export interface Batch<T> {
  readonly items: readonly T[]
  /** Null keeps the previous cursor. */
  readonly cursor: string | null
  readonly hasMore: boolean
  /** The number of items that could not be read and were skipped, as `skips` requests. */
  readonly skipped?: number
}

export interface ListRequest {
  /** Null on the first read. */
  readonly cursor: string | null
  /** Maximum number of items, set after a page could not be read. Ignored where pages have a fixed size. */
  readonly limit?: number
  /** Set after a single item could not be read: unreadable items are skipped, and counted in `skipped`. */
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
  /** The post of the comment. */
  readonly mediaExternalId: string | null
  /** The comment to which this one replies; null when it replies to the post. */
  readonly parentExternalId: string | null
  readonly author: Person
  readonly body: string | null
  /** Null where the platform does not report it: the stored value stays. */
  readonly isHidden: boolean | null
  readonly canReply: boolean
  /** True when the account itself wrote it. */
  readonly isOwn: boolean
  /** True when it was deleted on the platform. */
  readonly isDeleted?: boolean
  readonly occurredAt: Date | null
}

/** The current state of a known comment. */
export interface CommentState {
  readonly externalId: string
  readonly body: string | null
  readonly isDeleted: boolean
}

export interface OutgoingComment {
  readonly body: string
  /** A repeat of the same comment has the same handle. */
  readonly handle: string
  /** The time of the first attempt, the same at every repeat. Platforms that store it in the comment get identical repeats. */
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
   * Writes a comment under a post of the account. A repeat with the same handle creates no second comment, or `findReply`, called
   * with the post as the comment, finds the first.
   */
  readonly onPost?: (session: Session, postExternalId: string, comment: OutgoingComment) => Promise<FoundComment>
  /**
   * Finds our own reply to a comment. Needed where a repeat with the same handle could create a second reply and `list` leaves
   * out the account's own comments. `otherIds` are known to be other replies. Throws `unavailable` while the platform may still
   * be processing the reply.
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
  /** Present where the platform does not report edited and deleted comments. */
  readonly recheck?: {
    /** Returns the number of comments that one request can read. */
    readonly countMax: (session: Session) => number
    /** Reads known comments again. A comment that is missing from the result has not changed, as far as is known. */
    readonly read: (session: Session, externalIds: readonly string[]) => Promise<readonly CommentState[]>
  }
  /** These may be repeated: a comment that is already in this state is a success. */
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
  /** True when the author changed the message after it was sent: the stored one gets this text and these attachments. */
  readonly isEdited?: boolean
  /** Our handle, on platforms that return it: it identifies a message whose response was lost. */
  readonly handle?: string
}

/** A status of a message. It usually arrives after the message, sometimes before it. */
export interface FoundStatus {
  readonly messageExternalId: string
  readonly status: 'sent' | 'delivered' | 'read' | 'failed'
  readonly error?: { readonly code: string; readonly message: string }
  readonly occurredAt: Date | null
  /** Our handle of the message, on platforms that return it with statuses: it identifies a message whose response was lost. */
  readonly handle?: string
  /** Set as in the lost response. */
  readonly conversationExternalId?: string
}

/** The time until which all messages were delivered or read, from platforms that report only that. */
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
  /** The time at which it was written, the same at every repeat. */
  readonly writtenAt?: Date
}

export interface OutgoingMessage extends OutgoingItem {
  readonly body: string
}

/** An approved template. Platforms with a message window accept it even while the window is closed. */
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
  /** Set where the platform may use another id for the conversation than the request: the stored one is renamed. */
  readonly conversationExternalId?: string
}

/** A file that the account received. */
export interface OpenedAttachment {
  readonly mime: string
  readonly bytes: Buffer
}

export interface Messages {
  /** Absent where messages are only pushed. */
  readonly list?: (session: Session, since: ListRequest) => Promise<Batch<InboxItem>>
  readonly send: (session: Session, message: OutgoingMessage) => Promise<SentMessage>
  /**
   * Present where templates can be sent. A message whose response was lost is recognized by its handle, in `list` or in a pushed
   * message or status.
   */
  readonly sendTemplate?: (session: Session, message: OutgoingTemplate) => Promise<SentMessage>
  /** Present where files can be sent. A file whose response was lost is recognized like a template. */
  readonly sendMedia?: (session: Session, message: OutgoingMedia) => Promise<SentMessage>
  /**
   * Reads a file of a message, where its address requires our token. `attachment` is that of `FoundMessage`. Returns undefined for
   * an attachment that is not a file.
   */
  readonly openAttachment?: (
    session: Session,
    attachment: Readonly<Record<string, unknown>>,
  ) => Promise<OpenedAttachment | undefined>
  /** Returns the conversation with a phone number (E.164), where a number is enough to write to a person first. A pure function. */
  readonly conversationWith?: (
    entityExternalId: string,
    phone: string,
  ) => { readonly externalId: string; readonly participant: Person }
  /** Finds our own message, on platforms whose `list` returns no handles. `otherIds` are known to be other messages. */
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
