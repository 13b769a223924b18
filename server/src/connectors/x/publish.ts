import { PlatformError } from '../platform-error.ts'
import type { Attempt, CommittedAttempt, Finding, PublishedPost, Publishing } from '../publish.ts'
import type { Json, Session } from '../session.ts'
import { hasRule } from './errors.ts'
import { type Upload, uploadAll } from './media.ts'
import type { Options } from './platform.ts'
import {
  createPost,
  deletePost,
  findParentId,
  listMediaKeys,
  listOwnPosts,
  listThread,
  normalizeText,
  type Post,
  restoreSourceText,
} from './posts.ts'

interface PreparedState {
  readonly uploads: readonly Upload[]
  /** Ids of the thread's posts that an earlier attempt sent, in order. */
  readonly sent: readonly string[]
}

/**
 * A thread is several posts, so `mutate` may be interrupted in the middle. The posts that it sent are found among the account's
 * posts, each as a reply to the one before: `find` returns `absent` as long as a post is missing, `prepare` stores the ids of those
 * that exist, and `mutate` continues after them. No post is sent twice.
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
    return toPublishedPost(session, ids[0] ?? '')
  },

  async find(session, attempt): Promise<Finding> {
    const { uploads } = attempt.prepared
    const sent = await findSent(session, attempt, uploads)
    if (!sent) return { state: 'unknown' }
    const [root] = sent
    const isComplete = root !== undefined && sent.length === buildPostBodies(attempt, uploads).length
    return isComplete ? { state: 'published', post: toPublishedPost(session, root) } : { state: 'absent' }
  },

  /** Deletes from the last post of a thread to the first, so that the rest always has its beginning. */
  async unpublish(session, externalId) {
    for (const id of (await listThread(session, externalId)).toReversed()) await deletePost(session, id)
  },
}

const isThread = ({ draft }: Attempt<Options>) => (draft.options.thread ?? []).length > 0

/** Builds the posts of a target: its text with the media, then the texts of the thread. */
function buildPostBodies({ draft }: Attempt<Options>, uploads: readonly Upload[]): PostBody[] {
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

type PostBody = { readonly text: string; readonly reply_settings?: string; readonly [field: string]: Json }

async function create(
  session: Session,
  attempt: CommittedAttempt<Options, PreparedState>,
  body: PostBody,
  before: readonly string[],
): Promise<string> {
  try {
    return await createPost(session, body)
  } catch (error) {
    const own = hasRule(error, 'post.duplicate') ? await findDuplicate(session, attempt, before.length) : undefined
    if (own !== undefined) return own
    throw before.length > 0 && error instanceof PlatformError ? toInterruption(error, before) : error
  }
}

/** Finds the post that makes a text a duplicate: it may be ours, from a request whose response got lost. */
async function findDuplicate(
  session: Session,
  attempt: CommittedAttempt<Options, PreparedState>,
  at: number,
): Promise<string | undefined> {
  const sent = await findSent(session, attempt, attempt.prepared.uploads).catch(throwUnreadable)
  return sent ? sent[at] : throwUnreadable()
}

function throwUnreadable(cause?: unknown): never {
  throw new PlatformError('ambiguous', 'X names a duplicate, but the posts of the account could not be read.', {
    cause,
  })
}

/**
 * Builds the error of a thread that stopped after its first post. A refused sign-in normally means that nothing was created; here
 * it is ambiguous, so that the next attempt continues after the posts that exist.
 */
function toInterruption(error: PlatformError, before: readonly string[]): PlatformError {
  const { kind, rule, remediation, platformResponse, retryAfterSeconds } = error
  const message = `${error.message} The thread has stopped after post ${before.length}, ${before.at(-1)}.`
  return new PlatformError(kind === 'auth' || kind === 'unavailable' ? 'ambiguous' : kind, message, {
    ...(rule !== undefined && { rule }),
    remediation: `${remediation ?? ''} A retry continues after the posts that exist.`.trim(),
    ...(platformResponse && { platformResponse }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    cause: error,
  })
}

/** Finds the posts of this target on X, from the first on; undefined when the account has too many new posts to read. */
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
    const id = await findOwnId(attempt, candidates)
    if (id === undefined) break
    sent.push(id)
  }
  return sent
}

async function findOwnId(
  { belongsToOtherTarget }: Pick<CommittedAttempt, 'belongsToOtherTarget'>,
  candidates: readonly Post[],
): Promise<string | undefined> {
  for (const { id } of candidates) if (!(await belongsToOtherTarget?.(id))) return id
  return undefined
}

interface Placement {
  readonly keys: readonly string[]
  readonly parent: string | null
}

function isSame(post: Post, body: PostBody, { keys, parent }: Placement): boolean {
  return (
    findParentId(post) === parent &&
    listMediaKeys(post).toSorted().join() === keys.toSorted().join() &&
    (body.reply_settings ?? 'everyone') === (post.reply_settings ?? 'everyone') &&
    normalizeText(restoreSourceText(post)) === normalizeText(body.text)
  )
}

function toPublishedPost({ identity }: Session, id: string): PublishedPost {
  return { externalId: id, externalUrl: `https://x.com/${identity.username ?? 'i'}/status/${id}` }
}
