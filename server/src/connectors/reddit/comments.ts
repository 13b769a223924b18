import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Comments, FoundComment } from '../inbox.ts'
import { PlatformError } from '../platform-error.ts'
import type { Session } from '../session.ts'
import { buildCreationSchema, buildListingSchema, Done, Name, readThings, request, THINGS_MAX } from './client.ts'
import { hasRule } from './errors.ts'

const CLOCK_SKEW_MS = 120_000
const POSTS_PER_READ = 10

/** A comment that Reddit has just made: its name is all that must be known. */
type NewComment = Static<typeof NewComment>
const NewComment = Type.Object({
  name: Name,
  link_id: Maybe(Type.String()),
  parent_id: Maybe(Type.String()),
  author: Maybe(Type.String()),
  author_fullname: Maybe(Type.String()),
  body: Maybe(Type.String()),
  removed: Maybe(Type.Boolean()),
  /** The name of a moderator, or true for other people. */
  banned_by: Type.Optional(Type.Unknown()),
  locked: Maybe(Type.Boolean()),
  archived: Maybe(Type.Boolean()),
  created_utc: Maybe(Type.Number()),
})

/** A comment in a list, with everything that recognizes one of ours. */
type Comment = Static<typeof Comment>
const Comment = Type.Object({
  ...NewComment.properties,
  parent_id: Type.String(),
  author: Type.String(),
  body: Type.String(),
  created_utc: Type.Number(),
})

const Creation = buildCreationSchema(NewComment)
const CommentListing = buildListingSchema(Comment)
const LinkListing = buildListingSchema(Type.Object({ link_id: Type.String({ minLength: 1 }) }))
const CountListing = buildListingSchema(Type.Object({ name: Name, num_comments: Type.Number() }))

interface CommentTree {
  readonly data: { readonly children: readonly (Static<typeof CommentNode> | Static<typeof Omission>)[] }
}

const TREE = { $ref: '#/$defs/tree' }

const CommentNode = Type.Object({
  kind: Type.Literal('t1'),
  data: Type.Object({
    ...Comment.properties,
    // Reddit sends an empty text in place of an empty listing.
    replies: Type.Optional(Type.Unsafe<CommentTree | '' | null>({ anyOf: [TREE, { enum: ['', null] }] })),
  }),
})

/** The ids of comments that Reddit leaves out. */
const Omission = Type.Object({
  kind: Type.Literal('more'),
  data: Type.Object({ children: Type.Array(Type.String()) }),
})

/** The post, and the comments below it. */
const Discussion = Type.Unsafe<readonly [unknown, CommentTree]>({
  type: 'array',
  items: [{}, TREE],
  minItems: 2,
  $defs: { tree: Type.Object({ data: Type.Object({ children: Type.Array(Type.Union([CommentNode, Omission])) }) }) },
})

/** The stored cursor. */
interface Position {
  /** The number of comments that each post had when it was last read. */
  readonly counts: Readonly<Record<string, number>>
  /** The index of the post that is read although its count is the same: one comment may be deleted and another added. */
  readonly turn: number
}

