import { type PageRows, readPage } from '../../../../kit/declare/page.ts'
import type { Db } from '../../../../kit/postgres/db.ts'

export interface OpenHoldRow {
  id: string
  key_id: string
  amount: number
  is_durable: boolean
  action: string
  price_book: string
  request_id: string
  created_at: Date
  expires_at: Date
}

export async function listOpenHolds(
  db: Db,
  workspaceId: string,
  page: { limit: number; after: string | undefined },
): Promise<PageRows<OpenHoldRow>> {
  return readPage(
    db,
    page.limit,
    db<OpenHoldRow[]>`
    select id, key_id, amount, is_durable, action, price_book, request_id, created_at, expires_at from holds
    where workspace_id = ${workspaceId} ${page.after ? db`and id < ${page.after}` : db``} order by id desc`,
  )
}
