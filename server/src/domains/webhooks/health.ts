import type { Context, Principal } from '../../kit/context.ts'
import { afterId, type Page, toPage } from '../../kit/declare/page.ts'
import type { Db } from '../../kit/postgres/db.ts'
import type { EndpointRow } from '../../webhooks/rows.ts'
import { NEWEST_MAX, type WebhookHealth } from './contract/health.ts'
import { requireEndpoint } from './endpoints.ts'
import { findEndpoint, listEndpoints } from './sql/endpoints.ts'
import { type HealthRow, listHealth } from './sql/health.ts'

const DAY_MS = 86_400_000

export async function listWebhookHealth(
  ctx: Context,
  db: Db,
  { workspaceId, link }: Principal,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<WebhookHealth>> {
  const page = { limit, after: afterId(cursor, 'wh'), only: link?.webhookIds }
  const endpoints = await listEndpoints(db, workspaceId, page)
  const healths = await listEndpointHealth(ctx, db, workspaceId, endpoints.rows)
  return { ...toPage(endpoints, (row) => row), data: healths }
}

export async function getWebhookHealth(ctx: Context, db: Db, workspaceId: string, id: string): Promise<WebhookHealth> {
  const endpoint = requireEndpoint(await findEndpoint(db, workspaceId, id))
  const [health] = await listEndpointHealth(ctx, db, workspaceId, [endpoint])
  if (!health) throw new Error('An endpoint has no health')
  return health
}

async function listEndpointHealth(
  ctx: Context,
  db: Db,
  workspaceId: string,
  endpoints: readonly EndpointRow[],
): Promise<WebhookHealth[]> {
  const now = ctx.clock.now()
  const since = ctx.ids.lowestAt('delivery', new Date(now.getTime() - DAY_MS))
  const rows = await listHealth(db, workspaceId, endpoints, { since, newestMax: NEWEST_MAX })
  const byId = new Map(rows.map((row) => [row.endpoint_id, row]))
  return endpoints.flatMap((endpoint) => {
    const row = byId.get(endpoint.id)
    return row ? [present(endpoint, row, now)] : []
  })
}

function present(endpoint: EndpointRow, row: HealthRow, now: Date): WebhookHealth {
  const { pending, failed, delivered, dead } = row
  const sent = delivered + failed + dead
  const { paused_until: pausedUntil } = endpoint
  return {
    endpoint_id: endpoint.id,
    status: endpoint.status,
    deliveries: { pending, failed, delivered, dead },
    success_rate: sent === 0 ? null : delivered / sent,
    in_flight: row.in_flight,
    waiting: row.waiting,
    last_success_at: row.last_success_at?.toISOString() ?? null,
    last_failure_at: row.last_failure_at?.toISOString() ?? null,
    failures_in_a_row: endpoint.failures,
    failing_since: endpoint.failing_since?.toISOString() ?? null,
    paused_until: pausedUntil && pausedUntil > now ? pausedUntil.toISOString() : null,
  }
}
