import { PlatformError } from '../platform-error.ts'
import type { Attempt, CommittedAttempt, Finding, PublishedPost, Publishing } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { type Body, encode, request, send } from './client.ts'
import { buildContent, listMediaUrns } from './content.ts'
import { findDuplicateUrn, hasRule } from './errors.ts'
import { toLittleText, toPlainText } from './little-text.ts'
import { type Upload, uploadAll } from './media.ts'
import type { Options } from './platform.ts'
import { parseUrnTime } from './urn.ts'

interface PreparedState {
  readonly uploads: readonly Upload[]
}

/** How far LinkedIn's clock may be behind ours. */
export const CLOCK_SKEW_MS = 5 * 60_000
const PAGE_SIZE = 50
const PAGES_MAX = 4

export const publish: Publishing<Options, PreparedState> = {
  // LinkedIn has no keys; it compares the content of posts.
  handleSeconds: 0,

  async prepare(session, { draft }, before) {
    const known = before?.uploads ?? []
    const uploads = await uploadAll(session, draft.media, known)
    const isWaiting = uploads.some(({ isReady }) => !isReady)
    return { prepared: { uploads }, ...(isWaiting && { retryAfterSeconds: 5 }) }
  },

  async mutate(session, attempt) {
    try {
      const { headers } = await send(session, 'POST', '/rest/posts', {
        body: buildPostBody(session, attempt),
        mutates: true,
      })
      const urn = String(headers['x-restli-id'] ?? headers['x-linkedin-id'] ?? '')
      if (urn === '') throw new PlatformError('ambiguous', 'LinkedIn answered without the id of the post.')
      return publishedAs(urn)
    } catch (error) {
      const urn = findDuplicateUrn(error)
      if (urn !== undefined && (await isOurs(session, attempt, urn))) return publishedAs(urn)
      throw error
    }
  },

  /** The posts of an organisation can be read; those of a person only by a few apps. */
  async find(session, attempt): Promise<Finding> {
    const author = session.entity.externalId
    for (let page = 0; page < PAGES_MAX; page++) {
      const query = {
        q: 'author',
        author: encode(author),
        count: PAGE_SIZE,
        start: page * PAGE_SIZE,
        sortBy: 'CREATED',
      }
      const posts = await listPosts(session, query)
      if (!posts) return { state: 'unknown' }
      for (const post of posts) {
        if (isBefore(attempt, post)) return { state: 'absent' }
        if (isSame(session, attempt, post) && !(await attempt.belongsToOtherTarget?.(String(post.id))))
          return { state: 'published', post: publishedAs(String(post.id)) }
      }
      if (posts.length < PAGE_SIZE) return { state: 'absent' }
    }
    return { state: 'unknown' }
  },

  async unpublish(session, externalId) {
    try {
      await send(session, 'DELETE', `/rest/posts/${encode(externalId)}`, { restliMethod: 'DELETE' })
    } catch (error) {
      if (!hasRule(error, 'not_found')) throw error
    }
  },
}

function buildPostBody(session: Session, { draft, prepared }: CommittedAttempt<Options, PreparedState>): Json {
  const { visibility = 'public', disable_reshare = false } = draft.options
  const urns = prepared.uploads.map(({ urn }) => urn)
  const content = buildContent(draft, urns)
  return {
    author: session.entity.externalId,
    commentary: toLittleText(draft.text),
    visibility: visibility.toUpperCase(),
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content && { content }),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: disable_reshare,
  }
}

/** Undefined where the app may not read the posts. */
async function listPosts(session: Session, query: Record<string, string | number>): Promise<Body[] | undefined> {
  try {
    const { elements = [] } = await request(session, 'GET', '/rest/posts', { query, restliMethod: 'FINDER' })
    return elements
  } catch (error) {
    if (hasRule(error, 'permission.missing')) return undefined
    throw error
  }
}

/**
 * Whether the post that LinkedIn names as the first with this content was made for this target, by a request whose answer got
 * lost. A post that cannot be read is judged by the time in its id.
 */
async function isOurs(
  session: Session,
  attempt: CommittedAttempt<Options, PreparedState>,
  urn: string,
): Promise<boolean> {
  if (await attempt.belongsToOtherTarget?.(urn)) return false
  try {
    const post = await request(session, 'GET', `/rest/posts/${encode(urn)}`)
    return post.author === session.entity.externalId && !isBefore(attempt, { id: urn, ...post })
  } catch (error) {
    if (hasRule(error, 'not_found')) return false
    if (hasRule(error, 'permission.missing')) return !isBefore(attempt, { id: urn })
    throw new PlatformError('ambiguous', 'LinkedIn names a post with the same content, but it could not be read.', {
      cause: error,
    })
  }
}

function isBefore({ createdAt }: Attempt<Options>, { id, createdAt: at }: Body): boolean {
  const time = typeof at === 'number' ? at : (parseUrnTime(String(id))?.getTime() ?? 0)
  return time < createdAt.getTime() - CLOCK_SKEW_MS
}

/** Compares every field that we sent. */
function isSame(session: Session, attempt: CommittedAttempt<Options, PreparedState>, post: Body): boolean {
  const wanted = buildPostBody(session, attempt) as Body
  return (
    post.author === wanted.author &&
    toPlainText(String(post.commentary ?? '')) === toPlainText(wanted.commentary) &&
    (post.visibility ?? wanted.visibility) === wanted.visibility &&
    (post.content?.article?.source ?? null) === (wanted.content?.article?.source ?? null) &&
    listMediaUrns(post.content).join() === listMediaUrns(wanted.content).join()
  )
}

function publishedAs(urn: string): PublishedPost {
  return { externalId: urn, externalUrl: `https://www.linkedin.com/feed/update/${urn}` }
}
