import type { Context } from '../../../kit/context.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { SandboxPost } from './contract/posts.ts'
import { assertSandboxNetwork } from './enabled.ts'
import { listPostPage } from './sql/posts.ts'
import { postViewUrl } from './view-urls.ts'

const PREFIX = 'sb-post-'

export async function listSandboxPosts(
  ctx: Context,
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string; entity_external_id?: string },
): Promise<Page<SandboxPost>> {
  assertSandboxNetwork(ctx)
  const after = afterId(query.cursor)
  const { rows, hasMore } = await listPostPage(db, workspaceId, {
    limit: query.limit,
    ...(query.entity_external_id !== undefined && { entityId: query.entity_external_id }),
    ...(after !== undefined && { after: `${PREFIX}${after}` }),
  })
  // The network's ids have their own form; a cursor contains only their ULID.
  const withoutPrefix = rows.map((row) => ({ ...row, id: row.id.replace(PREFIX, '') }))
  return toPage({ rows: withoutPrefix, hasMore }, (row) => ({
    id: `${PREFIX}${row.id}`,
    entity_external_id: row.entity_id,
    status: row.status === 'processing' ? 'processing' : 'live',
    url: postViewUrl(ctx, row.view_key),
    content: row.body,
    media: row.media,
    options: row.options,
    created_at: row.created_at.toISOString(),
  }))
}