export const comments: Comments = {
  /** One request returns the counts of all posts. Posts whose count changed are read, and one other. */
  async list(session, { cursor, posts }) {
    const { counts, turn } = (cursor === null ? { counts: {}, turn: 0 } : JSON.parse(cursor)) as Position
    const current = await readThings(session, posts.filter(isPost), CountListing)
    const changed = current.filter(({ name, num_comments }) => (counts[name] ?? 0) !== num_comments)
    const chosen = new Set(changed.slice(0, POSTS_PER_READ).map(({ name }) => name))
    const other = current.filter(({ num_comments }) => num_comments > 0).at(turn % Math.max(1, current.length))
    if (other && changed.length < POSTS_PER_READ) chosen.add(other.name)
    const items: FoundComment[] = []
    for (const name of chosen) items.push(...(await listUnder(session, name)))
    const entries = current.map(({ name, num_comments }) => [
      name,
      chosen.has(name) ? num_comments : (counts[name] ?? 0),
    ])
    const position: Position = { counts: Object.fromEntries(entries), turn: (turn + 1) % Math.max(1, current.length) }
    return { items, cursor: JSON.stringify(position), hasMore: changed.length > POSTS_PER_READ }
  },

  reply: (session, { externalId, mediaExternalId }, { body }) => comment(session, externalId, body, mediaExternalId),
  onPost: (session, postId, { body }) => comment(session, postId, body, postId),

  async findReply(session, { externalId, mediaExternalId }, { body, intentAt, otherIds }) {
    const parent = isPost(externalId) ? null : externalId
    const postName =
      mediaExternalId ?? (parent === null ? externalId : (await readThings(session, [parent], LinkListing))[0]?.link_id)
    if (postName === undefined) return undefined
    const earliest = intentAt.getTime() - CLOCK_SKEW_MS
    return (await listUnder(session, postName)).find(
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
      const found = await readThings(session, externalIds, CommentListing)
      return found.map((one) => ({ externalId: one.name, body: one.body, isDeleted: isDeleted(one) }))
    },
  },

  hide: (session, externalId) => moderate(session, '/api/remove', { id: externalId, spam: false }),
  unhide: (session, externalId) => moderate(session, '/api/approve', { id: externalId }),

  /** Reddit deletes only what the account itself wrote, and accepts other requests without an effect. */
  async delete(session, externalId) {
    const [found] = await readThings(session, [externalId], CommentListing)
    if (!found || isDeleted(found)) return
    if (found.author !== session.identity.username)
      throw new PlatformError('invalid', 'Reddit deletes only what the account itself wrote.', {
        rule: 'reddit.comment.foreign',
        remediation: 'Moderators can hide it instead.',
      })
    await request(session, 'POST', '/api/del', { schema: Done, params: { id: externalId } })
  },
}

const isPost = (name: string) => name.startsWith('t3_')
const isDeleted = ({ author, body }: NewComment) => author === '[deleted]' && body === '[deleted]'

async function moderate(session: Session, path: string, params: { id: string; spam?: boolean }): Promise<void> {
  try {
    await request(session, 'POST', path, { schema: Done, params })
  } catch (error) {
    if (!hasRule(error, 'forbidden')) throw error
    throw new PlatformError('invalid', 'Only moderators of the subreddit can do this.', {
      rule: 'reddit.moderator.required',
      remediation: 'Ask a moderator, or make the account one.',
    })
  }
}

async function comment(session: Session, parent: string, text: string, postId: string | null): Promise<FoundComment> {
  const params = { thing_id: parent, text }
  const { json } = await request(session, 'POST', '/api/comment', { schema: Creation, params, mutates: true })
  const { data } = json.data.things[0]
  return { ...readComment(session, { parent_id: parent, ...data }, postId), body: text, isOwn: true }
}

/** Lists every comment that Reddit shows in one response, and the first hundred of those that it leaves out. */
async function listUnder(session: Session, postName: string): Promise<FoundComment[]> {
  const path = `/comments/${encodeURIComponent(postName.replace('t3_', ''))}`
  const params = { limit: 500, depth: 20, sort: 'new' }
  const [, tree] = await request(session, 'GET', path, { schema: Discussion, params })
  const found: Comment[] = []
  const more: string[] = []
  const walk = ({ data: { children } }: CommentTree): void => {
    for (const { kind, data } of children) {
      if (kind === 'more') more.push(...data.children.map((id) => `t1_${id}`))
      else {
        found.push(data)
        if (data.replies) walk(data.replies)
      }
    }
  }
  walk(tree)
  if (more.length > 0) found.push(...(await readThings(session, more.slice(0, THINGS_MAX), CommentListing)))
  return found.map((one) => readComment(session, one, postName))
}

function readComment(session: Session, one: NewComment, postName: string | null): FoundComment {
  const { name, link_id, parent_id, author, author_fullname, body, created_utc } = one
  return {
    externalId: name,
    mediaExternalId: link_id ?? postName,
    parentExternalId: parent_id?.startsWith('t1_') ? parent_id : null,
    author: {
      externalId: author_fullname ?? author ?? '',
      name: author ?? null,
      username: author ?? null,
      avatarUrl: null,
    },
    body: body ?? null,
    // Moderators see who removed a comment. Other people see `[removed]` in place of the text.
    isHidden: one.removed === true || Boolean(one.banned_by) || body === '[removed]',
    canReply: one.locked !== true && one.archived !== true,
    isOwn: author === session.identity.username,
    ...(isDeleted(one) && { isDeleted: true }),
    occurredAt: typeof created_utc === 'number' ? new Date(created_utc * 1000) : null,
  }
}
