import { type Body, readPage } from '../meta/graph.ts'
import type { CommittedAttempt, Finding } from '../publish.ts'
import type { Session } from '../session.ts'
import { createPageGraph, getPageId } from './page.ts'
import type { Options } from './platform.ts'
import { type PreparedState, readPost } from './read-post.ts'

/** How far Facebook's clock may be behind ours. */
const CLOCK_SKEW_MS = 5 * 60_000
const PAGES_MAX = 5
const FIELDS =
  'id,message,created_time,permalink_url,application{id},attachments{media_type,target{id},unshimmed_url,subattachments.limit(20){target{id}}}'

/**
 * Looks for the post among those published since the intent. A post that our app made in this time and that looks different, for
 * example because Facebook changed its text, may still be ours: then nothing is sent again.
 */
export async function findPost(session: Session, attempt: CommittedAttempt<Options, PreparedState>): Promise<Finding> {
  const candidates: Body[] = []
  let after: string | null = null
  const since = Math.floor((attempt.intentAt.getTime() - CLOCK_SKEW_MS) / 1000)
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const query: Record<string, string | number> = { fields: FIELDS, since, limit: 100, ...(after && { after }) }
    const page = await readPage(createPageGraph(session), `${getPageId(session)}/published_posts`, { query })
    candidates.push(...page.data.filter(({ created_time }) => Date.parse(created_time) >= since * 1000))
    after = page.after
    if (after === null) break
  }
  let isDoubtful = after !== null
  // Oldest first: with equal texts, ours is the first one after the intent.
  for (const post of candidates.toReversed()) {
    const likeness = compare(post, attempt)
    const isOfApp = String(post.application?.id) === session.app['client_id']
    if (likeness === 'different' && !isOfApp) continue
    if (await attempt.belongsToOtherTarget?.(String(post.id))) continue
    if (likeness === 'same') return { state: 'published', post: readPost(post) }
    isDoubtful = true
  }
  return { state: isDoubtful ? 'unknown' : 'absent' }
}

/** A post with photos is recognised by the ids of our uploads, which no other post can show; another by all that we sent. */
function compare(
  post: Body,
  { draft, prepared }: CommittedAttempt<Options, PreparedState>,
): 'same' | 'similar' | 'different' {
  const attachments: Body[] = post.attachments?.data ?? []
  const { photos } = prepared
  if (photos.length > 0) {
    const shown = attachments.flatMap(({ target, subattachments }) => [target, ...listTargets(subattachments)])
    return photos.every(({ id }) => shown.some((target) => String(target?.id) === id)) ? 'same' : 'different'
  }
  // Facebook makes a card of a link in the text by itself; photos and videos only come from an upload.
  const isText = attachments.every(({ media_type }) => media_type === 'link')
  if (!isText || normalize(post.message) !== normalize(draft.text)) return 'different'
  const { link } = draft.options
  return link === undefined || attachments.some(({ unshimmed_url }) => isSameUrl(unshimmed_url, link))
    ? 'same'
    : 'similar'
}

function listTargets(subattachments: Body): Body[] {
  return (subattachments?.data ?? []).map(({ target }: Body) => target)
}

function normalize(text = ''): string {
  return text.replaceAll('\r\n', '\n').trim()
}

function isSameUrl(shown: unknown, wanted: string): boolean {
  return URL.canParse(String(shown)) && new URL(String(shown)).href === new URL(wanted).href
}
