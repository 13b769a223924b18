import { type Body, readPage, request } from '../meta/graph.ts'
import { PlatformError } from '../platform-error.ts'
import type { CommittedAttempt, Finding, PublishedPost, Publishing } from '../publish.ts'
import type { Session } from '../session.ts'
import { createAccountGraph, getAccountId } from './account.ts'
import {
  assertQuota,
  type Container,
  createItem,
  createPost,
  processingError,
  readStatus,
  refresh,
} from './container.ts'
import { selectPostFormat } from './limits.ts'
import type { Options } from './platform.ts'

interface PreparedState {
  readonly items: readonly Container[]
  readonly post: Container | null
}

const CLOCK_SKEW_MS = 5 * 60_000
const POLL_SECONDS = 5
const PAGE_SIZE = 50

export const publish: Publishing<Options, PreparedState> = {
  handleSeconds: 0,

  /** Containers are not visible, so what a killed worker made is only lost. Each call goes as far as Instagram is done. */
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

  /** A container that was published before, by a request whose answer said otherwise, is not published again. */
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
    const made = await request(createAccountGraph(session), 'POST', `${getAccountId(session)}/media_publish`, {
      form: { creation_id: container.id },
      mutates: true,
    })
    if (made.id === undefined) throw new PlatformError('ambiguous', 'Instagram answered without the id of the post.')
    return { externalId: String(made.id), externalUrl: await findPermalink(session, String(made.id)) }
  },

  /** A container is published at most once, so its status tells what became of the request. */
  async find(session, attempt): Promise<Finding> {
    const { code, status } = await readStatus(session, getContainer(attempt).id)
    if (code === 'FINISHED' || code === 'EXPIRED') return { state: 'absent' }
    if (code === 'ERROR') {
      const { rule = 'instagram.media.processing', message } = processingError(status)
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

/** The post that came of a published container: Instagram does not name it, so it is the first one that is like the draft. */
async function findMedia(
  session: Session,
  attempt: CommittedAttempt<Options, PreparedState>,
): Promise<PublishedPost | undefined> {
  const { draft, intentAt, belongsToOtherTarget } = attempt
  const isStory = selectPostFormat(draft) === 'story'
  const { data } = await readPage(
    createAccountGraph(session),
    `${getAccountId(session)}/${isStory ? 'stories' : 'media'}`,
    {
      query: { fields: 'id,caption,timestamp,permalink', limit: PAGE_SIZE },
    },
  )
  const earliest = intentAt.getTime() - CLOCK_SKEW_MS
  const isLike = ({ caption, timestamp }: Body) =>
    Date.parse(timestamp) >= earliest && (isStory || normalize(caption) === normalize(draft.text))
  for (const media of data.filter(isLike).toReversed())
    if (!(await belongsToOtherTarget?.(String(media.id))))
      return { externalId: String(media.id), externalUrl: media.permalink ?? null }
  return undefined
}

function normalize(text = ''): string {
  return text.replaceAll('\r\n', '\n').trim()
}

/** The post is there: an address that cannot be read does not change that. */
async function findPermalink(session: Session, id: string): Promise<string | null> {
  try {
    return (await request(createAccountGraph(session), 'GET', id, { query: { fields: 'permalink' } })).permalink ?? null
  } catch (error) {
    if (error instanceof PlatformError) return null
    throw error
  }
}
