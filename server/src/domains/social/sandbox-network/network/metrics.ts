import { sha256 } from '../../../../kit/hash.ts'
import { countComments } from '../sql/items.ts'
import { findEntity } from '../sql/people.ts'
import { listPosts } from '../sql/posts.ts'
import { canActAs, forbidden } from './entities.ts'
import { type NetworkReply, type NetworkRequest, refuse } from './request.ts'

const DAY_MS = 86_400_000
const DAYS_MAX = 400

/** Derives values from ids and days alone: the same request gets the same values, even after a restart. */
function pseudoRandom(seed: string, below: number): number {
  return sha256(seed).readUInt32BE(0) % below
}

/** Returns metrics from the day the page was created until yesterday; other days have no data. */
export async function readAccountMetrics(request: NetworkRequest): Promise<NetworkReply> {
  const { ctx, workspaceId, query } = request
  const { entity_id: entityId = '', since = '', until = '' } = query
  if (!(await canActAs(request, entityId))) return forbidden
  const entity = await findEntity(ctx.db, workspaceId, entityId)
  if (!entity || !isDay(since) || !isDay(until))
    return refuse(400, 'bad_range', 'Days must have the format YYYY-MM-DD.')
  const created = Date.parse(formatDay(entity.created_at))
  const yesterday = Date.parse(formatDay(ctx.clock.now())) - DAY_MS
  const first = Math.max(created, Date.parse(since))
  const last = Math.min(yesterday, Date.parse(until), first + DAYS_MAX * DAY_MS)
  const points = []
  for (let day = first; day <= last; day += DAY_MS) {
    const date = formatDay(new Date(day))
    const age = Math.round((day - created) / DAY_MS)
    points.push(
      { metric: 'followers', date, value: 100 + age * 3 },
      { metric: 'impressions', date, value: pseudoRandom(`${entityId}/impressions/${date}`, 1000) },
      { metric: 'engagements', date, value: pseudoRandom(`${entityId}/engagements/${date}`, 100) },
      { metric: 'posts', date, value: pseudoRandom(`${entityId}/posts/${date}`, 5) },
    )
  }
  return { status: 200, body: { points } }
}

export async function readPostMetrics(request: NetworkRequest): Promise<NetworkReply> {
  const { ctx, workspaceId, query } = request
  const { entity_id: entityId = '', ids = '' } = query
  if (!(await canActAs(request, entityId))) return forbidden
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
        impressions: (20 + pseudoRandom(`${id}/impressions`, 30)) * reach,
        likes: pseudoRandom(`${id}/likes`, 5) * reach,
        shares: pseudoRandom(`${id}/shares`, 2) * reach,
        comments: comments.find(({ post_id }) => post_id === id)?.count ?? 0,
      },
    }
  })
  return { status: 200, body: { posts } }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

function formatDay(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
