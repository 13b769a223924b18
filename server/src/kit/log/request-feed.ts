import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '../postgres/db.ts'
import type { RequestLine } from './request-line.ts'

/** A completed request, as the callers of its workspace may see it. */
export interface FollowedRequest extends Omit<RequestLine, 'workspace_id'> {
  readonly operation: string | null
  /** The calling key or user. */
  readonly caller_id: string
  readonly created_at: string
}

/**
 * Passes completed requests to those who follow the requests of a workspace, in any process. Nothing is stored, and nothing is
 * done for a workspace that nobody follows.
 */
export interface RequestFeed {
  publish(workspaceId: string, read: () => FollowedRequest): void
  /** Yields the requests since the last page twice a second; an empty page if there were none. */
  follow(workspaceId: string, signal: AbortSignal): AsyncGenerator<FollowedPage>
  close(): Promise<void>
}

export interface FollowedPage {
  readonly requests: readonly FollowedRequest[]
  /** Requests that were not passed on, because there were too many at once. */
  readonly skipped: number
}

/** A message to all processes: a workspace is followed, or requests of a followed workspace. */
interface Message extends Partial<FollowedPage> {
  readonly workspaceId: string
}

const CHANNEL = 'quoin_requests'
/** PostgreSQL's limit for a notification is 8000 bytes; a request takes 700 at most. */
const PER_MESSAGE = 10
const PER_TICK = 200
const TICK_MS = 500
/** A process that follows announces it this often; others forget it after three announcements were missed. */
const ANNOUNCE_MS = 5000
const FORGET_MS = 16_000

export async function startRequestFeed(db: Pool): Promise<RequestFeed> {
  /** When to forget that a workspace is followed, in milliseconds of this process. */
  const followed = new Map<string, number>()
  const collected = new Map<string, Collected>()
  const followers = new Map<string, Set<Collected>>()

  const subscription = await db.listen(CHANNEL, receive, () => {})
  let timer: NodeJS.Timeout | undefined

  function receive(payload: string): void {
    const { workspaceId, requests, skipped = 0 } = JSON.parse(payload) as Message
    if (!requests) followed.set(workspaceId, performance.now() + FORGET_MS)
    else for (const follower of followers.get(workspaceId) ?? []) follower.add(requests, skipped)
  }

  function announce(workspaceId: string): void {
    void db.notify(CHANNEL, JSON.stringify({ workspaceId } satisfies Message)).catch(() => {})
  }

  function send(): void {
    timer = undefined
    for (const [workspaceId, { requests, skipped }] of collected)
      for (let at = 0; at < requests.length; at += PER_MESSAGE) {
        const page = { requests: requests.slice(at, at + PER_MESSAGE), skipped: at === 0 ? skipped : 0 }
        const message = JSON.stringify({ workspaceId, ...page } satisfies Message)
        // A lost message loses lines of a live view, which promises nothing else.
        void db.notify(CHANNEL, message).catch(() => {})
      }
    collected.clear()
  }

  return {
    publish(workspaceId, read) {
      const until = followed.get(workspaceId)
      if (until === undefined) return
      if (until < performance.now()) return void followed.delete(workspaceId)
      const own = collected.get(workspaceId) ?? new Collected()
      collected.set(workspaceId, own)
      own.add([read()], 0)
      timer ??= setTimeout(send, TICK_MS).unref()
    },
    async *follow(workspaceId, signal) {
      const own = new Collected()
      const all = followers.get(workspaceId) ?? new Set()
      followers.set(workspaceId, all.add(own))
      try {
        for (let announcedAt = -Infinity; !signal.aborted; ) {
          if (performance.now() - announcedAt > ANNOUNCE_MS) {
            announce(workspaceId)
            announcedAt = performance.now()
          }
          yield own.take()
          await sleep(TICK_MS, undefined, { signal, ref: false }).catch(() => {})
        }
      } finally {
        all.delete(own)
        if (all.size === 0) followers.delete(workspaceId)
      }
    },
    async close() {
      clearTimeout(timer)
      await subscription.unlisten().catch(() => {})
    },
  }
}

/** Requests of one workspace until they are passed on. */
class Collected {
  requests: FollowedRequest[] = []
  skipped = 0

  add(requests: readonly FollowedRequest[], skipped: number): void {
    const room = Math.max(0, PER_TICK - this.requests.length)
    this.requests.push(...requests.slice(0, room))
    this.skipped += skipped + Math.max(0, requests.length - room)
  }

  take(): FollowedPage {
    const page = { requests: this.requests, skipped: this.skipped }
    this.requests = []
    this.skipped = 0
    return page
  }
}
