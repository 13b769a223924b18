import type { Principal } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { toSearchText } from '../../../kit/search-text.ts'
import { assertReachable } from '../../identity/profiles/service.ts'
import type { PostQuery } from './contract/requests.ts'
import type { Post, PostAttempt } from './contract/resources.ts'
import { presentAttempt, presentPost } from './present.ts'
import * as attemptSql from './sql/attempts.ts'
import * as sql from './sql/posts.ts'

export async function getPostRow(db: Db, workspaceId: string, id: string): Promise<sql.PostRow> {
  const row = await sql.findPost(db, workspaceId, id)
  if (!row) throw notFound('post')
  return row
}

/** Throws when the post does not exist or the key cannot access it. */
export async function getReachablePost(db: Db, principal: Principal, id: string): Promise<sql.PostRow> {
  const row = await getPostRow(db, principal.workspaceId, id)
  assertReachable(principal, row.profile_id)
  return row
}

export async function getPost(db: Db, principal: Principal, id: string): Promise<Post> {
  return presentPost(await getReachablePost(db, principal, id))
}

export async function listPosts(db: Db, principal: Principal, query: PostQuery): Promise<Page<Post>> {
  const rows = await sql.listPosts(db, principal.workspaceId, {
    limit: query.limit,
    after: afterId(query.cursor, 'post'),
    only: principal.profileIds,
    profileId: query.profile_id,
    accountId: query.account_id,
    platform: query.platform,
    status: query.status,
    text: query.q && toSearchText(query.q),
    since: query.since === undefined ? undefined : new Date(query.since),
    until: query.until === undefined ? undefined : new Date(query.until),
  })
  return toPage(rows, presentPost)
}

export async function listAttempts(
  db: Db,
  principal: Principal,
  id: string,
  query: { limit: number; cursor?: string },
): Promise<Page<PostAttempt>> {
  await getReachablePost(db, principal, id)
  const filter = { limit: query.limit, after: afterId(query.cursor, 'att') }
  return toPage(await attemptSql.listAttempts(db, principal.workspaceId, id, filter), presentAttempt)
}
