import assert from 'node:assert/strict'
import type { Connector } from '../../../src/connectors/connector.ts'
import type { Batch, ListRequest } from '../../../src/connectors/inbox.ts'
import { type FailureKind, PlatformError } from '../../../src/connectors/platform-error.ts'
import type { ReadableMedia } from '../../../src/connectors/publish.ts'
import type { Session } from '../../../src/connectors/session.ts'

/** How a platform can be made to fail, from outside the connector. */
export type Trouble =
  /** The next call has no effect and gets no answer. */
  | 'unreachable'
  /** The next mutation has its effect and its answer gets lost. */
  | 'answer_lost'
  /** The next mutation has its effect and is answered with a server error; the call after it gets no answer. */
  | 'answer_broken'
  | 'rate_limited'
  /** The sign-in is withdrawn. */
  | 'revoked'

/** The platform behind one connector: a server on loopback, or the sandbox network. */
export interface Fixture {
  readonly connector: Connector
  /** What the server runs, where a connector talks to servers of several kinds. */
  readonly server?: string
  /** Where the platform's own addresses lead to; absent where its address is configured, or entered at the sign-in. */
  readonly origins?: ReadonlyMap<string, string>
  /** How often the platform is asked about media, or about a post, before it has processed them. */
  readonly setPolls?: (polls: number) => void
  /** A post that the platform shows as several: what asks for it, and the text of each. */
  readonly thread?: (text: string) => { readonly options: Record<string, unknown>; readonly texts: readonly string[] }
  /** The platform's own kinds of posts, beside those that are told by their media. */
  readonly kinds?: readonly {
    readonly name: string
    readonly media: readonly ('video' | 'image')[]
    readonly options: Record<string, unknown>
  }[]
  /** Signs in a new person, as the first selectable entity. */
  signIn(): Promise<Session>
  /** Makes the next call of this person fail in this way. */
  trouble(session: Session, trouble: Trouble): Promise<void>
  /** How many live posts with this text the platform shows. */
  countPosts(session: Session, text: string): Promise<number>
  /** Acts as another person; returns the external id of what was made. */
  readonly visitor: {
    readonly comment?: (session: Session, postExternalId: string, body: string) => Promise<string>
    readonly message?: (session: Session, body: string) => Promise<string>
    readonly review?: (session: Session, body: string) => Promise<string>
  }
  /** Every push of the platform about the entity so far, on platforms that send messages by pushes only. */
  readonly pushes?: (session: Session) => readonly RawPush[]
  /** Approves a template, as the platform does after a while. */
  readonly approve?: (templateExternalId: string) => Promise<void>
  /** The hidden comments of a post, on platforms that no longer list them, or do not say that they are hidden. */
  readonly hidden?: (postExternalId: string) => readonly string[]
  readonly media?: () => Promise<ReadableMedia>
  /** A push of the platform with its headers, and the same with a wrong signature. */
  readonly inbound?: { readonly good: () => RawPush; readonly forged: () => RawPush; readonly app: Session['app'] }
}

export interface RawPush {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

export async function failure(work: Promise<unknown>): Promise<FailureKind> {
  const error = await work.then(
    () => assert.fail('it should have failed'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof PlatformError, `a connector throws PlatformError only, not ${String(error)}`)
  return error.kind
}

/** Reads everything since a cursor, over all pages. */
export async function readAll<T>(list: (since: ListRequest) => Promise<Batch<T>>, from: string | null = null) {
  const items: T[] = []
  let cursor = from
  for (let page = 0; page < 100; page++) {
    const batch = await list({ cursor })
    items.push(...batch.items)
    cursor = batch.cursor ?? cursor
    if (!batch.hasMore) return { items, cursor }
  }
  return assert.fail('the list never ends')
}
