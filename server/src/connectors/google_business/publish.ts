import { type Body, isNotFound } from '../google/api.ts'
import { PlatformError } from '../platform-error.ts'
import type { CommittedAttempt, Finding, PublishedPost, Publishing } from '../publish.ts'
import type { Session } from '../session.ts'
import { request } from './api.ts'
import { buildLocalPost, isSamePost } from './local-post.ts'
import { API, type Options } from './platform.ts'

interface PreparedState {
  /** Where Google fetches the photo, and since when the address is valid: it expires. */
  readonly photo: { readonly url: string; readonly at: string } | null
}

/** A photo's address is made anew when a post had to wait for longer. */
const PHOTO_FRESH_MS = 10 * 60_000
/** How far Google's clock may be behind ours. */
const CLOCK_SKEW_MS = 5 * 60_000
const PAGE_SIZE = 100
const PAGES_MAX = 10

export const publish: Publishing<Options, PreparedState> = {
  handleSeconds: 0,

  async prepare(session, { draft }, before) {
    const known = before?.photo
    const [medium] = draft.media
    const now = session.now()
    const isFresh = known && now.getTime() - Date.parse(known.at) < PHOTO_FRESH_MS
    const photo = medium && { url: await medium.publicUrl(), at: now.toISOString() }
    return { prepared: { photo: isFresh ? known : (photo ?? null) } }
  },

  async mutate(session, attempt) {
    const url = `${API.posts}/${session.entity.externalId}/localPosts`
    const post = await request(session, ['POST', url], { body: sentPost(session, attempt), mutates: true })
    if (typeof post.name !== 'string')
      throw new PlatformError('ambiguous', 'Google answered without the name of the post.')
    if (post.state === 'REJECTED')
      throw new PlatformError('invalid', REJECTED.message, { rule: REJECTED.rule, remediation: REJECTED.remediation })
    return readPublished(post)
  },

  /** Google knows no handles: the location's newer posts are compared with every field that we sent. */
  async find(session, attempt): Promise<Finding> {
    if (attempt.externalId !== undefined) return readPost(session, attempt.externalId)
    const found: Body[] = []
    let pageToken: string | undefined
    for (let page = 0; ; page++) {
      // Google does not say in which order posts are listed, so only the whole list shows that one is absent.
      if (page === PAGES_MAX) return found.length > 0 ? findOldestOwn(attempt, found) : { state: 'unknown' }
      const answer = await request(session, ['GET', `${API.posts}/${session.entity.externalId}/localPosts`], {
        query: { pageSize: PAGE_SIZE, ...(pageToken !== undefined && { pageToken }) },
      })
      found.push(...(answer.localPosts ?? []).filter((post: Body) => isCandidate(session, attempt, post)))
      pageToken = answer.nextPageToken
      if (!pageToken) return findOldestOwn(attempt, found)
    }
  },

  async unpublish(session, externalId) {
    try {
      await request(session, ['DELETE', `${API.posts}/${externalId}`])
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  },
}

const REJECTED = {
  rule: 'google_business.post.rejected',
  message: 'Google rejected the post because of its content.',
  remediation: "Compare the post with Google's content policy, change it and publish it again.",
}

function sentPost(
  session: Session,
  { draft, prepared }: Pick<CommittedAttempt<Options, PreparedState>, 'draft' | 'prepared'>,
) {
  return buildLocalPost(draft, session.entity, prepared.photo?.url ?? null)
}

function isCandidate(session: Session, attempt: CommittedAttempt<Options, PreparedState>, post: Body): boolean {
  const isNew = Date.parse(post.createTime) >= attempt.intentAt.getTime() - CLOCK_SKEW_MS
  return isNew && isSamePost(sentPost(session, attempt), post)
}

/** With equal posts, ours is the oldest one that belongs to no other target. */
async function findOldestOwn(
  attempt: CommittedAttempt<Options, PreparedState>,
  found: readonly Body[],
): Promise<Finding> {
  const byAge = found.toSorted((a, b) => Date.parse(a.createTime) - Date.parse(b.createTime))
  for (const post of byAge) {
    if (await attempt.belongsToOtherTarget?.(post.name)) continue
    return readFinding(post)
  }
  return { state: 'absent' }
}

/** A post that Google still checked when it answered. */
async function readPost(session: Session, name: string): Promise<Finding> {
  try {
    return readFinding(await request(session, ['GET', `${API.posts}/${name}`]))
  } catch (error) {
    if (!isNotFound(error)) throw error
    return { state: 'failed', rule: 'google_business.post.gone', message: 'The post was deleted at Google.' }
  }
}

function readFinding(post: Body): Finding {
  if (post.state === 'REJECTED') return { state: 'failed', rule: REJECTED.rule, message: REJECTED.message }
  return { state: 'published', post: readPublished(post) }
}

function readPublished({ name, searchUrl, state }: Body): PublishedPost {
  return { externalId: name, externalUrl: searchUrl ?? null, ...(state === 'PROCESSING' && { isProcessing: true }) }
}
