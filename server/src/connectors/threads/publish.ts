import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { AnyBody, Id, tryRead } from '../api/response.ts'
import { buildEdgeSchema, isMissing, readPage, request } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Attempt, CommittedAttempt, Finding, Preparation, Publishing } from '../publish.ts'
import type { Session } from '../session.ts'
import { type Container, createItems, createPost, publishContainer, readContainer } from './containers.ts'
import { createContainerError, describeContainerError } from './errors.ts'
import { createGraph } from './graph.ts'
import type { Options } from './platform.ts'

const PostAddress = Type.Object({ permalink: Maybe(Type.String()) })

type Post = Static<typeof Post>
const Post = Type.Object({
  id: Id,
  permalink: Maybe(Type.Unknown()),
  text: Maybe(Type.String()),
  timestamp: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT' }),
  media_type: Maybe(Type.String()),
  children: Maybe(Type.Object({ data: Maybe(Type.Array(Type.Unknown())) })),
})
const PostPage = buildEdgeSchema(Post)

const Quota = Type.Object({ quota_usage: Type.Number(), config: Type.Object({ quota_total: Type.Number() }) })
const QuotaPage = buildEdgeSchema(Type.Unknown())

interface PreparedState {
  /** The containers of a carousel's media. */
  readonly items: readonly string[]
  /** The container of the post; null until its media are processed. */
  readonly container: string | null
}

const POLL_SECONDS = 10
const LIMIT_RETRY_SECONDS = 3600
/** The maximum difference between the clocks of Threads and of this server. */
export const CLOCK_SKEW_MS = 60_000

/** A container can be published once, and its status says if it was. */
export const publish: Publishing<Options, PreparedState> = {
  handleSeconds: 0,

  async prepare(session, attempt, before) {
    const step = before && (await advance(session, attempt, before))
    if (step) return step
    // Nothing was created yet, or it has expired: a container is valid for 24 hours.
    await assertWithinLimit(session)
    const created = { items: await createItems(session, attempt), container: null }
    return (await advance(session, attempt, created)) ?? wait(created)
  },

  async mutate(session, { prepared }) {
    const id = await publishContainer(session, prepared.container ?? '')
    return { externalId: id, externalUrl: await findPermalink(session, id) }
  },

  async find(session, attempt): Promise<Finding> {
    const container = await readContainer(session, attempt.prepared.container ?? '').catch(undefinedWhenMissing)
    switch (container?.status) {
      case 'PUBLISHED':
        return findPublished(session, attempt)
      case 'IN_PROGRESS':
        return { state: 'processing' }
      case 'FINISHED':
      case 'EXPIRED':
        return { state: 'absent' }
      case 'ERROR':
        return { state: 'failed', ...describeContainerError(container.error_message ?? '') }
      default:
        return { state: 'unknown' }
    }
  },

  async unpublish(session, externalId) {
    await request(createGraph(session), 'DELETE', encodeURIComponent(externalId), { schema: AnyBody }).catch(
      undefinedWhenMissing,
    )
  },
}

/** A quota that cannot be read does not stop a post: Threads refuses one too many itself. */
async function assertWithinLimit(session: Session): Promise<void> {
  const path = `${session.entity.externalId}/threads_publishing_limit`
  const query = { fields: 'quota_usage,config' }
  const { data } = await readPage(createGraph(session), path, { schema: QuotaPage, query })
  const quota = tryRead(Quota, data[0])
  if (!quota || quota.quota_usage < quota.config.quota_total) return
  throw new PlatformError(
    'rate_limited',
    `The account has made ${quota.quota_usage} posts in 24 hours, as many as it may.`,
    {
      rule: 'threads.account.daily_posts',
      retryAfterSeconds: LIMIT_RETRY_SECONDS,
      remediation: 'Wait: Threads counts the last 24 hours.',
    },
  )
}

/** Continues with the containers as far as Threads has processed them. Returns undefined if one has expired. */
async function advance(
  session: Session,
  attempt: Attempt<Options>,
  created: PreparedState,
): Promise<Preparation<PreparedState> | undefined> {
  if (created.container === null) {
    const states = await Promise.all(created.items.map((id) => checkContainer(session, id)))
    if (states.includes('EXPIRED')) return undefined
    if (states.includes('IN_PROGRESS')) return wait(created)
  }
  const container = created.container ?? (await createPost(session, attempt, created.items))
  const prepared = { ...created, container }
  const state = await checkContainer(session, container)
  if (state === 'EXPIRED') return undefined
  return state === 'IN_PROGRESS' ? wait(prepared) : { prepared }
}

const wait = (prepared: PreparedState): Preparation<PreparedState> => ({ prepared, retryAfterSeconds: POLL_SECONDS })

async function checkContainer(session: Session, id: string): Promise<Container['status']> {
  const container = await readContainer(session, id).catch(undefinedWhenMissing)
  if (container?.status === 'ERROR') throw createContainerError(container.error_message ?? '')
  return container?.status ?? 'EXPIRED'
}

/** Looks for the post among the newest of the account, because a container does not name its post. */
async function findPublished(session: Session, attempt: CommittedAttempt<Options, PreparedState>): Promise<Finding> {
  const since = attempt.intentAt.getTime() - CLOCK_SKEW_MS
  const { data } = await readPage(createGraph(session), `${session.entity.externalId}/threads`, {
    schema: PostPage,
    query: { fields: 'id,permalink,text,timestamp,media_type,children', since: Math.floor(since / 1000), limit: 50 },
  })
  const recent: Post[] = []
  // Oldest first: with equal posts, ours is the first one after the intent.
  for (const post of data.toReversed())
    if (Date.parse(post.timestamp) >= since && !(await attempt.belongsToOtherTarget?.(String(post.id))))
      recent.push(post)
  const post = recent.find((one) => isSame(attempt, one)) ?? (recent.length === 1 ? recent[0] : undefined)
  if (!post) return { state: 'unknown' }
  const externalUrl = typeof post.permalink === 'string' ? post.permalink : null
  return { state: 'published', post: { externalId: String(post.id), externalUrl } }
}

function isSame({ draft }: Attempt<Options>, post: Post): boolean {
  const { media, text } = draft
  const children = post.children?.data?.length ?? 0
  const isCarousel = post.media_type === 'CAROUSEL_ALBUM'
  const hasMedia = isCarousel || post.media_type === 'IMAGE' || post.media_type === 'VIDEO'
  return (
    (post.text ?? '').trim() === text.trim() &&
    hasMedia === media.length > 0 &&
    isCarousel === media.length > 1 &&
    (!isCarousel || children === 0 || children === media.length)
  )
}

/** Returns null if the address of the post cannot be read: the post is published all the same. */
async function findPermalink(session: Session, id: string): Promise<string | null> {
  const query = { fields: 'permalink' }
  try {
    return (await request(createGraph(session), 'GET', id, { schema: PostAddress, query })).permalink ?? null
  } catch {
    return null
  }
}

function undefinedWhenMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
