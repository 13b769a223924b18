import { isMissing } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { Attempt, CommittedAttempt, Finding, Preparation, PublishedPost, Publishing } from '../publish.ts'
import type { Session } from '../session.ts'
import { type ContainerStatus, createItem, createPost, readContainer } from './containers.ts'
import { containerFailed, describeContainerError } from './errors.ts'
import { type Body, readPage, request } from './graph.ts'
import type { Options } from './platform.ts'

interface PreparedState {
  /** The containers of a carousel's media. */
  readonly items: readonly string[]
  /** The container of the post; null until its media are processed. */
  readonly container: string | null
}

const POLL_SECONDS = 10
const LIMIT_RETRY_SECONDS = 3600
/** How far the clocks of Threads and of this server may differ. */
export const CLOCK_SKEW_MS = 60_000

/** A container is published once. Its status says whether that has happened, so a post can always be asked about. */
export const publish: Publishing<Options, PreparedState> = {
  handleSeconds: 0,

  async prepare(session, attempt, before) {
    const step = before && (await advance(session, attempt, before))
    if (step) return step
    // Nothing was made yet, or it has expired: a container lasts 24 hours.
    await assertWithinLimit(session)
    const made = { items: await makeItems(session, attempt), container: null }
    return (await advance(session, attempt, made)) ?? wait(made)
  },

  async mutate(session, { prepared }) {
    const { container } = prepared
    const id = await publishContainer(session, container ?? '')
    return { externalId: id, externalUrl: await findPermalink(session, id) }
  },

  async find(session, attempt): Promise<Finding> {
    const { container } = attempt.prepared
    const { status, reason } = await readContainer(session, container ?? '').catch(unknownWhenMissing)
    switch (status) {
      case 'PUBLISHED':
        return findPublished(session, attempt)
      case 'IN_PROGRESS':
        return { state: 'processing' }
      case 'FINISHED':
      case 'EXPIRED':
        return { state: 'absent' }
      case 'ERROR':
        return { state: 'failed', ...describeContainerError(reason) }
      default:
        return { state: 'unknown' }
    }
  },

  async unpublish(session, externalId) {
    try {
      await request(session, 'DELETE', encodeURIComponent(externalId))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  },
}

/**
 * Meta was seen to answer an error after it had published (4/2207051 on Instagram), so a refusal is believed only when the
 * container is not published.
 */
export async function publishContainer(session: Session, container: string): Promise<string> {
  const path = `${session.entity.externalId}/threads_publish`
  try {
    const { id } = await request(session, 'POST', path, { form: { creation_id: container }, mutates: true })
    if (id === undefined) throw new PlatformError('ambiguous', 'Threads answered without the id of the post.')
    return String(id)
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind === 'ambiguous' || error.kind === 'auth') throw error
    const after = await readContainer(session, container).catch(() => undefined)
    if (after?.status !== 'PUBLISHED' && after?.status !== 'IN_PROGRESS') throw error
    throw new PlatformError('ambiguous', `Threads answered an error and may have published: ${error.message}`, {
      ...(error.platformResponse && { platformResponse: error.platformResponse }),
      cause: error,
    })
  }
}

async function assertWithinLimit(session: Session): Promise<void> {
  const { data } = await readPage(session, `${session.entity.externalId}/threads_publishing_limit`, {
    fields: 'quota_usage,config',
  })
  const [{ quota_usage, config } = {} as Body] = data
  if (!(Number(quota_usage) >= Number(config?.quota_total))) return
  throw new PlatformError('rate_limited', `The account has made ${quota_usage} posts in 24 hours, as many as it may.`, {
    rule: 'threads.account.daily_posts',
    retryAfterSeconds: LIMIT_RETRY_SECONDS,
    remediation: 'Wait: Threads counts the last 24 hours.',
  })
}

async function makeItems(session: Session, attempt: Attempt<Options>): Promise<string[]> {
  const { media } = attempt.draft
  const items: string[] = []
  if (media.length > 1) for (const index of media.keys()) items.push(await createItem(session, attempt, index))
  return items
}

/** Goes on with what was made, as far as Threads has processed it. Undefined when it has expired. */
async function advance(
  session: Session,
  attempt: Attempt<Options>,
  made: PreparedState,
): Promise<Preparation<PreparedState> | undefined> {
  if (made.container === null) {
    const states = await Promise.all(made.items.map((id) => checkContainer(session, id)))
    if (states.includes('EXPIRED')) return undefined
    if (states.includes('IN_PROGRESS')) return wait(made)
  }
  const container = made.container ?? (await createPost(session, attempt, made.items))
  const prepared = { ...made, container }
  const state = await checkContainer(session, container)
  if (state === 'EXPIRED') return undefined
  return state === 'IN_PROGRESS' ? wait(prepared) : { prepared }
}

const wait = (made: PreparedState): Preparation<PreparedState> => ({
  prepared: made,
  retryAfterSeconds: POLL_SECONDS,
})

async function checkContainer(session: Session, id: string): Promise<string> {
  const { status, reason } = await readContainer(session, id).catch((error: unknown): ContainerStatus => {
    if (isMissing(error)) return { status: 'EXPIRED', reason: '' }
    throw error
  })
  if (status === 'ERROR') throw containerFailed(reason)
  return status
}

/** The container does not name its post: it is looked for among the account's newest ones. */
async function findPublished(session: Session, attempt: CommittedAttempt<Options, PreparedState>): Promise<Finding> {
  const since = attempt.intentAt.getTime() - CLOCK_SKEW_MS
  const { data } = await readPage(session, `${session.entity.externalId}/threads`, {
    fields: 'id,permalink,text,timestamp,media_type,is_quote_post,children',
    since: Math.floor(since / 1000),
    limit: 50,
  })
  const recent: Body[] = []
  // Oldest first: with equal posts, ours is the first one after the intent.
  for (const post of data.toReversed())
    if (Date.parse(post.timestamp) >= since && !(await attempt.belongsToOtherTarget?.(String(post.id))))
      recent.push(post)
  const post = recent.find((one) => isSame(attempt, one)) ?? (recent.length === 1 ? recent[0] : undefined)
  return post ? { state: 'published', post: readPublished(post) } : { state: 'unknown' }
}

function isSame({ draft }: Attempt<Options>, post: Body): boolean {
  const { media, text } = draft
  const children = post.children?.data?.length ?? 0
  const isCarousel = post.media_type === 'CAROUSEL_ALBUM'
  const hasMedia = isCarousel || post.media_type === 'IMAGE' || post.media_type === 'VIDEO'
  return (
    String(post.text ?? '').trim() === text.trim() &&
    hasMedia === media.length > 0 &&
    isCarousel === media.length > 1 &&
    (!isCarousel || children === 0 || children === media.length)
  )
}

/** The post is there: that its address cannot be read does not matter. */
async function findPermalink(session: Session, id: string): Promise<string | null> {
  try {
    const { permalink } = await request(session, 'GET', id, { query: { fields: 'permalink' } })
    return typeof permalink === 'string' ? permalink : null
  } catch {
    return null
  }
}

function readPublished({ id, permalink }: Body): PublishedPost {
  return { externalId: String(id), externalUrl: typeof permalink === 'string' ? permalink : null }
}

function unknownWhenMissing(error: unknown): ContainerStatus {
  if (isMissing(error)) return { status: '', reason: '' }
  throw error
}
