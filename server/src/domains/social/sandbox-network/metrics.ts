import { sha256 } from '../../../kit/hash.ts'
import { forbidden, mayActAs } from './posts.ts'
import { countComments, listPosts } from './sql/content.ts'
import { findEntity } from './sql/people.ts'
import { type Reply, refuse, type Visit } from './visit.ts'

const DAY_MS = 86_400_000
const DAYS_MAX = 400

/** Made of the names and the days alone: the same question gets the same figures, today and after a restart. */
function figure(of: string, most: number): number {
  return sha256(of).readUInt32BE(0) % most
}

/** From the day the page was made until yesterday; nothing is known of a day before, or of today. */
export async function accountMetrics(visit: Visit): Promise<Reply> {
  const { ctx, workspaceId, query } = visit
  const { entity_id: entityId = '', since = '', until = '' } = query
  if (!(await mayActAs(visit, entityId))) return forbidden
  const entity = await findEntity(ctx.db, workspaceId, entityId)
  if (!entity || !isDay(since) || !isDay(until)) return refuse(400, 'bad_range', 'Days are written YYYY-MM-DD.')
  const born = Date.parse(dayOf(entity.created_at))
  const yesterday = Date.parse(dayOf(ctx.clock.now())) - DAY_MS
  const first = Math.max(born, Date.parse(since))
  const last = Math.min(yesterday, Date.parse(until), first + DAYS_MAX * DAY_MS)
  const points = []
  for (let day = first; day <= last; day += DAY_MS) {
    const date = dayOf(new Date(day))
    const age = Math.round((day - born) / DAY_MS)
    points.push(
      { metric: 'followers', date, value: 100 + age * 3 },
      { metric: 'impressions', date, value: figure(`${entityId}/impressions/${date}`, 1000) },
      { metric: 'engagements', date, value: figure(`${entityId}/engagements/${date}`, 100) },
      { metric: 'posts', date, value: figure(`${entityId}/posts/${date}`, 5) },
    )
  }
  return { status: 200, body: { points } }
}

export async function postMetrics(visit: Visit): Promise<Reply> {
  const { ctx, workspaceId, query } = visit
  const { entity_id: entityId = '', ids = '' } = query
  if (!(await mayActAs(visit, entityId))) return forbidden
  const found = await listPosts(ctx.db, workspaceId, { entityId, ids: ids.split(','), limit: 100 })
  const live = found.filter(({ status }) => status === 'live')
  const comments = await countComments(
    ctx.db,
    workspaceId,
    live.map(({ id }) => id),
  )
  const posts = live.map(({ id, created_at }) => {
    const hours = 1 + Math.floor((ctx.clock.now().getTime() - created_at.getTime()) / 3_600_000)
    const reach = Math.min(hours, 72)
    return {
      id,
      metrics: {
        impressions: (20 + figure(`${id}/impressions`, 30)) * reach,
        likes: figure(`${id}/likes`, 5) * reach,
        shares: figure(`${id}/shares`, 2) * reach,
        comments: comments.find(({ post_id }) => post_id === id)?.count ?? 0,
      },
    }
  })
  return { status: 200, body: { posts } }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
