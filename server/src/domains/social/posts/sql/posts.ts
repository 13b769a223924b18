import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import { textArray } from '../../../../kit/postgres/arrays.ts'
import type { Db, Statement } from '../../../../kit/postgres/db.ts'
import type { Post, PostFields, Target } from '../contract/resources.ts'

export interface PostColumns extends PostFields {
  workspace_id: string
  id: string
  profile_id: string
  /** Searchable text: that of the post and its targets. */
  search_text: string
  scheduled_at: Date | null
  /** True for a draft, which is not published. */
  is_draft: boolean
  idempotency_key: string | null
  created_at: Date
  updated_at: Date
}

/** A post as shown: its columns, its targets, and the values derived from them. */
export interface PostRow extends Omit<PostColumns, 'search_text'> {
  status: Post['status']
  /** `published_at` is written as JSON. */
  targets: Target[]
  /** True when no target has a planned step: all have finished, or the post is a draft. */
  is_idle: boolean
  has_media: boolean
}

type ShownColumn = Exclude<keyof PostColumns, 'workspace_id' | 'id' | 'search_text' | 'updated_at'>

/** Columns that are stored and shown unchanged, with their types as an insert passes them: a list is passed as text. */
const TYPES: Readonly<Record<ShownColumn, string>> = {
  profile_id: 'text',
  content: 'text',
  media_ids: 'text',
  first_comment: 'text',
  scheduled_at: 'timestamptz',
  is_draft: 'boolean',
  idempotency_key: 'text',
  created_at: 'timestamptz',
}
const SHOWN = Object.keys(TYPES) as ShownColumn[]

/**
 * The only place that derives the status of a post, which is not stored. An unconfirmed target without a next step waits for a
 * person and counts as failed.
 */
const postView = (db: Db, workspaceId: string) => db`
  p.workspace_id, p.id, ${db(SHOWN.map((name) => `p.${name}`))},
  greatest(p.updated_at, s.updated_at) as updated_at, s.status, s.is_idle,
  cardinality(p.media_ids) > 0 or s.has_own_media as has_media, coalesce(s.targets, '[]') as targets
  from posts p cross join lateral (
    select
      case
        when p.is_draft then 'draft'
        when p.scheduled_at is not null and bool_and(t.wake_at is not null and t.started_at is null) then 'scheduled'
        when bool_or(t.wake_at is not null) then 'publishing'
        when bool_and(t.status = 'published') then 'published'
        when bool_or(t.status = 'published') then 'partially_published'
        when bool_or(t.status in ('failed', 'unconfirmed')) then 'failed'
        when bool_or(t.status = 'unpublished') then 'unpublished'
        else 'canceled'
      end as status,
      coalesce(bool_and(t.wake_at is null), true) as is_idle, coalesce(bool_or(cardinality(t.media_ids) > 0), false) as has_own_media, max(t.updated_at) as updated_at,
      jsonb_agg(jsonb_build_object(
        'id', t.id, 'account_id', t.account_id, 'platform', t.platform, 'status', t.status, 'content', t.content,
        'media_ids', t.media_ids, 'options', t.options, 'external_id', t.external_id, 'external_url', t.external_url, 'error', t.error, 'attempts', t.attempts,
        'published_at', t.published_at,
        'first_comment', case when coalesce(t.first_comment, p.first_comment) <> '' then jsonb_build_object(
          'body', coalesce(f.body, t.first_comment, p.first_comment), 'status', coalesce(f.status, 'pending'),
          'external_id', f.external_id, 'error', f.error) end) order by t.position) as targets
    from post_targets t
    left join post_first_comments f on f.workspace_id = t.workspace_id and f.target_id = t.id
    where t.workspace_id = ${workspaceId} and t.post_id = p.id
  ) s`

export async function insertPosts(db: Db, workspaceId: string, posts: readonly PostColumns[]): Promise<void> {
  const texts = (read: (post: PostColumns) => string | null) => textArray(posts.map(read))
  const lists = SHOWN.map((name) => {
    return db`, ${texts((post) => toText(post[name]))}::${db.unsafe(TYPES[name])}[]`
  })
  // Lists of different lengths are not a PostgreSQL array.
  const values = SHOWN.map((name) => (name === 'media_ids' ? 'n.media_ids::text[]' : `n.${name}`)).join()
  await db`
    insert into posts (workspace_id, id, search_text, updated_at, ${db(SHOWN)})
    select ${workspaceId}, n.id, n.search_text, n.updated_at, ${db.unsafe(values)}
    from unnest(
      ${texts((post) => post.id)}::text[], ${texts((post) => post.search_text)}::text[],
      ${texts((post) => post.updated_at.toISOString())}::timestamptz[]${lists}
    ) as n (id, search_text, updated_at, ${db(SHOWN)})`
}

function toText(value: PostColumns[ShownColumn]): string | null {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return textArray(value)
  return value === null ? null : String(value)
}

export async function findPost(db: Db, workspaceId: string, id: string): Promise<PostRow | undefined> {
  const [row] = await db<
    PostRow[]
  >`select ${postView(db, workspaceId)} where p.workspace_id = ${workspaceId} and p.id = ${id}`
  return row
}

