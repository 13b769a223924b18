import type { Readable } from 'node:stream'
import type { Json, Session } from './connector.ts'

/** What is to be published: checked by `validate` before it was stored, and the same on every attempt. */
export interface Draft {
  readonly text: string
  readonly media: readonly DraftMedia[]
  /** Fits the connector's `options` schema. */
  readonly options: Readonly<Record<string, unknown>>
}

/** What is known of a medium before it is sent anywhere. */
export interface DraftMedia {
  readonly id: string
  readonly mime: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  readonly durationSeconds: number | null
  readonly altText: string | null
}

/** A medium that can be read: pushed as a stream, or fetched by the platform from an address that lives for a while. */
export interface ReadableMedia extends DraftMedia {
  readonly checksum: string
  readonly open: () => Promise<Readable>
  readonly publicUrl: () => Promise<string>
}

/** One rule that a draft breaks. */
export interface Problem {
  /** A stable name, `<platform>.<subject>.<rule>`. */
  readonly rule: string
  /** Where: `content`, `media_ids`, or a path into `options`. */
  readonly path: readonly (string | number)[]
  readonly message: string
  readonly remediation?: string
}

export interface Attempt {
  readonly draft: Omit<Draft, 'media'> & { readonly media: readonly ReadableMedia[] }
  /** Chosen and stored before the first call that could publish; the same on every attempt at this target. */
  readonly handle: string
  /** When the target was first to be published: what goes into the post as its date, so that repeats are identical. */
  readonly createdAt: Date
}

/** An attempt whose intent is committed: it may have reached the platform. */
export interface ArmedAttempt extends Attempt {
  readonly prepared: Json
  readonly armedAt: Date
  /** True of a post that another attempt of the account has made: where a post is known by what it says, two may say the same. */
  readonly isOfAnother?: (externalId: string) => Promise<boolean>
}

export interface Preparation {
  /** Ids of uploads, containers, sessions: kept with the target, given back to every later step. */
  readonly prepared: Json
  /** Set while the platform still works on the media: `prepare` is called again after so long, with what it prepared. */
  readonly retryAfterSeconds?: number
}

export interface Published {
  readonly externalId: string
  /** Null when the platform tells it later. */
  readonly externalUrl: string | null
  /** True while the platform has taken the post but does not show it yet: `find` says how it went on. */
  readonly isProcessing?: boolean
}

/** What the platform says when it is asked about an attempt. Only `absent` permits to publish again. */
export type Finding =
  | { readonly state: 'published'; readonly post: Published }
  | { readonly state: 'processing' }
  | { readonly state: 'failed'; readonly rule: string; readonly message: string }
  | { readonly state: 'absent' }
  | { readonly state: 'unknown' }

/**
 * Publishing in steps, so that only one of them can make a post and that one is never repeated blindly: `prepare` as often
 * as needed, `mutate` once, and after an outcome that nobody knows `find` before anything else.
 */
export interface Publishing {
  /** In the platform's own form where it has one; otherwise the publisher takes an id of ours. */
  readonly newHandle?: (now: Date, random: Uint8Array) => string
  /** How long the platform answers a repeat with the first post instead of a second one: 0 when it never does. */
  readonly handleSeconds: number
  readonly prepare: (session: Session, attempt: Attempt, before: Json | null) => Promise<Preparation>
  readonly mutate: (session: Session, attempt: ArmedAttempt) => Promise<Published>
  /** Absent where the platform cannot be asked: a person decides then. */
  readonly find?: (session: Session, attempt: ArmedAttempt) => Promise<Finding>
  /** Takes a live post off the platform; one that is gone already is a success. */
  readonly unpublish?: (session: Session, externalId: string) => Promise<void>
}
