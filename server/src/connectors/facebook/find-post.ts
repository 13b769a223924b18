import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { Id } from '../api/response.ts'
import { buildEdgeSchema, listPages, Time, toExternalId } from '../meta/graph.ts'
import type { CommittedAttempt, Finding, PublishedPost } from '../publish.ts'
import type { Session } from '../session.ts'
import { createPageGraph, getPageId } from './page.ts'
import type { Options } from './platform.ts'
import type { PreparedState } from './upload.ts'

/** The time by which Facebook's clock may be behind the clock of this server. */
const CLOCK_SKEW_MS = 5 * 60_000
const PAGES_MAX = 5
const FIELDS =
  'id,message,created_time,permalink_url,application{id},attachments{media_type,target{id},unshimmed_url,subattachments.limit(20){target{id}}}'

/** An album or a link may have an empty id. */
const Target = Maybe(Type.Object({ id: Maybe(Type.Union([Type.String(), Type.Integer()])) }))

/** A post as the request that creates it returns it. */
export const CreatedPost = Type.Object({ id: Id, permalink_url: Maybe(Type.Unknown()) })

type Post = Static<typeof Post>
const Post = Type.Object({
  id: Id,
  message: Maybe(Type.String()),
  created_time: Time,
  permalink_url: Maybe(Type.Unknown()),
  application: Target,
  attachments: Maybe(
    buildEdgeSchema(
      Type.Object({
        media_type: Maybe(Type.String()),
        target: Target,
        unshimmed_url: Maybe(Type.String()),
        subattachments: Maybe(buildEdgeSchema(Type.Object({ target: Target }))),
      }),
    ),
  ),
})

const PostEdge = buildEdgeSchema(Post)

/**
 * Looks for the post among those published since the intent. A different post that our app created in this time may still be ours, for
 * example because Facebook changed its text: nothing is then sent again.
 */
export async function findPost(session: Session, attempt: CommittedAttempt<Options, PreparedState>): Promise<Finding> {
  const candidates: Post[] = []
  const since = Math.floor((attempt.intentAt.getTime() - CLOCK_SKEW_MS) / 1000)
  const options = { schema: PostEdge, query: { fields: FIELDS, since, limit: 100 }, pagesMax: PAGES_MAX }
  let isDoubtful = false
  for await (const { data, after } of listPages(
    createPageGraph(session),
    `${getPageId(session)}/published_posts`,
    options,
  )) {
    candidates.push(...data.filter(({ created_time }) => Date.parse(created_time) >= since * 1000))
    isDoubtful = after !== null
  }
  // Oldest first: with equal texts, ours is the first one after the intent.
  for (const post of candidates.toReversed()) {
    const likeness = compare(post, attempt)
    const isOfApp = toExternalId(post.application?.id) === session.app['client_id']
    if (likeness === 'different' && !isOfApp) continue
    if (await attempt.belongsToOtherTarget?.(String(post.id))) continue
    if (likeness === 'same') return { state: 'published', post: readPost(post) }
    isDoubtful = true
  }
  return { state: isDoubtful ? 'unknown' : 'absent' }
}

/** Recognizes a post with photos by the ids of the uploads, which no other post can show; any other by everything that was sent. */
function compare(
  post: Post,
  { draft, prepared }: CommittedAttempt<Options, PreparedState>,
): 'same' | 'similar' | 'different' {
  const attachments = post.attachments?.data ?? []
  const { photos } = prepared
  if (photos.length > 0) {
    const shown = attachments
      .flatMap(({ target, subattachments }) => [target, ...(subattachments?.data ?? []).map((one) => one.target)])
      .map((target) => toExternalId(target?.id))
    return photos.every(({ id }) => shown.includes(id)) ? 'same' : 'different'
  }
  // Facebook itself makes a card of a link in the text; photos and videos only come from an upload.
  const isText = attachments.every(({ media_type }) => media_type === 'link')
  if (!isText || normalize(post.message) !== normalize(draft.text)) return 'different'
  const { link } = draft.options
  return link === undefined || attachments.some(({ unshimmed_url }) => isSameUrl(unshimmed_url, link))
    ? 'same'
    : 'similar'
}

function normalize(text: string | null | undefined): string {
  return (text ?? '').replaceAll('\r\n', '\n').trim()
}

function isSameUrl(shown: string | null | undefined, sent: string): boolean {
  return URL.parse(shown ?? '')?.href === new URL(sent).href
}

export function readPost({ id, permalink_url }: Static<typeof CreatedPost>): PublishedPost {
  return { externalId: String(id), externalUrl: toAbsoluteUrl(permalink_url) ?? `https://www.facebook.com/${id}` }
}

/** The address of a video comes without a host. */
export function toAbsoluteUrl(url: unknown): string | null {
  if (typeof url !== 'string' || url === '') return null
  return url.startsWith('/') ? `https://www.facebook.com${url}` : url
}
