import type { Static } from 'typebox'
import { DateTime, Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { PlatformError } from '../platform-error.ts'
import type { CommittedAttempt, Finding, PublishedPost, Publishing } from '../publish.ts'
import type { Session } from '../session.ts'
import { buildPageSchema, hasRule, listPages, ResourceName, remove, request } from './api.ts'
import { buildLocalPost, isSamePost, LocalPostContent } from './local-post.ts'
import { API, type Options } from './platform.ts'

type LocalPost = Static<typeof LocalPost>
const LocalPost = Type.Object({
  name: ResourceName,
  state: Maybe(Type.String()),
  searchUrl: Maybe(Type.String()),
})

type ListedPost = Static<typeof ListedPost>
const ListedPost = Type.Object({ ...LocalPost.properties, ...LocalPostContent.properties, createTime: DateTime })

const PostPage = buildPageSchema('localPosts', ListedPost)

interface PreparedState {
  /** The address from which Google fetches the photo, and the time it was made: it expires. */
  readonly photo: { readonly url: string; readonly at: string } | null
}

/** The age after which a photo gets a new address. */
const PHOTO_FRESH_MS = 10 * 60_000
/** The most that Google's clock may be behind ours. */
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
    const post = await request(session, 'POST', buildListUrl(session), {
      schema: LocalPost,
      body: buildSentPost(session, attempt),
      mutates: true,
    })
    if (post.state === 'REJECTED')
      throw new PlatformError('invalid', REJECTED.message, { rule: REJECTED.rule, remediation: REJECTED.remediation })
    return readPublished(post)
  },

  /** Google has no idempotency keys: the location's newer posts are compared with every field that we sent. */
  async find(session, attempt): Promise<Finding> {
    if (attempt.externalId !== undefined) return readPost(session, attempt.externalId)
    const candidates: ListedPost[] = []
    let isWhole = false
    const options = { schema: PostPage, query: { pageSize: PAGE_SIZE }, pagesMax: PAGES_MAX }
    for await (const { localPosts, nextPageToken } of listPages(session, buildListUrl(session), options)) {
      candidates.push(...(localPosts ?? []).filter((post) => isCandidate(session, attempt, post)))
      isWhole = !nextPageToken
    }
    // With equal posts, ours is the oldest one that belongs to no other target.
    for (const post of candidates.toSorted((a, b) => Date.parse(a.createTime) - Date.parse(b.createTime)))
      if (!(await attempt.belongsToOtherTarget?.(post.name))) return readFinding(post)
    // Google does not document the order of posts, so only the whole list shows that one is absent.
    return { state: isWhole ? 'absent' : 'unknown' }
  },

  unpublish: (session, externalId) => remove(session, `${API.posts}/${externalId}`),
}

const REJECTED = {
  rule: 'google_business.post.rejected',
  message: 'Google rejected the post because of its content.',
  remediation: "Compare the post with Google's content policy, change it and publish it again.",
}

function buildListUrl({ entity }: Session): string {
  return `${API.posts}/${entity.externalId}/localPosts`
}

function buildSentPost({ entity }: Session, { draft, prepared }: CommittedAttempt<Options, PreparedState>) {
  return buildLocalPost(draft, entity, prepared.photo?.url ?? null)
}

function isCandidate(session: Session, attempt: CommittedAttempt<Options, PreparedState>, post: ListedPost): boolean {
  const isNew = Date.parse(post.createTime) >= attempt.intentAt.getTime() - CLOCK_SKEW_MS
  return isNew && isSamePost(buildSentPost(session, attempt), post)
}

/** Reads a post that Google was still checking when it was created. */
async function readPost(session: Session, name: string): Promise<Finding> {
  try {
    return readFinding(await request(session, 'GET', `${API.posts}/${name}`, { schema: LocalPost }))
  } catch (error) {
    if (!hasRule(error, 'resource.not_found')) throw error
    return { state: 'failed', rule: 'google_business.post.gone', message: 'The post was deleted at Google.' }
  }
}

function readFinding(post: LocalPost): Finding {
  if (post.state === 'REJECTED') return { state: 'failed', rule: REJECTED.rule, message: REJECTED.message }
  return { state: 'published', post: readPublished(post) }
}

function readPublished({ name, searchUrl, state }: LocalPost): PublishedPost {
  return { externalId: name, externalUrl: searchUrl ?? null, ...(state === 'PROCESSING' && { isProcessing: true }) }
}
