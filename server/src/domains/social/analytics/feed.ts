import type { DailyPoint, FoundPostMetrics } from '../../../connectors/metrics.ts'
import { sha256 } from '../../../kit/hash.ts'
import { everySeconds, type Feed } from '../feeds/service.ts'
import { listPostsToAsk, upsertPoints, upsertPostMetrics } from './sql.ts'

const DAY_MS = 86_400_000
/** What the platform knows of the time before the account was connected. */
const FIRST_DAYS = 90
/** Platforms count late, and correct themselves. */
const AGAIN_DAYS = 3

/** Once a day, in the night of UTC, each account at its own time: so every day has its point even where only today is told. */
export const accountMetricsFeed: Feed<DailyPoint> = {
  id: 'account_metrics',
  capability: 'metrics',
  next: nextNight,
  pushed: [],
  async read({ session, connector, cursor }) {
    const until = session.now().toISOString().slice(0, 10)
    const since = cursor === null ? daysBefore(until, FIRST_DAYS) : daysBefore(cursor, AGAIN_DAYS)
    const items = (await connector.metrics?.account.daily(session, { since, until })) ?? []
    return { items, cursor: until, hasMore: false }
  },
  async store(tx, _ctx, { workspaceId, id, entityExternalId }, points) {
    await upsertPoints(tx, { workspaceId, accountId: id, entityExternalId }, points)
  },
}

const POSTS = 50

/** Which posts are due is read from their rows, so there is no cursor: each batch asks about the next of them. */
export const postMetricsFeed: Feed<{ externalId: string; metrics: FoundPostMetrics['metrics'] | null }> = {
  id: 'post_metrics',
  capability: 'metrics',
  next: everySeconds(300),
  pushed: [],
  async read({ ctx, workspaceId, accountId, session, connector }) {
    const of = { accountId, entityExternalId: session.entity.externalId }
    const ids = await listPostsToAsk(ctx.db, workspaceId, of, ctx.clock.now(), POSTS)
    const found = ids.length === 0 ? [] : ((await connector.metrics?.posts.read(session, ids)) ?? [])
    const byId = new Map(found.map((post) => [post.externalId, post.metrics]))
    const items = ids.map((externalId) => ({ externalId, metrics: byId.get(externalId) ?? null }))
    return { items, cursor: null, hasMore: ids.length === POSTS }
  },
  async store(tx, ctx, { workspaceId, id }, items) {
    for (const item of items) await upsertPostMetrics(tx, { workspaceId, accountId: id }, item, ctx.clock.now())
  },
}

const FROM_MS = 3_600_000
const SPREAD_MS = 4 * 3_600_000

function nextNight(now: Date, accountId: string): Date {
  const offset = FROM_MS + (sha256(accountId).readUInt32BE(0) % SPREAD_MS)
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS + offset
  return new Date(today > now.getTime() ? today : today + DAY_MS)
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
}
