import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

/** The columns of the table. */
export interface PostColumns {
  workspace_id: string
  id: string
  profile_id: string
  content: string
  media_ids: string[]
  scheduled_at: Date | null
  idempotency_key: string | null
  created_at: Date
  updated_at: Date
}

export interface ShownTarget {
  id: string
  account_id: string
  platform: string
  status: 'pending' | 'publishing' | 'processing' | 'published' | 'failed' | 'unconfirmed' | 'canceled' | 'unpublished'
  content: string | null
  external_id: string | null
  external_url: string | null
  error: Record<string, unknown> | null
  attempts: number
  /** As JSON writes it. */
  published_at: string | null
}

export type PostStatus =
  | 'draft'
  | 'scheduled'
  | 'publishing'
  | 'published'
  | 'partially_published'
  | 'failed'
  | 'canceled'

/** A post as it is shown: with its targets, and what follows from them. */
export interface PostRow extends PostColumns {
  status: PostStatus
  targets: ShownTarget[]
  is_resting: boolean
  has_media: boolean
}

/** The one place that says what a post is. An unconfirmed target at rest waits for a person: it counts as failed. */
const shown = (db: Db) => db`
  p.workspace_id, p.id, p.profile_id, p.content, p.media_ids, p.scheduled_at, p.idempotency_key, p.created_at,
  greatest(p.updated_at, s.updated_at) as updated_at, s.status, s.is_resting,
  cardinality(p.media_ids) > 0 or s.has_own_media as has_media, coalesce(s.targets, '[]') as targets
  from posts p cross join lateral (
    select
      case
        when bool_or(t.status = 'pending' and t.wake_at is null) then 'draft'
        when p.scheduled_at is not null and bool_and(t.wake_at is not null and t.started_at is null) then 'scheduled'
        when bool_or(t.wake_at is not null) then 'publishing'
        when bool_and(t.status = 'published') then 'published'
        when bool_or(t.status = 'published') then 'partially_published'
        when bool_or(t.status in ('failed', 'unconfirmed')) then 'failed'
        else 'canceled'
      end as status,
      bool_and(t.wake_at is null) as is_resting, coalesce(bool_or(cardinality(t.media_ids) > 0), false) as has_own_media, max(t.updated_at) as updated_at,
      jsonb_agg(jsonb_build_object(
        'id', t.id, 'account_id', t.account_id, 'platform', t.platform, 'status', t.status, 'content', t.content,
        'external_id', t.external_id, 'external_url', t.external_url, 'error', t.error, 'attempts', t.attempts,
        'published_at', t.published_at) order by t.position) as targets
    from post_targets t where t.workspace_id = p.workspace_id and t.post_id = p.id
  ) s`

export async function insertPost(db: Db, post: PostColumns): Promise<void> {
  await db`insert into posts ${db({ ...post })}`
}

export async function findPost(db: Db, workspaceId: string, id: string): Promise<PostRow | undefined> {
  const [row] = await db<PostRow[]>`select ${shown(db)} where p.workspace_id = ${workspaceId} and p.id = ${id}`
  return row
}

/** Whoever changes a post, or asks whether all of it is settled, holds this; a worker that takes a target does not. */
export async function lockPost(db: Db, workspaceId: string, id: string): Promise<PostColumns | undefined> {
  const [row] = await db<PostColumns[]>`
    select * from posts where workspace_id = ${workspaceId} and id = ${id} for update`
  return row
}

export async function listPostsById(db: Db, workspaceId: string, ids: readonly string[]): Promise<PostRow[]> {
  return db<PostRow[]>`
    select ${shown(db)} where p.workspace_id = ${workspaceId} and p.id = any(${ids})`
}

/** In one order for all, so that nobody waits in a circle. */
export async function lockPosts(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
  await db`
    select from posts where workspace_id = ${workspaceId} and id = any(${ids}) order by id for update`
}

export interface PostFilter {
  readonly limit: number
  readonly after: string | undefined
  /** Null for every profile of the workspace. */
  readonly only: readonly string[] | null
  readonly profileId: string | undefined
  readonly accountId: string | undefined
  readonly platform: string | undefined
  readonly status: PostStatus | undefined
  readonly scheduledFrom: Date | undefined
  readonly scheduledTo: Date | undefined
}

