import type { Context } from '../../../kit/context.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { SandboxPage } from './contract/views.ts'
import { assertSandboxNetwork } from './enabled.ts'
import { listEntityPage } from './sql/views.ts'
import { inboxViewUrl } from './view-urls.ts'

const PREFIX = 'sb-page-'

export async function listPages(
  ctx: Context,
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string },
): Promise<Page<SandboxPage>> {
  assertSandboxNetwork(ctx)
  const after = afterId(query.cursor)
  const { rows, hasMore } = await listEntityPage(db, workspaceId, {
    limit: query.limit,
    after: after === undefined ? undefined : `${PREFIX}${after}`,
  })
  // As for posts, a cursor contains only the ULID.
  const withoutPrefix = rows.map((row) => ({ ...row, id: row.id.replace(PREFIX, '') }))
  return toPage({ rows: withoutPrefix, hasMore }, ({ id, name, username, view_key }) => ({
    external_id: `${PREFIX}${id}`,
    name,
    username,
    inbox_url: inboxViewUrl(ctx, view_key),
  }))
}
