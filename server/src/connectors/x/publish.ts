import { PlatformError } from '../platform-error.ts'
import type { Attempt, CommittedAttempt, Finding, PublishedPost, Publishing } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { type Body, request } from './client.ts'
import { hasRule } from './errors.ts'
import { type Upload, uploadAll } from './media.ts'
import type { Options } from './platform.ts'
import {
  comparable,
  deletePost,
  findParentId,
  listMediaKeys,
  listOwnPosts,
  listThread,
  restoreSourceText,
} from './posts.ts'

interface PreparedState {
  readonly uploads: readonly Upload[]
  /** The posts of the thread that an earlier attempt has sent, in their order. */
  readonly sent: readonly string[]
}

/**
 * A thread is several posts, so `mutate` may be cut off in the middle. What was sent is found again among the account's posts,
 * each as a reply to the one before: `find` answers `absent` as long as a post is missing, `prepare` notes those that are there,
 * and `mutate` goes on after them. No post is sent twice.
 */
export const publish: Publishing<Options, PreparedState> = {
  // X has no keys; it refuses a text that it has just published.
  handleSeconds: 0,

  async prepare(session, attempt, before) {
    const { alt_texts = [] } = attempt.draft.options
    const { uploads, waitSeconds } = await uploadAll(session, attempt.draft.media, alt_texts, before?.uploads ?? [])
    const sent = isThread(attempt) ? await findSent(session, attempt, uploads) : []
    if (!sent) throw new PlatformError('unavailable', 'The posts of the account could not be read to their end.')
    return {
      prepared: { uploads, sent },
      ...(waitSeconds > 0 && { retryAfterSeconds: waitSeconds, isNamedTime: true }),
    }
  },

  async mutate(session, attempt) {
    const { uploads, sent } = attempt.prepared
    const [root] = sent
    const ids = root !== undefined && (await attempt.belongsToOtherTarget?.(root)) ? [] : [...sent]
    for (const body of buildPostBodies(attempt, uploads).slice(ids.length)) {
      const parent = ids.at(-1)
      const reply = parent === undefined ? {} : { reply: { in_reply_to_tweet_id: parent } }
      ids.push(await create(session, attempt, { ...body, ...reply }, ids))
    }
    return publishedAs(session, ids[0] ?? '')
  },

  async find(session, attempt): Promise<Finding> {
    const { uploads } = attempt.prepared
    const sent = await findSent(session, attempt, uploads)
    if (!sent) return { state: 'unknown' }
    const [root] = sent
    const isComplete = root !== undefined && sent.length === buildPostBodies(attempt, uploads).length
    return isComplete ? { state: 'published', post: publishedAs(session, root) } : { state: 'absent' }
  },

  /** From the last post of a thread to the first, so that what is left is never without its beginning. */
  async unpublish(session, externalId) {
    for (const id of (await listThread(session, externalId)).toReversed()) await deletePost(session, id)
  },
}

const isThread = ({ draft }: Attempt<Options>) => (draft.options.thread ?? []).length > 0

/** The posts of a target: its text with the media, then the texts of the thread. */
function buildPostBodies({ draft }: Attempt<Options>, uploads: readonly Upload[]): { readonly [key: string]: Json }[] {
  const { thread = [], reply_settings, made_with_ai, paid_partnership } = draft.options
  const settings = reply_settings === 'mentioned_users' ? 'mentionedUsers' : reply_settings
  const root = {
    text: draft.text,
    ...(uploads.length > 0 && { media: { media_ids: uploads.map(({ id }) => id) } }),
    ...(settings !== undefined && { reply_settings: settings }),
    ...(made_with_ai !== undefined && { made_with_ai }),
    ...(paid_partnership !== undefined && { paid_partnership }),
  }
  return [root, ...thread.map((text) => ({ text }))]
}

async function create(
  session: Session,
  attempt: CommittedAttempt<Options, PreparedState>,
  body: { readonly [key: string]: Json },
  before: readonly string[],
): Promise<string> {
  try {
    const { data } = await request(session, 'POST', '/tweets', { body, mutates: true })
    if (typeof data?.id !== 'string') throw new PlatformError('ambiguous', 'X answered without the id of the post.')
    return data.id
  } catch (error) {
    const known = hasRule(error, 'post.duplicate') ? await findDuplicate(session, attempt, before.length) : undefined
    if (known !== undefined) return known
    throw before.length > 0 && error instanceof PlatformError ? interrupted(error, before) : error
  }
}

/** X refuses the text as a duplicate: the post may be ours, from a request whose answer got lost. */
async function findDuplicate(
  session: Session,
  attempt: CommittedAttempt<Options, PreparedState>,
  at: number,
): Promise<string | undefined> {
  const { uploads } = attempt.prepared
  const sent = await findSent(session, attempt, uploads).catch((cause: unknown) => {
    throw new PlatformError('ambiguous', 'X names a duplicate, but the posts of the account could not be read.', {
      cause,
    })
  })
  return sent?.[at]
}

/**
 * What stopped a thread after its first post. A refused sign-in must not look like one that created nothing, so it is ambiguous:
 * the next attempt goes on after the posts that are there.
 */
function interrupted(error: PlatformError, before: readonly string[]): PlatformError {
  const { kind, rule, remediation, platformResponse, retryAfterSeconds } = error
  const message = `${error.message} The thread has stopped after post ${before.length}, ${before.at(-1)}.`
  return new PlatformError(kind === 'auth' || kind === 'unavailable' ? 'ambiguous' : kind, message, {
    ...(rule !== undefined && { rule }),
    remediation: `${remediation ?? ''} A retry goes on after the posts that are there.`.trim(),
    ...(platformResponse && { platformResponse }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    cause: error,
  })
}

/** The posts of this target that X has, from the first on; undefined when the account has too many new posts to read. */
async function findSent(
  session: Session,
  attempt: Attempt<Options> & Pick<CommittedAttempt, 'belongsToOtherTarget'>,
  uploads: readonly Upload[],
): Promise<string[] | undefined> {
  const posts = await listOwnPosts(session, attempt.createdAt)
  if (!posts) return undefined
  const sent: string[] = []
  for (const body of buildPostBodies(attempt, uploads)) {
    const keys = sent.length === 0 ? uploads.map(({ key }) => key) : []
    const candidates = posts.filter((post) => isSame(post, body, { keys, parent: sent.at(-1) ?? null }))
    const found = await findFirst(candidates, async ({ id }) => !(await attempt.belongsToOtherTarget?.(String(id))))
    if (!found) break
    sent.push(String(found.id))
  }
  return sent
}

async function findFirst(posts: readonly Body[], isOurs: (post: Body) => Promise<boolean>): Promise<Body> {
  for (const post of posts) if (await isOurs(post)) return post
  return undefined
}

function isSame(post: Body, body: Body, { keys, parent }: { keys: readonly string[]; parent: string | null }): boolean {
  return (
    findParentId(post) === parent &&
    listMediaKeys(post).toSorted().join() === keys.toSorted().join() &&
    (body.reply_settings ?? 'everyone') === (post.reply_settings ?? 'everyone') &&
    comparable(restoreSourceText(post)) === comparable(String(body.text))
  )
}

function publishedAs({ identity }: Session, id: string): PublishedPost {
  return { externalId: id, externalUrl: `https://x.com/${identity.username ?? 'i'}/status/${id}` }
}
