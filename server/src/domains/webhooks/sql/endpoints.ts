import { type PageRows, readPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { WebhookRow } from '../../../webhooks/endpoints.ts'

/** Others who add an endpoint to this workspace wait until the transaction ends. */
export async function lockWebhooks(db: Db, workspaceId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('webhooks'), hashtext(${workspaceId}))`
}

export async function countWebhooks(db: Db, workspaceId: string): Promise<number> {
  const [row] = await db<{ n: number }[]>`
    select count(*) as n from webhook_endpoints where workspace_id = ${workspaceId} and job_id is null`
  return row?.n ?? 0
}

export async function findWebhook(db: Db, workspaceId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db<WebhookRow[]>`
    select * from webhook_endpoints where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

export async function listWebhooks(
  db: Db,
  workspaceId: string,
  page: { limit: number; after: string | undefined },
): Promise<PageRows<WebhookRow>> {
  return readPage(
    db,
    page.limit,
    db<WebhookRow[]>`
    select * from webhook_endpoints where workspace_id = ${workspaceId} and job_id is null
    ${page.after ? db`and id < ${page.after}` : db``}
    order by id desc`,
  )
}

export async function updateWebhook(
  db: Db,
  workspaceId: string,
  id: string,
  change: Partial<WebhookRow> & Pick<WebhookRow, 'updated_at'>,
): Promise<WebhookRow | undefined> {
  const [row] = await db<WebhookRow[]>`
    update webhook_endpoints set ${db(change)} where workspace_id = ${workspaceId} and id = ${id} returning *`
  return row
}

export async function deleteWebhook(db: Db, workspaceId: string, id: string): Promise<WebhookRow | undefined> {
  const [row] = await db<WebhookRow[]>`
    delete from webhook_endpoints where workspace_id = ${workspaceId} and id = ${id} and job_id is null returning *`
  return row
}

/** The old secret signs on until its time; nothing happens while an earlier rotation still overlaps. */
export async function updateWebhookSecret(
  db: Db,
  workspaceId: string,
  id: string,
  { secret, now, until }: { secret: string; now: Date; until: Date },
): Promise<WebhookRow | undefined> {
  const [row] = await db<WebhookRow[]>`
    update webhook_endpoints set previous_secret = secret, previous_secret_until = ${until}, secret = ${secret}, updated_at = ${now}
    where workspace_id = ${workspaceId} and id = ${id} and job_id is null
      and (previous_secret_until is null or previous_secret_until <= ${now})
    returning *`
  return row
}
