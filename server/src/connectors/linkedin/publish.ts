import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { readResponse } from '../api/response.ts'
import { getMediaKind } from '../limits.ts'
import { PlatformError } from '../platform-error.ts'
import type { Attempt, CommittedAttempt, Draft, Finding, PublishedPost, Publishing } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { encode, request, send } from './client.ts'
import { findDuplicateUrn, hasRule } from './errors.ts'
import { toLittleText, toPlainText } from './little-text.ts'
import { type Upload, uploadAll } from './media.ts'
import { linkedin, type Options } from './platform.ts'
import { parseUrnTime } from './urn.ts'

interface PreparedState {
  readonly uploads: readonly Upload[]
}

/** Largest lag of LinkedIn's clock behind ours. */
export const CLOCK_SKEW_MS = 5 * 60_000
const PAGE_SIZE = 50
const PAGES_MAX = 4
const TITLE_MAX = 400

const Urn = Type.String({ minLength: 1 })
type Post = Static<typeof Post>
const Post = Type.Object({
  id: Urn,
  author: Urn,
  createdAt: Maybe(Type.Number()),
  commentary: Maybe(Type.String()),
  visibility: Maybe(Type.String()),
  content: Maybe(
    Type.Object({
      article: Maybe(Type.Object({ source: Maybe(Type.String()) })),
      media: Maybe(Type.Object({ id: Maybe(Type.String()) })),
      multiImage: Maybe(Type.Object({ images: Type.Array(Type.Object({ id: Urn })) })),
    }),
  ),
})
const PostPage = Type.Object({ elements: Type.Array(Post) })
const PostHeaders = Type.Object({ 'x-restli-id': Urn })
/** The post that LinkedIn names as a duplicate. */
const Duplicate = Type.Object({ author: Urn, createdAt: Maybe(Type.Number()) })

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
      return toPublishedPost(await create(session, buildPostBody(session, attempt)))
    } catch (error) {
      const urn = findDuplicateUrn(error)
      if (urn !== undefined && (await isOurs(session, attempt, urn))) return toPublishedPost(urn)
      throw error
    }
  },

  /** Reads the posts of an organization. Only a few apps may read those of a person. */
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
        const time = readTime(post.id, post)
        if (time === undefined) return { state: 'unknown' }
        if (isBefore(attempt, time)) return { state: 'absent' }
        if (isSame(session, attempt, post) && !(await attempt.belongsToOtherTarget?.(post.id)))
          return { state: 'published', post: toPublishedPost(post.id) }
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

/** Returns the URN of the new post, which LinkedIn sends in a header. */
async function create(session: Session, body: Json): Promise<string> {
  const response = await send(session, 'POST', '/rest/posts', { body, mutates: true })
  const headers = { 'x-restli-id': response.headers['x-restli-id'] ?? response.headers['x-linkedin-id'] }
  const source = { ...response, body: headers, text: `${JSON.stringify(headers)} ${response.text}` }
  const options = { mutates: true, secrets: [session.tokens.access], report: session.report }
  return readResponse(linkedin, source, PostHeaders, options)['x-restli-id']
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

/** Builds the `content` of a post: an article, several images, or one file. */
function buildContent(draft: Draft<Options>, urns: readonly string[]): Json | undefined {
  const { article, document_title, alt_texts = [] } = draft.options
  const buildAltText = (index: number) => {
    const altText = alt_texts[index] ?? draft.media[index]?.altText
    return altText ? { altText } : {}
  }
  const [urn] = urns
  const [medium] = draft.media
  if (article) {
    const { url, title = readFirstLine(draft.text) ?? new URL(url).hostname, description } = article
    return {
      article: {
        source: url,
        title,
        ...(description !== undefined && { description }),
        ...(urn && { thumbnail: urn }),
      },
    }
  }
  if (urn === undefined || !medium) return undefined
  if (urns.length > 1) return { multiImage: { images: urns.map((id, index) => ({ id, ...buildAltText(index) })) } }
  if (getMediaKind(medium) === 'document')
    return { media: { id: urn, title: document_title ?? readFirstLine(draft.text) ?? 'Document' } }
  return { media: { id: urn, ...(getMediaKind(medium) === 'image' && buildAltText(0)) } }
}

function readFirstLine(text: string): string | undefined {
  const line = text.trim().split('\n', 1)[0]?.trim().slice(0, TITLE_MAX)
  return line ? line.toWellFormed() : undefined
}

/** Returns undefined where the app may not read the posts. */
async function listPosts(
  session: Session,
  query: Record<string, string | number>,
): Promise<readonly Post[] | undefined> {
  try {
    const page = await request(session, 'GET', '/rest/posts', { schema: PostPage, query, restliMethod: 'FINDER' })
    return page.elements
  } catch (error) {
    if (hasRule(error, 'permission.missing')) return undefined
    throw error
  }
}

/**
 * Returns true if the post that LinkedIn names as the first with this content was made for this target, by a request whose response
 * got lost. A post that the app may not read is judged by the time in its id.
 */
async function isOurs(
  session: Session,
  attempt: CommittedAttempt<Options, PreparedState>,
  urn: string,
): Promise<boolean> {
  if (await attempt.belongsToOtherTarget?.(urn)) return false
  try {
    const post = await request(session, 'GET', `/rest/posts/${encode(urn)}`, { schema: Duplicate })
    return post.author === session.entity.externalId && !isBefore(attempt, readTime(urn, post) ?? 0)
  } catch (error) {
    if (hasRule(error, 'not_found')) return false
    if (hasRule(error, 'permission.missing')) return !isBefore(attempt, readTime(urn) ?? 0)
    throw new PlatformError('ambiguous', 'LinkedIn names a post with the same content, but it could not be read.', {
      cause: error,
    })
  }
}

/** Reads the time of a post, or the one in its id. */
function readTime(urn: string, { createdAt }: Pick<Post, 'createdAt'> = {}): number | undefined {
  return createdAt ?? parseUrnTime(urn)?.getTime()
}

function isBefore({ createdAt }: Attempt<Options>, time: number): boolean {
  return time < createdAt.getTime() - CLOCK_SKEW_MS
}

/** Compares every field that we sent. */
function isSame(
  { entity }: Session,
  { draft, prepared }: CommittedAttempt<Options, PreparedState>,
  { author, commentary, visibility, content }: Post,
): boolean {
  const { article, visibility: audience = 'public' } = draft.options
  const urns = article ? [] : prepared.uploads.map(({ urn }) => urn)
  return (
    author === entity.externalId &&
    toPlainText(commentary ?? '') === toPlainText(toLittleText(draft.text)) &&
    (!visibility || visibility === audience.toUpperCase()) &&
    (content?.article?.source ?? null) === (article?.url ?? null) &&
    listMediaUrns(content).join() === urns.join()
  )
}

/** Lists the files of a post, in order. */
function listMediaUrns(content: Post['content']): string[] {
  if (content?.multiImage) return content.multiImage.images.map(({ id }) => id)
  return content?.media?.id ? [content.media.id] : []
}

function toPublishedPost(urn: string): PublishedPost {
  return { externalId: urn, externalUrl: `https://www.linkedin.com/feed/update/${urn}` }
}
