import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { Id } from '../api/response.ts'
import { buildEdgeSchema, readPage, request, Time } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { CommittedAttempt, Finding, PublishedPost, Publishing } from '../publish.ts'
import type { Session } from '../session.ts'
import { createAccountGraph, getAccountId } from './account.ts'
import {
  assertQuota,
  type Container,
  Created,
  createItem,
  createPost,
  createProcessingError,
  readStatus,
  refresh,
} from './container.ts'
import { selectPostFormat } from './limits.ts'
import type { Options } from './platform.ts'

const Permalink = Type.Object({ permalink: Maybe(Type.String()) })
const Media = Type.Object({
  id: Id,
  caption: Maybe(Type.String()),
  timestamp: Time,
  permalink: Maybe(Type.String()),
})

const MediaEdge = buildEdgeSchema(Media)

interface PreparedState {
  /** The containers of the media of a carousel. */
  readonly items: readonly Container[]
  readonly post: Container | null
}

const CLOCK_SKEW_MS = 5 * 60_000
const POLL_SECONDS = 5
const PAGE_SIZE = 50

export const publish: Publishing<Options, PreparedState> = {
  handleSeconds: 0,

  /** Containers are invisible, so those of a killed worker do no harm. Each call continues as far as Instagram has processed them. */
  async prepare(session, { draft }, before) {
    const known = before ?? { items: [], post: null }
    if (!known.post && known.items.length === 0) await assertQuota(session)
    const items: Container[] = []
    for (const [index, medium] of (selectPostFormat(draft) === 'carousel' ? draft.media : []).entries()) {
      const item = known.items[index]
      items.push((item && (await refresh(session, item))) ?? (await createItem(session, medium)))
    }
    if (items.some(({ isReady }) => !isReady))
      return { prepared: { items, post: null }, retryAfterSeconds: POLL_SECONDS }
    const kept = known.post && (await refresh(session, known.post))
    const post = kept ?? (await createPost(session, draft, items))
    return { prepared: { items, post }, ...(!post.isReady && { retryAfterSeconds: POLL_SECONDS }) }
  },

  /** A container that an earlier request published, though its response was an error, is not published again. */
  async mutate(session, attempt) {
    const container = getContainer(attempt)
    const { code } = await readStatus(session, container.id)
    if (code === 'PUBLISHED') {
      const media = await findMedia(session, attempt)
      if (media) return media
      throw new PlatformError('ambiguous', 'Instagram has published this already, but does not show it yet.')
    }
    if (code === 'EXPIRED')
      throw new PlatformError('unavailable', 'Instagram no longer has the prepared media.', { isStale: true })
    const { id } = await request(createAccountGraph(session), 'POST', `${getAccountId(session)}/media_publish`, {
      schema: Created,
      form: { creation_id: container.id },
      mutates: true,
    })
    return { externalId: String(id), externalUrl: await findPermalink(session, String(id)) }
  },

  /** A container is published at most once, so its status is the outcome of the request. */
  async find(session, attempt): Promise<Finding> {
    const { code, status } = await readStatus(session, getContainer(attempt).id)
    if (code === 'FINISHED' || code === 'EXPIRED') return { state: 'absent' }
    if (code === 'ERROR') {
      const { rule = 'instagram.media.processing', message } = createProcessingError(status)
      return { state: 'failed', rule, message }
    }
    const post = code === 'PUBLISHED' ? await findMedia(session, attempt) : undefined
    return post ? { state: 'published', post } : { state: 'unknown' }
  },
}

function getContainer({ prepared }: CommittedAttempt<Options, PreparedState>): Container {
  const { post } = prepared
  if (!post) throw new PlatformError('unavailable', 'Nothing was prepared.', { isStale: true })
  return post
}

/** Finds the post of a published container. Instagram does not name it: the first post with the draft's caption is taken. */
async function findMedia(
  session: Session,
  attempt: CommittedAttempt<Options, PreparedState>,
): Promise<PublishedPost | undefined> {
  const { draft, intentAt, belongsToOtherTarget } = attempt
  const isStory = selectPostFormat(draft) === 'story'
  const path = `${getAccountId(session)}/${isStory ? 'stories' : 'media'}`
  const query = { fields: 'id,caption,timestamp,permalink', limit: PAGE_SIZE }
  const { data } = await readPage(createAccountGraph(session), path, { schema: MediaEdge, query })
  const earliest = intentAt.getTime() - CLOCK_SKEW_MS
  const isLike = ({ caption, timestamp }: Static<typeof Media>) =>
    Date.parse(timestamp) >= earliest && (isStory || normalize(caption) === normalize(draft.text))
  for (const media of data.filter(isLike).toReversed())
    if (!(await belongsToOtherTarget?.(String(media.id))))
      return { externalId: String(media.id), externalUrl: media.permalink ?? null }
  return undefined
}

function normalize(text: string | null | undefined): string {
  return (text ?? '').replaceAll('\r\n', '\n').trim()
}

/** Returns the address of a post; null if it cannot be read, because the post exists all the same. */
async function findPermalink(session: Session, id: string): Promise<string | null> {
  try {
    const query = { fields: 'permalink' }
    const { permalink } = await request(createAccountGraph(session), 'GET', id, { schema: Permalink, query })
    return permalink ?? null
  } catch (error) {
    if (error instanceof PlatformError) return null
    throw error
  }
}
