import type { Context } from '../kit/context.ts'
import { InvalidRequest, invalidValue } from '../kit/declare/errors.ts'
import type { Event } from '../kit/declare/event.ts'
import { OutboundError } from '../kit/net/outbound.ts'
import type { Db } from '../kit/postgres/db.ts'
import { newSecret, sealSecret } from './secret.ts'
import * as sql from './sql/endpoints.ts'

export type WebhookRow = sql.WebhookRow

/** An endpoint that is enabled again or gets another URL starts without failures and is tried at once. */
export const HEALTHY = { failures: 0, failing_since: null, paused_until: null }
export const ACTIVE = { status: 'active', disabled_reason: null, ...HEALTHY } as const

export interface NewEndpoint {
  readonly url: string
  readonly events: string[]
  readonly description: string | null
  readonly job_id: string | null
}

/** Stores an endpoint with a new secret, which is answered in the open this once. */
export async function insertEndpoint(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  wanted: NewEndpoint,
): Promise<{ row: WebhookRow; secret: string }> {
  const now = ctx.clock.now()
  const id = ctx.ids.next('webhook')
  const secret = newSecret()
  const row: sql.WebhookRow = {
    workspace_id: workspaceId,
    id,
    ...wanted,
    ...ACTIVE,
    secret: sealSecret(ctx.secrets, { workspace_id: workspaceId, id }, secret),
    previous_secret: null,
    previous_secret_until: null,
    created_at: now,
    updated_at: now,
  }
  await sql.insertWebhook(tx, row)
  return { row, secret }
}

/**
 * An endpoint for the end of one job. It has an endpoint's secret, retries, breaker and delivery log, but it is not one of
 * the workspace's: it is not listed or counted and subscribes to nothing.
 */
export async function createJobEndpoint(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  { jobId, url, event }: { jobId: string; url: string; event: Event },
): Promise<{ id: string; secret: string }> {
  assertReachable(ctx, url, 'webhook_url')
  const wanted = { url, events: [event.type], description: null, job_id: jobId }
  const { row, secret } = await insertEndpoint(ctx, tx, workspaceId, wanted)
  return { id: row.id, secret }
}

export async function deleteJobEndpoints(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
  await sql.deleteJobWebhooks(db, workspaceId, ids)
}

/** Refuses what sending would refuse: an address that is not public, or plain HTTP in production. */
export function assertReachable(ctx: Context, url: string, field: string): void {
  try {
    ctx.outbound.check(url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new InvalidRequest([invalidValue(['body', field], error.message, url)])
  }
}
