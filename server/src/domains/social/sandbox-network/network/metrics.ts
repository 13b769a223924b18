import { sha256 } from '../../../../kit/hash.ts'
import { countComments } from '../sql/items.ts'
import { findEntity } from '../sql/people.ts'
import { listPosts } from '../sql/posts.ts'
import { canActAs, forbidden } from './entities.ts'
import { type NetworkReply, type NetworkRequest, refuse } from './request.ts'

const DAY_MS = 86_400_000
const DAYS_MAX = 400
/** Days of data from before a page was created. */
const HISTORY_DAYS = 90
/** Minutes until a post has about two thirds of its impressions. */
const PACE_MINUTES = 480

/** Derives values from ids and days alone: the same request gets the same values, even after a restart. */
function pseudoRandom(seed: string, below: number): number {
  return sha256(seed).readUInt32BE(0) % below
}

/** Returns metrics until yesterday, also of days before the page was created: a platform knows pages longer than we do. */
export async function readAccountMetrics(request: NetworkRequest): Promise<NetworkReply> {
  const { ctx, workspaceId, query } = request
  const { entity_id: entityId = '', since = '', until = '' } = query
  if (!(await canActAs(request, entityId))) return forbidden
  const entity = await findEntity(ctx.db, workspaceId, entityId)
  if (!entity || !isDay(since) || !isDay(until))
    return refuse(400, 'bad_range', 'Days must have the format YYYY-MM-DD.')
  const start = Date.parse(formatDay(entity.created_at)) - HISTORY_DAYS * DAY_MS
  const yesterday = Date.parse(formatDay(ctx.clock.now())) - DAY_MS
  const first = Math.max(start, Date.parse(since))
  const last = Math.min(yesterday, Date.parse(until), first + DAYS_MAX * DAY_MS)
  const points = []
  for (let day = first; day <= last; day += DAY_MS) {
    const date = formatDay(new Date(day))
    const metrics = computeDay(entityId, date, Math.round((day - start) / DAY_MS))
    for (const [metric, value] of Object.entries(metrics)) points.push({ metric, date, value })
  }
  return { status: 200, body: { points } }
}

/** Impressions per follower, from Sunday to Saturday. */
const WEEK = [0.24, 0.38, 0.44, 0.47, 0.45, 0.36, 0.22]

/** Computes the metrics of a page on a day. Followers never decrease, and weekends are quiet. */
function computeDay(entityId: string, date: string, age: number) {
  const random = (name: string, below: number) => pseudoRandom(`${entityId}/${name}`, below)
  const growth = 3 + random('growth', 7)
  const followers = 400 + random('followers', 2600) + age * growth + random(`followers/${date}`, growth)
  const weight = WEEK[new Date(date).getUTCDay()] ?? 0
  const impressions = Math.round(followers * weight * (0.8 + random(`impressions/${date}`, 41) / 100))
  return {
    followers,
    impressions,
    reach: Math.round(impressions * (0.6 + random(`reach/${date}`, 21) / 100)),
    engagements: Math.round(impressions * (0.03 + random(`engagements/${date}`, 31) / 1000)),
    posts: 40 + Math.floor((age * (3 + random('posts', 5))) / 7),
  }
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
    const minutes = 10 + (ctx.clock.now().getTime() - created_at.getTime()) / 60_000
    const share = 1 - Math.exp(-minutes / PACE_MINUTES)
    const impressions = Math.ceil(share * (200 + pseudoRandom(`${id}/impressions`, 800)))
    return {
      id,
      metrics: {
        impressions,
        likes: Math.floor((impressions * (20 + pseudoRandom(`${id}/likes`, 50))) / 1000),
        shares: Math.floor((impressions * pseudoRandom(`${id}/shares`, 15)) / 1000),
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
