import type { Readable } from 'node:stream'
import type { ByteRange } from '../kit/storage/storage.ts'
import type { Session } from './session.ts'

/** The options of a post on any platform. */
export type AnyOptions = Readonly<Record<string, unknown>>

/**
 * A post as a connector sees it. `validate` has checked it before it was stored; it is the same on every attempt. `Options` is the type
 * of the connector's `options` schema.
 */
export interface Draft<Options = AnyOptions> {
  readonly text: string
  readonly media: readonly DraftMedia[]
  /** Fits the connector's `options` schema. */
  readonly options: Options
}

/** What is known of a media asset before it is uploaded. */
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
  /** The whole file, or a range of its bytes. */
  readonly open: (range?: ByteRange) => Promise<Readable>
  readonly publicUrl: () => Promise<string>
}

/** A rule that a draft breaks. */
export interface Problem {
  /** A stable name, `<platform>.<subject>.<rule>`. */
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
  /** When the target was first claimed. It goes into the post as its date, so that repeated requests are identical. */
  readonly createdAt: Date
}

/** An attempt whose intent to send is committed: it may have reached the platform. */
export interface CommittedAttempt<Options = AnyOptions, Prepared = unknown> extends Attempt<Options> {
  readonly prepared: Prepared
  /** When the intent was committed, which is before anything was sent. */
  readonly intentAt: Date
  /**
   * Whether a post on the platform belongs to another target of the account. Needed where a post can only be recognised by its
   * text: two posts may have the same.
   */
  readonly belongsToOtherTarget?: (externalId: string) => Promise<boolean>
  /** What `mutate` answered with, while the platform still works on the post. */
  readonly externalId?: string
}

export interface Preparation<Prepared = unknown> {
  /** Ids of uploads, containers, sessions. Stored with the target as JSON and passed to every later step. */
  readonly prepared: Prepared
  /**
   * Set while the platform still processes the media: `prepare` is called again after this time at most, with `prepared`. The
   * first times it is called sooner, because most media are processed within seconds.
   */
  readonly retryAfterSeconds?: number
  /** Set where the platform itself named the time: it is not asked sooner. */
  readonly isNamedTime?: true
}

export interface PublishedPost {
  /** While it is processed this may be an id of the upload; `find` then tells the id of the post. */
  readonly externalId: string
  /** Null when the platform assigns it later. */
  readonly externalUrl: string | null
  /** True while the platform has accepted the post but does not show it yet: `find` then tells how it ends. */
  readonly isProcessing?: boolean
}

/** What the platform answers when it is asked about an attempt. Only `absent` permits sending again. */
export type Finding =
  | { readonly state: 'published'; readonly post: PublishedPost }
  | { readonly state: 'processing' }
  | { readonly state: 'failed'; readonly rule: string; readonly message: string }
  | { readonly state: 'absent' }
  | { readonly state: 'unknown' }

/**
 * Publishing in steps, of which only `mutate` can create a post. `prepare` is called as often as needed, `mutate` once. When its
 * outcome is unknown, `find` is called before anything is sent again.
 */
export interface Publishing<Options = AnyOptions, Prepared = unknown> {
  /** Makes a handle in the platform's own format. Absent where the id of the target will do. */
  readonly newHandle?: (now: Date, random: Uint8Array) => string
  /** How long the platform answers a repeated handle with the first post instead of creating a second: 0 when it never does. */
  readonly handleSeconds: number
  readonly prepare: (
    session: Session,
    attempt: Attempt<Options>,
    before: Prepared | null,
  ) => Promise<Preparation<Prepared>>
  readonly mutate: (session: Session, attempt: CommittedAttempt<Options, Prepared>) => Promise<PublishedPost>
  /** Asks the platform what became of an attempt. Absent where that is impossible: then a person decides. */
  readonly find?: (session: Session, attempt: CommittedAttempt<Options, Prepared>) => Promise<Finding>
  /** Deletes a post from the platform. Succeeds when it is already gone. */
  readonly unpublish?: (session: Session, externalId: string) => Promise<void>
}
