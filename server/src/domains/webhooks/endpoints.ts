import type { Context, Principal } from '../../kit/context.ts'
import { ApiError, notFound } from '../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../kit/declare/page.ts'
import { assertUnchanged, nextVersionAt, type ResourceVersion } from '../../kit/declare/version.ts'
import { type Db, transaction } from '../../kit/postgres/db.ts'
import { ACTIVE, addEndpoint, assertReachable, HEALTHY } from '../../webhooks/endpoints.ts'
import type { EndpointRow } from '../../webhooks/rows.ts'
import { newSecret, sealSecret } from '../../webhooks/secret.ts'
import { closeStreams } from '../../webhooks/stream.ts'
import { WEBHOOKS_MAX, type WebhookChange, type WebhookRequest, type WebhookWithSecret } from './contract/endpoints.ts'
import type { Webhook } from './contract/webhook.ts'
import * as sql from './sql/endpoints.ts'

const OVERLAP_MS = 24 * 3_600_000

export async function createWebhook(
  ctx: Context,
  db: Db,
  workspaceId: string,
  body: WebhookRequest,
): Promise<WebhookWithSecret> {
  assertReachable(ctx, body.url, 'url')
  return transaction(db, async (tx) => {
    await sql.lockEndpoints(tx, workspaceId)
    if ((await sql.countEndpoints(tx, workspaceId)) >= WEBHOOKS_MAX)
      throw new ApiError(
        'wrong_state',
        `This workspace has ${WEBHOOKS_MAX} webhook endpoints, the maximum. Delete one first.`,
      )
    const { row, secret } = await addEndpoint(ctx, tx, workspaceId, {
      url: body.url,
      events: [...new Set(body.events)],
      description: body.description ?? null,
      job_id: null,
    })
    return { ...present(ctx, row), secret }
  })
}

export async function listWebhooks(
  ctx: Context,
  db: Db,
  { workspaceId, link }: Principal,
  query: { limit: number; cursor?: string },
): Promise<Page<Webhook>> {
  const filter = { limit: query.limit, after: afterId(query.cursor), only: link?.webhookIds }
  const rows = await sql.listEndpoints(db, workspaceId, filter)
  return toPage(rows, (row) => present(ctx, row))
}

/** Returns the id if the caller may access it: a portal link can be limited to some endpoints. */
export function reachable({ link }: Principal, id: string): string {
  if (link?.webhookIds && !link.webhookIds.includes(id)) throw notFound('webhook endpoint')
  return id
}

export async function getWebhook(ctx: Context, db: Db, workspaceId: string, id: string): Promise<Webhook> {
  return present(ctx, requireEndpoint(await sql.findEndpoint(db, workspaceId, id)))
}

export async function updateWebhook(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { id, ifMatch }: ResourceVersion,
  body: WebhookChange,
): Promise<Webhook> {
  const now = ctx.clock.now()
  if (body.url !== undefined) assertReachable(ctx, body.url, 'url')
  return transaction(db, async (tx) => {
    const before = requireEndpoint(await sql.lockEndpoint(tx, workspaceId, id))
    assertUnchanged(ifMatch, present(ctx, before))
    const row = await sql.updateEndpoint(tx, workspaceId, id, {
      ...(body.url !== undefined && body.url !== before.url && { url: body.url, ...HEALTHY }),
      ...(body.events && { events: [...new Set(body.events)] }),
      ...(body.description !== undefined && { description: body.description }),
      ...(body.status === 'active' && before.status === 'disabled' && ACTIVE),
      ...(body.status === 'disabled' && before.status === 'active' && disabledAt(now)),
      updated_at: nextVersionAt(now, before.updated_at),
    })
    return present(ctx, requireEndpoint(row))
  })
}

function disabledAt(now: Date): Partial<EndpointRow> {
  return { status: 'disabled', disabled_reason: `Disabled by request at ${now.toISOString()}.` }
}

/**
 * Disables the endpoints of the workspace and of its jobs, and stops storing events for its streams. Returns the number that were
 * active.
 */
export async function disableWebhooks(ctx: Context, tx: Db, workspaceId: string, reason: string): Promise<number> {
  const now = ctx.clock.now()
  await closeStreams(tx, workspaceId)
  return sql.updateEndpointsDisabled(tx, workspaceId, { status: 'disabled', disabled_reason: reason, updated_at: now })
}

export async function deleteWebhook(ctx: Context, db: Db, workspaceId: string, id: string): Promise<Webhook> {
  return present(ctx, requireEndpoint(await sql.deleteEndpoint(db, workspaceId, id)))
}

export async function rotateSecret(ctx: Context, db: Db, workspaceId: string, id: string): Promise<WebhookWithSecret> {
  const now = ctx.clock.now()
  const secret = newSecret()
  const sealed = sealSecret(ctx.secrets, { workspace_id: workspaceId, id }, secret)
  const until = new Date(now.getTime() + OVERLAP_MS)
  const row = await sql.updateEndpointSecret(db, workspaceId, id, { secret: sealed, now, until })
  if (row) return { ...present(ctx, row), secret }
  const { secret_previous_expires_at } = await getWebhook(ctx, db, workspaceId, id)
  throw new ApiError(
    'rotation_in_progress',
    `The secret was rotated less than 24 hours ago; the previous one is valid until ${secret_previous_expires_at}.`,
    { members: { secret_previous_expires_at } },
  )
}

/** Throws when the endpoint does not exist, belongs to a job, or is disabled. */
export async function getActiveWebhook(ctx: Context, db: Db, workspaceId: string, id: string): Promise<Webhook> {
  const endpoint = await getWebhook(ctx, db, workspaceId, id)
  assertActive(endpoint)
  return endpoint
}

export function assertActive({ status, disabled_reason }: Pick<Webhook, 'status' | 'disabled_reason'>): void {
  if (status === 'disabled')
    throw new ApiError('wrong_state', `The endpoint is disabled: ${disabled_reason} Set its status to active first.`)
}

export function requireEndpoint(row: EndpointRow | undefined): EndpointRow {
  if (!row || row.job_id !== null) throw notFound('webhook endpoint')
  return row
}

function present(ctx: Context, row: EndpointRow): Webhook {
  const until = row.previous_secret_until
  return {
    id: row.id,
    url: row.url,
    events: row.events as Webhook['events'],
    description: row.description,
    status: row.status,
    disabled_reason: row.disabled_reason,
    secret_previous_expires_at: until && until > ctx.clock.now() ? until.toISOString() : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
