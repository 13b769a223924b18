import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { OpenHold } from './contract/holds.ts'
import { listOpenHolds, type OpenHoldRow } from './sql/holds.ts'

export async function listHolds(
  db: Db,
  workspaceId: string,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<OpenHold>> {
  return toPage(await listOpenHolds(db, workspaceId, { limit, after: afterId(cursor, 'hold') }), present)
}

function present(row: OpenHoldRow): OpenHold {
  return {
    id: row.id,
    credits: row.amount,
    held_for: row.is_durable ? 'job' : 'call',
    action: row.action,
    request_id: row.request_id,
    api_key_id: row.key_id,
    price_book: row.price_book,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }
}
