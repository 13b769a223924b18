import type { Readable } from 'node:stream'
import type { ByteRange } from '../kit/storage/storage.ts'
import type { Session } from './session.ts'

/** The options of a post on any platform. */
export type AnyOptions = Readonly<Record<string, unknown>>

/**
 * A post as connectors get it. It passed `validate` before it was stored, and is the same on every attempt. `Options` is the type
 * of the connector's `options` schema.
 */
export interface Draft<Options = AnyOptions> {
  readonly text: string
  readonly media: readonly DraftMedia[]
  /** Matches the connector's `options` schema. */
  readonly options: Options
}

/** The properties of a media asset before its upload. */
export interface DraftMedia {
  readonly id: string
  readonly mime: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  readonly durationSeconds: number | null
  readonly altText: string | null
}

/** A media asset that can be uploaded as a stream, or fetched by the platform from a URL that expires. */
export interface ReadableMedia extends DraftMedia {
  readonly checksum: string
  /** Opens the whole file, or a range of its bytes. */
  readonly open: (range?: ByteRange) => Promise<Readable>
  readonly publicUrl: () => Promise<string>
}

/** A rule that a draft breaks. */
export interface Problem {
  /** The stable name, `<platform>.<subject>.<rule>`. */
  readonly rule: string
  /** `content`, `media_ids`, or a path into `options`. */
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly remediation?: string
}

export interface Attempt<Options = AnyOptions> {
  readonly draft: Omit<Draft<Options>, 'media'> & { readonly media: readonly ReadableMedia[] }
  /** An idempotency handle: stored before the first request that could publish, the same on every attempt at this target. */
  readonly handle: string
  /** The time of the target's first claim. It is the date of the post, so that repeated requests are identical. */
  readonly createdAt: Date
}

/** An attempt whose intent to send is committed: it may have reached the platform. */
export interface CommittedAttempt<Options = AnyOptions, Prepared = unknown> extends Attempt<Options> {
  readonly prepared: Prepared
  /** The time of that commit, before anything was sent. */
  readonly intentAt: Date
  /**
   * Returns true if a post on the platform belongs to another target of the account. Needed where posts are recognized only by
   * their text, which two posts may share.
   */
  readonly belongsToOtherTarget?: (externalId: string) => Promise<boolean>
  /** The id that `mutate` returned, while the platform still processes the post. */
  readonly externalId?: string
}

export interface Preparation<Prepared = unknown> {
  /** Ids of uploads, containers, sessions. Stored with the target as JSON and passed to every later step. */
  readonly prepared: Prepared
  /**
   * Set while the platform still processes the media: `prepare` is called again with `prepared` after at most this time. The first
   * calls come sooner, because most media are processed within seconds.
   */
  readonly retryAfterSeconds?: number
  /** Set where the platform itself named the time: `prepare` is not called sooner. */
  readonly isNamedTime?: true
}

export interface PublishedPost {
  /** May be the id of the upload while the post is processed; `find` then returns the id of the post. */
  readonly externalId: string
  /** Null when the platform assigns it later. */
  readonly externalUrl: string | null
  /** True while the platform has accepted the post but does not show it yet: `find` then returns the outcome. */
  readonly isProcessing?: boolean
}

/** The outcome of an attempt, as the platform reports it. Only `absent` permits sending again. */
export type Finding =
  | { readonly state: 'published'; readonly post: PublishedPost }
  | { readonly state: 'processing' }
  | { readonly state: 'failed'; readonly rule: string; readonly message: string }
  | { readonly state: 'absent' }
  | { readonly state: 'unknown' }

/**
 * Publishing in steps, of which only `mutate` can create a post. `prepare` is called as often as needed, `mutate` once. When the
 * outcome of `mutate` is unknown, `find` is called before anything is sent again.
 */
export interface Publishing<Options = AnyOptions, Prepared = unknown> {
  /** Creates a handle in the platform's own format. Absent where the id of the target is used. */
  readonly newHandle?: (now: Date, random: Uint8Array) => string
  /** Seconds for which a repeated handle returns the first post instead of creating a second one; 0 where it always creates one. */
  readonly handleSeconds: number
  readonly prepare: (
    session: Session,
    attempt: Attempt<Options>,
    before: Prepared | null,
  ) => Promise<Preparation<Prepared>>
  readonly mutate: (session: Session, attempt: CommittedAttempt<Options, Prepared>) => Promise<PublishedPost>
  /** Looks up the outcome of an attempt. Absent where that is impossible: then a person decides. */
  readonly find?: (session: Session, attempt: CommittedAttempt<Options, Prepared>) => Promise<Finding>
  /** Deletes a post from the platform. Succeeds when it is already gone. */
  readonly unpublish?: (session: Session, externalId: string) => Promise<void>
}