/** A post of each status has a target in one of these: what finds the few in a long history by an index. */
const IMPLIED: Record<PostStatus, readonly ShownTarget['status'][]> = {
  draft: ['pending'],
  scheduled: ['pending'],
  publishing: ['pending', 'publishing', 'processing', 'unconfirmed'],
  published: ['published'],
  partially_published: ['published'],
  failed: ['failed', 'unconfirmed'],
  canceled: ['canceled', 'unpublished'],
}

export async function listPosts(db: Db, workspaceId: string, filter: PostFilter): Promise<PageRows<PostRow>> {
  const { after, only, profileId, accountId, platform, status, scheduledFrom, scheduledTo } = filter
  const target = db`select from post_targets x where x.workspace_id = ${workspaceId} and x.post_id = p.id`
  return readPage(
    db,
    filter.limit,
    db<PostRow[]>`
    select ${shown(db)} where p.workspace_id = ${workspaceId}
    ${after ? db`and p.id < ${after}` : db``}
    ${only ? db`and p.profile_id = any(${only})` : db``}
    ${profileId ? db`and p.profile_id = ${profileId}` : db``}
    ${accountId ? db`and exists (${target} and x.account_id = ${accountId})` : db``}
    ${platform ? db`and exists (${target} and x.platform = ${platform})` : db``}
    ${status ? db`and s.status = ${status} and exists (${target} and x.status = any(${IMPLIED[status]}))` : db``}
    ${scheduledFrom ? db`and p.scheduled_at >= ${scheduledFrom}` : db``}
    ${scheduledTo ? db`and p.scheduled_at < ${scheduledTo}` : db``}
    order by p.id desc`,
  )
}

export async function updatePost(
  db: Db,
  workspaceId: string,
  id: string,
  change: Pick<PostColumns, 'content' | 'media_ids' | 'scheduled_at' | 'updated_at'>,
): Promise<void> {
  await db`update posts set ${db({ ...change })} where workspace_id = ${workspaceId} and id = ${id}`
}

export async function deletePost(db: Db, workspaceId: string, id: string): Promise<void> {
  await db`delete from posts where workspace_id = ${workspaceId} and id = ${id}`
}

/** How many posts a workspace has around a moment, counted no further than `atMost`. */
export async function countPostsAround(db: Db, workspaceId: string, moment: Date, atMost: number): Promise<number> {
  const [row] = await db<{ posts: number }[]>`
    select count(*) as posts from (
      select from posts where workspace_id = ${workspaceId} and scheduled_at between
        ${moment}::timestamptz - interval '30 seconds' and ${moment}::timestamptz + interval '30 seconds' limit ${atMost}
    ) near`
  return row?.posts ?? 0
}

/** How many posts a workspace made since an id of that time, counted no further than `atMost`. */
export async function countPostsSince(db: Db, workspaceId: string, id: string, atMost: number): Promise<number> {
  const [row] = await db<{ posts: number }[]>`
    select count(*) as posts from (
      select from posts where workspace_id = ${workspaceId} and id > ${id} limit ${atMost}
    ) recent`
  return row?.posts ?? 0
}

export interface AccountRow {
  id: string
  profile_id: string
  platform: string
  status: 'pending_selection' | 'connected' | 'expiring' | 'reauth_required' | 'disconnected'
  entity_kind: string | null
  entity_metadata: Record<string, unknown> | null
}

/** The accounts of a post in one question: who they are, and what is known of the limits of what they act as. */
export async function listAccounts(db: Db, workspaceId: string, ids: readonly string[]): Promise<AccountRow[]> {
  return db<AccountRow[]>`
    select a.id, a.profile_id, a.platform, a.status, e.kind as entity_kind, e.metadata as entity_metadata
    from accounts a
    left join account_entities e on e.workspace_id = a.workspace_id and e.id = a.active_entity_id
    where a.workspace_id = ${workspaceId} and a.id = any(${ids})`
}
