import type { Db } from '../../kit/postgres/db.ts'

export interface WebhookRow {
  workspace_id: string
  id: string
  url: string
  events: string[]
  description: string | null
  status: 'active' | 'disabled'
  disabled_reason: string | null
  /** Sealed, both. */
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
  failures: number
  failing_since: Date | null
  paused_until: Date | null
  /** The job it belongs to; null when it is one of the workspace's own. */
  job_id: string | null
  created_at: Date
  updated_at: Date
}

export async function insertWebhook(db: Db, row: WebhookRow): Promise<void> {
  await db`insert into webhook_endpoints ${db(row)}`
}

export async function deleteJobWebhooks(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
  await db`
    delete from webhook_endpoints
    where workspace_id = ${workspaceId} and id = any(${ids}) and job_id is not null`
}