/** Locks a post against changes, and against workers that finish its last targets. A worker that claims a target does not wait. */
export async function lockPost(db: Db, workspaceId: string, id: string): Promise<PostColumns | undefined> {
  const [row] = await db<PostColumns[]>`
    select * from posts where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

export async function listPostsById(db: Db, workspaceId: string, ids: readonly string[]): Promise<PostRow[]> {
  return db<PostRow[]>`
    select ${postView(db, workspaceId)} where p.workspace_id = ${workspaceId} and p.id = any(${ids})`
}

/** Lists posts, except drafts, with a target that waits to be published. */
export async function listWaitingPosts(db: Db, workspaceId: string, limit: number): Promise<string[]> {
  const rows = await db<{ post_id: string }[]>`
    select distinct post_id from post_targets
    where workspace_id = ${workspaceId} and status = 'pending' and wake_at is not null order by post_id limit ${limit}`
  return rows.map(({ post_id }) => post_id)
}

/** Locks in the order of the ids, so that two transactions cannot deadlock. */
export async function lockPosts(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
  await db`
    select from posts where workspace_id = ${workspaceId} and id = any(${ids}) order by id for update`
}

export interface PostFilter {
  readonly limit: number
  readonly after: string | undefined
  /** Null means every profile of the workspace. */
  readonly only: readonly string[] | null
  readonly profileId: string | undefined
  readonly accountId: string | undefined
  readonly platform: string | undefined
  readonly status: Post['status'] | undefined
  /** Text as written by `toSearchText`. */
  readonly text: string | undefined
  readonly since: Date | undefined
  readonly until: Date | undefined
}

/** A post of each other status has a target in one of these statuses. An index finds those targets in a long history. */
const IMPLIED_TARGETS: Record<Exclude<Post['status'], 'draft'>, readonly Target['status'][]> = {
  scheduled: ['pending'],
  publishing: ['pending', 'publishing', 'processing', 'unconfirmed'],
  published: ['published'],
  partially_published: ['published'],
  failed: ['failed', 'unconfirmed'],
  canceled: ['canceled'],
  unpublished: ['unpublished'],
}

function hasStatus(db: Db, status: Post['status'], target: Statement<unknown>) {
  if (status === 'draft') return db`p.is_draft`
  return db`s.status = ${status} and exists (${target} and x.status = any(${IMPLIED_TARGETS[status]}))`
}

export async function listPosts(db: Db, workspaceId: string, filter: PostFilter): Promise<PageRows<PostRow>> {
  const { after, only, profileId, accountId, platform, status, text, since, until } = filter
  const target = db`select 1 from post_targets x where x.workspace_id = ${workspaceId} and x.post_id = p.id`
  return readPage(
    db,
    filter.limit,
    db<PostRow[]>`
    select ${postView(db, workspaceId)} where p.workspace_id = ${workspaceId}
    ${after ? db`and p.id < ${after}` : db``}
    ${only ? db`and p.profile_id = any(${only})` : db``}
    ${profileId ? db`and p.profile_id = ${profileId}` : db``}
    ${accountId ? db`and exists (${target} and x.account_id = ${accountId})` : db``}
    ${platform ? db`and exists (${target} and x.platform = ${platform})` : db``}
    ${status ? db`and ${hasStatus(db, status, target)}` : db``}
    ${text ? db`and strpos(p.search_text, ${text}) > 0` : db``}
    ${since ? db`and coalesce(p.scheduled_at, p.created_at) >= ${since}` : db``}
    ${until ? db`and coalesce(p.scheduled_at, p.created_at) < ${until}` : db``}
    order by p.id desc`,
  )
}

export async function updatePost(
  db: Db,
  workspaceId: string,
  id: string,
  change: Partial<Omit<PostColumns, 'workspace_id' | 'id'>>,
): Promise<void> {
  await db`update posts set ${db({ ...change })} where workspace_id = ${workspaceId} and id = ${id}`
}

export async function deletePost(db: Db, workspaceId: string, id: string): Promise<void> {
  await db`delete from posts where workspace_id = ${workspaceId} and id = ${id}`
}

/** Counts the posts scheduled within half a minute of each moment, up to `atMost` each. */
export async function countPostsAround(
  db: Db,
  workspaceId: string,
  moments: readonly Date[],
  atMost: number,
): Promise<number[]> {
  const rows = await db<{ posts: number }[]>`
    select (
      select count(*) from (
        select from posts p where p.workspace_id = ${workspaceId} and p.scheduled_at between
          m.moment - interval '30 seconds' and m.moment + interval '30 seconds' limit ${atMost}
      ) near
    ) as posts from unnest(${moments}::timestamptz[]) with ordinality as m (moment, position) order by m.position`
  return rows.map(({ posts }) => posts)
}

/** Counts the posts created after this id, up to `atMost`. */
export async function countPostsSince(db: Db, workspaceId: string, id: string, atMost: number): Promise<number> {
  const [row] = await db<{ posts: number }[]>`
    select count(*) as posts from (
      select from posts where workspace_id = ${workspaceId} and id > ${id} limit ${atMost}
    ) recent`
  return row?.posts ?? 0
}
