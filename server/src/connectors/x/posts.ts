import type { Static } from 'typebox'
import { DateTime, Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Json, Session } from '../session.ts'
import { request, Snowflake } from './client.ts'
import { hasRule } from './errors.ts'

/** Largest lag of X's clock behind ours. */
export const CLOCK_SKEW_MS = 2 * 60_000
const PAGE_SIZE = 25
const PAGES_MAX = 4

export const POST_FIELDS = 'id,text,created_at,conversation_id,entities,attachments,note_post,reply_settings'
export const AUTHOR_FIELDS = 'name,username,profile_image_url'

const Link = Type.Object({
  url: Maybe(Type.String()),
  expanded_url: Maybe(Type.String()),
  media_key: Maybe(Type.String()),
})
const Entities = Type.Object({ urls: Maybe(Type.Array(Link)) })
const Note = Type.Object({ text: Type.String(), entities: Maybe(Entities) })
const References = Type.Array(Type.Object({ type: Type.String(), id: Snowflake }))

/** The fields that posts and messages share. */
export const TEXT_FIELDS = {
  id: Snowflake,
  entities: Maybe(Entities),
  attachments: Maybe(Type.Object({ media_keys: Maybe(Type.Array(Type.String())) })),
}

export type Post = Static<typeof Post>
/** Several fields have another name in older versions of the API. */
export const Post = Type.Object({
  ...TEXT_FIELDS,
  text: Type.String(),
  created_at: Maybe(DateTime),
  note_post: Maybe(Note),
  note_tweet: Maybe(Note),
  reply_settings: Maybe(Type.String()),
  referenced_posts: Maybe(References),
  referenced_tweets: Maybe(References),
})

/** Every list has it, also an empty one. Without it the response is an error with status 200, not a list without posts. */
export const PageMeta = Type.Object({ next_token: Maybe(Type.String()) })

const PostPage = Type.Object({ data: Maybe(Type.Array(Post)), meta: PageMeta })
const CreatedPost = Type.Object({ data: Type.Object({ id: Snowflake }) })
const DeletedPost = Type.Object({ data: Type.Object({ deleted: Type.Literal(true) }) })

/** Returns the id of the new post. */
export async function createPost(session: Session, body: Json): Promise<string> {
  const { data } = await request(session, 'POST', '/tweets', { schema: CreatedPost, body, mutates: true })
  return data.id
}

/** Succeeds if the post was already deleted. */
export async function deletePost(session: Session, id: string): Promise<void> {
  try {
    await request(session, 'DELETE', `/tweets/${encodeURIComponent(id)}`, { schema: DeletedPost })
  } catch (error) {
    if (!hasRule(error, 'not_found')) throw error
  }
}

/** Lists the account's own posts and replies since a time, oldest first; undefined when there are too many to read. */
export async function listOwnPosts(session: Session, since: Date): Promise<Post[] | undefined> {
  const posts: Post[] = []
  const path = `/users/${session.identity.externalId}/tweets`
  let token: string | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = {
      max_results: PAGE_SIZE,
      exclude: 'retweets',
      start_time: new Date(since.getTime() - CLOCK_SKEW_MS).toISOString(),
      'post.fields': POST_FIELDS,
      expansions: 'referenced_posts',
      ...(token !== undefined && { pagination_token: token }),
    }
    const { data, meta }: Static<typeof PostPage> = await request(session, 'GET', path, { schema: PostPage, query })
    posts.push(...(data ?? []))
    token = meta.next_token || undefined
    if (token === undefined) return posts.toReversed()
  }
  return undefined
}

/** The search reaches back seven days; X refuses an older id or time. */
const SEARCHED_MS = 7 * 86_400_000 - 60_000

export function isSearched(session: Session, id: string): boolean {
  return Number(BigInt(id) >> 22n) + SNOWFLAKE_EPOCH_MS > session.now().getTime() - SEARCHED_MS
}

/** The upper bits of an id count milliseconds from this time. */
const SNOWFLAKE_EPOCH_MS = 1_288_834_974_657

/** Lists a post and the replies with which the account continued it, in order. For an old post it returns only the post. */
export async function listThread(session: Session, root: string): Promise<string[]> {
  if (!isSearched(session, root)) return [root]
  const { data } = await request(session, 'GET', '/tweets/search/recent', {
    schema: PostPage,
    query: {
      query: `conversation_id:${root} from:${session.identity.externalId}`,
      max_results: 100,
      'post.fields': 'id,conversation_id',
      expansions: 'referenced_posts',
    },
  })
  const thread = [root]
  for (const post of (data ?? []).toReversed()) if (thread.includes(findParentId(post) ?? '')) thread.push(post.id)
  return thread
}

/** Returns the id of the post that a post replies to. */
export function findParentId({ referenced_posts, referenced_tweets }: Post): string | null {
  const references = referenced_posts ?? referenced_tweets ?? []
  return references.find(({ type }) => type === 'replied_to')?.id ?? null
}

export function listMediaKeys({ attachments }: Pick<Post, 'attachments'>): readonly string[] {
  return attachments?.media_keys ?? []
}

type SourceText = Partial<Pick<Post, 'entities' | 'note_post' | 'note_tweet'>> & { readonly text?: string | null }

/** Restores the text as it was sent: X escapes it for HTML, shortens links, adds one for the media, and cuts long texts. */
export function restoreSourceText({ text, entities, note_post, note_tweet }: SourceText): string {
  const note = note_post ?? note_tweet
  let restored = (note?.text ?? text ?? '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  for (const { url, expanded_url, media_key } of (note?.entities ?? entities)?.urls ?? [])
    if (url) restored = restored.replaceAll(url, () => (media_key ? '' : (expanded_url ?? url)))
  return restored
}

/** Returns the same text for two texts that differ only in what X changes about links and spaces. */
export function normalizeText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/https?:\/\//gi, '')
    .replaceAll(/\/(?=\s|$)/g, '')
    .trim()
}
