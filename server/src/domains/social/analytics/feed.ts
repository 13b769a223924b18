import type { DailyPoint, FoundPostMetrics } from '../../../connectors/metrics.ts'
import { sha256 } from '../../../kit/hash.ts'
import { everySeconds, type Feed } from '../feeds/feed.ts'
import { listDuePosts, upsertPoints, upsertPostMetrics } from './sql/metrics.ts'

const DAY_MS = 86_400_000
/** Days covered by the first read. */
const FIRST_DAYS = 90
/** Days that are read again, because platforms report late and correct their values. */
const REREAD_DAYS = 3

/** Read once a day, at night (UTC), each account at its own time. So every day has a point, even where only today is reported. */
export const accountMetricsFeed: Feed<DailyPoint> = {
  id: 'account_metrics',
  capability: 'metrics',
  next: nextNight,
  pushed: [],
  async read({ session, connector, since: { cursor } }) {
    const until = session.now().toISOString().slice(0, 10)
    const since = cursor === null ? daysBefore(until, FIRST_DAYS) : daysBefore(cursor, REREAD_DAYS)
    const items = (await connector.metrics?.account.daily(session, { since, until })) ?? []
    return { items, cursor: until, hasMore: false }
  },
  async store(_ctx, tx, { workspaceId, id, entityExternalId }, points) {
    await upsertPoints(tx, workspaceId, { accountId: id, entityExternalId }, points)
  },
}

const POSTS_PER_BATCH = 50

/**
 * The rows of the posts show which are due, so there is no cursor: each batch reads the next due posts. A read without due posts
 * does not call the platform.
 */
export const postMetricsFeed: Feed<{ externalId: string; metrics: FoundPostMetrics['metrics'] | null }> = {
  id: 'post_metrics',
  capability: 'metrics',
  next: everySeconds(60),
  pushed: [],
  async read({ ctx, workspaceId, accountId, session, connector }) {
    const ids = await listDuePosts(ctx.db, workspaceId, {
      accountId,
      entityExternalId: session.entity.externalId,
      now: ctx.clock.now(),
      limit: POSTS_PER_BATCH,
    })
    const found = ids.length === 0 ? [] : ((await connector.metrics?.posts.read(session, ids)) ?? [])
    const byId = new Map(found.map((post) => [post.externalId, post.metrics]))
    const items = ids.map((externalId) => ({ externalId, metrics: byId.get(externalId) ?? null }))
    return { items, cursor: null, hasMore: ids.length === POSTS_PER_BATCH }
  },
  async store(ctx, tx, { workspaceId, id }, items) {
    for (const item of items) await upsertPostMetrics(tx, workspaceId, id, { ...item, now: ctx.clock.now() })
  },
}

const NIGHT_STARTS_MS = 3_600_000
const SPREAD_MS = 4 * 3_600_000

function nextNight(now: Date, accountId: string): Date {
  const offset = NIGHT_STARTS_MS + (sha256(accountId).readUInt32BE(0) % SPREAD_MS)
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS + offset
  return new Date(today > now.getTime() ? today : today + DAY_MS)
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
}
