import type { Context } from '../kit/context.ts'
import { InvalidRequest, invalidValue } from '../kit/declare/errors.ts'
import type { Event } from '../kit/declare/event.ts'
import { OutboundError } from '../kit/net/outbound-error.ts'
import type { Db } from '../kit/postgres/db.ts'
import type { EndpointRow } from './rows.ts'
import { newSecret, sealSecret } from './secret.ts'
import * as sql from './sql/endpoints.ts'

/** Health of an endpoint that is enabled again or gets another URL: no failures, and deliveries are sent at once. */
export const HEALTHY = { failures: 0, failing_since: null, paused_until: null }
export const ACTIVE = { status: 'active', disabled_reason: null, ...HEALTHY } as const

export interface NewEndpoint {
  readonly url: string
  readonly events: string[]
  readonly description: string | null
  readonly job_id: string | null
}

/** Stores an endpoint with a new secret. Only this call returns the secret in plain text. */
export async function addEndpoint(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  wanted: NewEndpoint,
): Promise<{ row: EndpointRow; secret: string }> {
  const now = ctx.clock.now()
  const id = ctx.ids.next('webhook')
  const secret = newSecret()
  const row: EndpointRow = {
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
  await sql.insertEndpoint(tx, row)
  return { row, secret }
}

/**
 * Creates the endpoint that is notified when one job ends. Secret, retries, breaker and delivery log are those of any endpoint,
 * but it is not one of the workspace's endpoints: it is not listed or counted, and it subscribes to nothing.
 */
export async function createJobEndpoint(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  { jobId, url, event }: { jobId: string; url: string; event: Event },
): Promise<{ id: string; secret: string }> {
  assertReachable(ctx, url, 'webhook_url')
  const wanted = { url, events: [event.type], description: null, job_id: jobId }
  const { row, secret } = await addEndpoint(ctx, tx, workspaceId, wanted)
  return { id: row.id, secret }
}

export async function deleteJobEndpoints(db: Db, workspaceId: string, ids: readonly string[]): Promise<void> {
  await sql.deleteJobEndpoints(db, workspaceId, ids)
}

/** Rejects a URL that deliveries could not be sent to: an address that is not public, or plain HTTP in production. */
export function assertReachable(ctx: Context, url: string, field: string): void {
  try {
    ctx.outbound.check(url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new InvalidRequest([invalidValue(['body', field], error.message)])
  }
}
