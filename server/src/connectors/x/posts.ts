import type { Session } from '../session.ts'
import { type Body, request } from './client.ts'
import { hasRule } from './errors.ts'

/** How far X's clock may be behind ours. */
export const CLOCK_SKEW_MS = 2 * 60_000
const PAGE_SIZE = 25
const PAGES_MAX = 4

export const POST_FIELDS = 'id,text,created_at,conversation_id,entities,attachments,note_post,reply_settings'
export const AUTHOR_FIELDS = 'name,username,profile_image_url'

/** The account's own posts and replies since a time, oldest first; undefined when there are too many to read. */
export async function listOwnPosts(session: Session, since: Date): Promise<Body[] | undefined> {
  const found: Body[] = []
  let token: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const { data = [], meta } = await request(session, 'GET', `/users/${session.identity.externalId}/tweets`, {
      query: {
        max_results: PAGE_SIZE,
        exclude: 'retweets',
        start_time: new Date(since.getTime() - CLOCK_SKEW_MS).toISOString(),
        'post.fields': POST_FIELDS,
        expansions: 'referenced_posts',
        ...(token !== undefined && { pagination_token: token }),
      },
    })
    found.push(...data)
    token = meta?.next_token
    if (token === undefined) return found.toReversed()
  }
  return undefined
}

/** The search reaches back seven days; an older id or time is refused. */
const SEARCHED_MS = 7 * 86_400_000 - 60_000

export function isSearched(session: Session, id: string): boolean {
  return Number(BigInt(id) >> 22n) + SNOWFLAKE_EPOCH_MS > session.now().getTime() - SEARCHED_MS
}

/** The ids of X count milliseconds from here in their upper bits. */
const SNOWFLAKE_EPOCH_MS = 1_288_834_974_657

/** A post and those by which the account continued it, in their order. Of an old post only itself is known. */
export async function listThread(session: Session, root: string): Promise<string[]> {
  if (!isSearched(session, root)) return [root]
  const { data = [] } = await request(session, 'GET', '/tweets/search/recent', {
    query: {
      query: `conversation_id:${root} from:${session.identity.externalId}`,
      max_results: 100,
      'post.fields': 'id,conversation_id',
      expansions: 'referenced_posts',
    },
  })
  const thread = [root]
  for (const post of (data as Body[]).toReversed())
    if (thread.includes(findParentId(post) ?? '')) thread.push(String(post.id))
  return thread
}

/** Succeeds when it is already gone. */
export async function deletePost(session: Session, id: string): Promise<void> {
  try {
    await request(session, 'DELETE', `/tweets/${encodeURIComponent(id)}`)
  } catch (error) {
    if (!hasRule(error, 'not_found')) throw error
  }
}

/** The post that a post replies to. Its name depends on the age of the API. */
export function findParentId(post: Body): string | null {
  const references: Body[] = post.referenced_posts ?? post.referenced_tweets ?? []
  const parent = references.find(({ type }) => type === 'replied_to')
  return parent ? String(parent.id) : null
}

export const listMediaKeys = ({ attachments }: Body): string[] => (attachments?.media_keys ?? []).map(String)

/** The text as it was sent: X shortens links, adds one for the media, escapes for HTML, and cuts long texts. */
export function restoreSourceText(post: Body): string {
  const long = post.note_post ?? post.note_tweet
  const links: Body[] = (long?.entities ?? post.entities)?.urls ?? []
  const expanded = links.reduce<string>(
    (text, { url, expanded_url: target, media_key: key }) => text.replaceAll(url, key ? '' : (target ?? url)),
    String(long?.text ?? post.text ?? ''),
  )
  return expanded.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** Equal for two texts that differ only in what X changes about links and spaces. */
export function comparable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/https?:\/\//gi, '')
    .replaceAll(/\/(?=\s|$)/g, '')
    .trim()
}
