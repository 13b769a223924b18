import type { PlatformFacts } from '../../../connectors/platform.ts'
import { PlatformError } from '../../../connectors/platform-error.ts'
import { sha256 } from '../../../kit/hash.ts'
import { everySeconds, type Feed } from './feed.ts'

const BACKOFF_SECONDS = 30
const BACKOFF_SECONDS_MAX = 6 * 3600
/** Time without an item after which an account counts as quiet. */
const QUIET_MS = 10 * 60_000

/** Returns the next read of a feed. `itemAt` is the time of the last item. */
export function nextRead(
  { pollSeconds = {}, quietPollSeconds }: PlatformFacts,
  feed: Feed,
  accountId: string,
  { now, itemAt }: { now: Date; itemAt: Date | null },
): Date {
  const seconds = (pollSeconds as Readonly<Record<string, number | undefined>>)[feed.id]
  if (seconds === undefined) return feed.next(now, accountId)
  if (quietPollSeconds === undefined) return everySeconds(seconds)(now)
  const isQuiet = itemAt === null || now.getTime() - itemAt.getTime() > QUIET_MS
  return alignedAfter(now, 1000 * (isQuiet ? quietPollSeconds : seconds), accountId)
}

/** Aligns all feeds of an account to one grid, so that they are read together; each account has its own grid. */
function alignedAfter(now: Date, intervalMs: number, accountId: string): Date {
  const offset = sha256(accountId).readUInt32BE(0) % intervalMs
  const earliest = now.getTime() + intervalMs / 2
  return new Date(Math.ceil((earliest - offset) / intervalMs) * intervalMs + offset)
}

export function backoffSeconds(error: unknown, failures: number): number {
  const retryAfter = error instanceof PlatformError ? (error.retryAfterSeconds ?? 0) : 0
  return Math.max(retryAfter, Math.min(BACKOFF_SECONDS_MAX, BACKOFF_SECONDS * 2 ** Math.min(failures - 1, 20)))
}
