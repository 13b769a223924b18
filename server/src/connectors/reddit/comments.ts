import type { Comments, FoundComment } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { type Body, read, readThings, THINGS_MAX, unwrapListing, write } from './client.ts'
import { hasRule } from './errors.ts'

const CLOCK_SKEW_MS = 120_000
const POSTS_PER_READ = 10

interface Position {
  /** How many comments each post had when it was last read. */
  readonly counts: Readonly<Record<string, number>>
  /** The post that is read again though its count is the same: one comment may have gone and another come. */
  readonly turn: number
}

export const comments: Comments = {
  /** One request says how many comments each post has; those with more or fewer than before are read, and one other. */
  async list(session, { cursor, posts }) {
    const { counts, turn } = (cursor === null ? { counts: {}, turn: 0 } : JSON.parse(cursor)) as Position
    const shown = await readThings(session, posts.filter(isPost))
    const changed = shown.filter(({ name, num_comments }) => (counts[name] ?? 0) !== num_comments)
    const chosen = new Set<string>(changed.slice(0, POSTS_PER_READ).map(({ name }) => name))
    const other = shown.filter(({ num_comments }) => num_comments > 0).at(turn % Math.max(1, shown.length))
    if (other && changed.length < POSTS_PER_READ) chosen.add(other.name)
    const items: FoundComment[] = []
    for (const name of chosen) items.push(...(await listUnder(session, name)))
    const now = shown.map(({ name, num_comments }) => [name, chosen.has(name) ? num_comments : (counts[name] ?? 0)])
    const position: Position = { counts: Object.fromEntries(now), turn: (turn + 1) % Math.max(1, shown.length) }
    return { items, cursor: JSON.stringify(position), hasMore: changed.length > POSTS_PER_READ }
  },

  reply: (session, { externalId, mediaExternalId }, { body }) => comment(session, externalId, body, mediaExternalId),
  onPost: (session, postId, { body }) => comment(session, postId, body, postId),

  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const post = mediaExternalId ?? (await readThings(session, [externalId]))[0]?.link_id
    if (typeof post !== 'string') return undefined
    const earliest = intentAt.getTime() - CLOCK_SKEW_MS
    const parent = isPost(externalId) ? null : externalId
    return (await listUnder(session, post)).find(
      (one) =>
        one.isOwn &&
        one.parentExternalId === parent &&
        one.body?.trim() === body.trim() &&
        (one.occurredAt?.getTime() ?? 0) >= earliest &&
        !otherIds.includes(one.externalId),
    )
  },

  recheck: {
    countMax: () => THINGS_MAX,
    async read(session, externalIds) {
      const found = await readThings(session, externalIds)
      return found.map((one) => ({ externalId: one.name, body: one.body ?? null, isDeleted: isDeleted(one) }))
    },
  },

  hide: (session, externalId) => moderate(session, '/api/remove', { id: externalId, spam: false }),
  unhide: (session, externalId) => moderate(session, '/api/approve', { id: externalId }),

  /** Reddit deletes only what the account itself wrote, and says nothing about the rest. */
  async delete(session, externalId) {
    const [found] = await readThings(session, [externalId])
    if (!found || isDeleted(found)) return
    if (found.author !== session.identity.username)
      throw new PlatformError('invalid', 'Reddit deletes only what the account itself wrote.', {
        rule: 'reddit.comment.foreign',
        remediation: 'Moderators can hide it instead.',
      })
    await write(session, '/api/del', { id: externalId })
  },
}

const isPost = (name: string) => name.startsWith('t3_')
const isDeleted = ({ author, body }: Body) => author === '[deleted]' && body === '[deleted]'

async function moderate(session: Session, path: string, form: { id: string; spam?: boolean }): Promise<void> {
  try {
    await write(session, path, form)
  } catch (error) {
    if (!hasRule(error, 'forbidden')) throw error
    throw new PlatformError('invalid', 'Only moderators of the subreddit can do this.', {
      rule: 'reddit.moderator.required',
      remediation: 'Ask a moderator, or make the account one.',
    })
  }
}

async function comment(session: Session, parent: string, text: string, postId: string | null): Promise<FoundComment> {
  const answer = await write(session, '/api/comment', { thing_id: parent, text }, { mutates: true })
  const [made] = answer.json?.data?.things ?? []
  if (typeof made?.data?.name !== 'string')
    throw new PlatformError('ambiguous', 'Reddit did not say which comment it made.')
  return { ...readComment(session, { parent_id: parent, ...made.data }, postId), body: text, isOwn: true }
}

/** Every comment of a post that Reddit shows in one answer, and the first hundred of those that it leaves out. */
async function listUnder(session: Session, postName: string): Promise<FoundComment[]> {
  const path = `/comments/${encodeURIComponent(postName.replace('t3_', ''))}`
  const [, tree] = (await read(session, path, { limit: 500, depth: 20, sort: 'new' })) as Body[]
  const found: Body[] = []
  const more: string[] = []
  const walk = (listing: Body): void => {
    for (const one of unwrapListing(listing)) {
      if (one.kind === 'more') more.push(...(one.children ?? []).map((id: string) => `t1_${id}`))
      else found.push(one)
      if (one.replies) walk(one.replies)
    }
  }
  walk(tree)
  if (more.length > 0) found.push(...(await readThings(session, more.slice(0, THINGS_MAX))))
  return found.map((one) => readComment(session, one, postName))
}

function readComment(session: Session, one: Body, postName: string | null): FoundComment {
  const parent = typeof one.parent_id === 'string' && one.parent_id.startsWith('t1_') ? one.parent_id : null
  return {
    externalId: one.name,
    mediaExternalId: one.link_id ?? postName,
    parentExternalId: parent,
    author: {
      externalId: one.author_fullname ?? one.author ?? '',
      name: one.author ?? null,
      username: one.author ?? null,
      avatarUrl: null,
    },
    body: one.body ?? null,
    // Moderators see who removed it; others see `[removed]` in place of the text.
    isHidden: one.removed === true || Boolean(one.banned_by) || one.body === '[removed]',
    canReply: one.locked !== true && one.archived !== true,
    isOwn: one.author === session.identity.username,
    ...(isDeleted(one) && { isDeleted: true }),
    occurredAt: Number.isFinite(one.created_utc) ? new Date(one.created_utc * 1000) : null,
  }
}
