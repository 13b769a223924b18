import type { Db } from '../../../../kit/postgres/db.ts'

export interface ReceiptStepsRow {
  id: string
  request_id: string
  key_id: string
  price_book: string
  step: string
  steps: readonly { source: string; outcome: string; ms: number | null; cost_micros: number }[]
  created_at: Date
}

export async function insertReceiptSteps(db: Db, workspaceId: string, rows: readonly ReceiptStepsRow[]): Promise<void> {
  const written = rows.map((row) => ({ ...row, workspace_id: workspaceId, steps: db.json(row.steps as never) }))
  await db`insert into receipt_steps ${db(written)}`
}

export async function listReceiptSteps(
  db: Db,
  workspaceId: string,
  requestId: string,
  atMost: number,
): Promise<ReceiptStepsRow[]> {
  return db<ReceiptStepsRow[]>`
    select id, request_id, key_id, price_book, step, steps, created_at from receipt_steps
    where workspace_id = ${workspaceId} and request_id = ${requestId} order by id limit ${atMost}`
}

export async function deleteReceiptStepsBefore(db: Db, before: Date, atMost: number): Promise<number> {
  const { count } = await db`
    delete from receipt_steps where (workspace_id, id) in (
      select workspace_id, id from receipt_steps where created_at < ${before} limit ${atMost})`
  return count
}
