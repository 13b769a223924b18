import type { Context } from '../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue, notFound } from '../../kit/declare/errors.ts'
import type { Event } from '../../kit/declare/event.ts'
import { afterId, type Page, pageOf } from '../../kit/declare/page.ts'
import { OutboundError } from '../../kit/net/outbound.ts'
import { type Db, transaction } from '../../kit/postgres/db.ts'
import { writeBody } from './body.ts'
import type { Delivery, DeliveryQuery, DeliveryWithAttempts } from './contract/deliveries.ts'
import { WEBHOOKS_MAX, type WebhookChange, type WebhookRequest, type WebhookWithSecret } from './contract/endpoints.ts'
import { webhookTest } from './contract/events.ts'
import type { Webhook } from './contract/resources.ts'
import { hintDeliveries } from './delivery/hint.ts'
import { ATTEMPTS } from './schedule.ts'
import { newSecret, sealSecret } from './secret.ts'
import * as log from './sql/deliveries.ts'
import * as sql from './sql/endpoints.ts'
import { insertEvent } from './sql/outbox.ts'

const OVERLAP_MS = 24 * 3_600_000
const ATTEMPTS_SHOWN = 100

/**
 * Says that something happened, in the transaction that makes it happen: killed before the commit, neither is there; after
 * it, every endpoint that subscribes gets it at least once.
 */
export async function emit<Data>(
  tx: Db,
  ctx: Context,
  workspaceId: string,
  event: Event<Data>,
  data: Data,
): Promise<void> {
  await store(tx, ctx, workspaceId, event, data)
}

/** Says it to one endpoint and nobody else. */
export async function emitTo<Data>(
  tx: Db,
  ctx: Context,
  workspaceId: string,
  endpointId: string,
  event: Event<Data>,
  data: Data,
): Promise<void> {
  await store(tx, ctx, workspaceId, event, data, endpointId)
}

async function store<Data>(
  tx: Db,
  ctx: Context,
  workspaceId: string,
  event: Event<Data>,
  data: Data,
  only?: string,
): Promise<string[]> {
  const id = ctx.ids.ulid()
  const createdAt = ctx.clock.now()
  const body = writeBody(event, { id, created_at: createdAt.toISOString(), workspace_id: workspaceId, data })
  const { type } = event
  const due = { createdAt, dueAt: ctx.clock.forDatabase(), attemptsMax: ATTEMPTS }
  const deliveries = await insertEvent(tx, workspaceId, { id, type, body, ...due, only })
  if (deliveries.length > 0) hintDeliveries(ctx, tx)
  return deliveries
}

export async function createWebhook(
  ctx: Context,
  db: Db,
  workspaceId: string,
  body: WebhookRequest,
): Promise<WebhookWithSecret> {
  assertReachable(ctx, body.url, 'url')
  const { row, secret } = newEndpoint(ctx, workspaceId, {
    url: body.url,
    events: [...new Set(body.events)],
    description: body.description ?? null,
    job_id: null,
  })
  await transaction(db, async (tx) => {
    await sql.lockWebhooks(tx, workspaceId)
    if ((await sql.countWebhooks(tx, workspaceId)) >= WEBHOOKS_MAX)
      throw new ApiError('wrong_state', `This workspace has ${WEBHOOKS_MAX} webhook endpoints, the most it can have.`)
    await sql.insertWebhook(tx, row)
  })
  return { ...present(ctx, row), secret }
}

/**
 * Where the end of one job is told. It has an endpoint's secret, retries, breaker and delivery log, and is not one of the
 * workspace's: not listed, not counted, subscribed to nothing.
 */
export async function createJobWebhook(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  { jobId, url, event }: { jobId: string; url: string; event: Event },
): Promise<{ id: string; secret: string }> {
  assertReachable(ctx, url, 'webhook_url')
  const own = { url, events: [event.type], description: null, job_id: jobId }
  const { row, secret } = newEndpoint(ctx, workspaceId, own)
  await sql.insertWebhook(tx, row)
  return { id: row.id, secret }
}

export const deleteJobWebhooks = sql.deleteJobWebhooks

function newEndpoint(
  ctx: Context,
  workspaceId: string,
  own: Pick<sql.WebhookRow, 'url' | 'events' | 'description' | 'job_id'>,
): { row: sql.WebhookRow; secret: string } {
  const now = ctx.clock.now()
  const id = ctx.ids.next('webhook')
  const secret = newSecret()
  const row: sql.WebhookRow = {
    workspace_id: workspaceId,
    id,
    ...own,
    ...ACTIVE,
    secret: sealSecret(ctx.secrets, { workspace_id: workspaceId, id }, secret),
    previous_secret: null,
    previous_secret_until: null,
    created_at: now,
    updated_at: now,
  }
  return { row, secret }
}

/** Enabled again, or given another URL, an endpoint starts with a clean record and is tried at once. */
const HEALTHY = { failures: 0, failing_since: null, paused_until: null }
const ACTIVE = { status: 'active', disabled_reason: null, ...HEALTHY } as const

export async function listWebhooks(
  ctx: Context,
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string },
): Promise<Page<Webhook>> {
  const rows = await sql.listWebhooks(db, workspaceId, { limit: query.limit, after: afterId(query.cursor) })
  return pageOf(rows, (row) => present(ctx, row))
}

export async function getWebhook(ctx: Context, db: Db, workspaceId: string, id: string): Promise<Webhook> {
  return present(ctx, found(await sql.findWebhook(db, workspaceId, id)))
}

export async function updateWebhook(
  ctx: Context,
  db: Db,
  workspaceId: string,
  id: string,
  body: WebhookChange,
): Promise<Webhook> {
  const now = ctx.clock.now()
  const before = found(await sql.findWebhook(db, workspaceId, id))
  if (body.url !== undefined) assertReachable(ctx, body.url, 'url')
  const row = await sql.updateWebhook(db, workspaceId, id, {
    ...(body.url !== undefined && body.url !== before.url && { url: body.url, ...HEALTHY }),
    ...(body.events && { events: [...new Set(body.events)] }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.status === 'active' && before.status === 'disabled' && ACTIVE),
    ...(body.status === 'disabled' && before.status === 'active' && disabledAt(now)),
    updated_at: now,
  })
  return present(ctx, found(row))
}

function disabledAt(now: Date): Partial<sql.WebhookRow> {
  return { status: 'disabled', disabled_reason: `Disabled by request at ${now.toISOString()}.` }
}

export async function deleteWebhook(ctx: Context, db: Db, workspaceId: string, id: string): Promise<Webhook> {
  return present(ctx, found(await sql.deleteWebhook(db, workspaceId, id)))
}

export async function rotateSecret(ctx: Context, db: Db, workspaceId: string, id: string): Promise<WebhookWithSecret> {
  const now = ctx.clock.now()
  const secret = newSecret()
  const sealed = sealSecret(ctx.secrets, { workspace_id: workspaceId, id }, secret)
  const until = new Date(now.getTime() + OVERLAP_MS)
  const row = await sql.updateWebhookSecret(db, workspaceId, id, { secret: sealed, now, until })
  if (row) return { ...present(ctx, row), secret }
  const { secret_previous_expires_at } = await getWebhook(ctx, db, workspaceId, id)
  throw new ApiError(
    'rotation_in_progress',
    `The secret was rotated less than 24 hours ago; the previous one is valid until ${secret_previous_expires_at}.`,
    { members: { secret_previous_expires_at } },
  )
}

export async function sendTest(ctx: Context, db: Db, workspaceId: string, id: string): Promise<Delivery> {
  const endpoint = await getWebhook(ctx, db, workspaceId, id)
  assertActive(endpoint)
  const [delivery = ''] = await store(db, ctx, workspaceId, webhookTest, { endpoint }, id)
  return presentDelivery(foundDelivery(await log.findDelivery(db, workspaceId, delivery)))
}

export async function listDeliveries(db: Db, workspaceId: string, query: DeliveryQuery): Promise<Page<Delivery>> {
  const { limit, endpoint_id: endpointId, status, event_type: eventType } = query
  const filter = { limit, after: afterId(query.cursor), endpointId, status, eventType }
  return pageOf(await log.listDeliveries(db, workspaceId, filter), presentDelivery)
}

export async function getDelivery(db: Db, workspaceId: string, id: string): Promise<DeliveryWithAttempts> {
  const row = foundDelivery(await log.findDelivery(db, workspaceId, id))
  const attempts = await log.listAttempts(db, workspaceId, id, ATTEMPTS_SHOWN)
  return {
    ...presentDelivery(row),
    attempts: attempts.map((attempt) => ({ ...attempt, started_at: attempt.started_at.toISOString() })),
  }
}

export async function redrive(ctx: Context, db: Db, workspaceId: string, id: string): Promise<Delivery> {
  const { endpoint_id: endpointId } = foundDelivery(await log.findDelivery(db, workspaceId, id))
  const endpoint = await sql.findWebhook(db, workspaceId, endpointId)
  if (!endpoint) throw new ApiError('wrong_state', 'The endpoint of this delivery was deleted.')
  assertActive(endpoint)
  // Told before it is sent: a quick attempt would already show in the answer.
  return transaction(db, async (tx) => {
    const count = await log.updateRedriven(tx, workspaceId, { endpointId, id, ...freshBudget(ctx) })
    hintDeliveries(ctx, tx)
    const row = presentDelivery(foundDelivery(await log.findDelivery(tx, workspaceId, id)))
    if (count === 0)
      throw new ApiError('wrong_state', `Only a dead delivery can be redriven; this one is ${row.status}.`)
    return row
  })
}

export async function recover(
  ctx: Context,
  db: Db,
  workspaceId: string,
  endpointId: string,
  since: Date,
): Promise<{ recovered: number }> {
  assertActive(found(await sql.findWebhook(db, workspaceId, endpointId)))
  const from = ctx.ids.at('delivery', since)
  const recovered = await log.updateRedriven(db, workspaceId, { endpointId, since: from, ...freshBudget(ctx) })
  hintDeliveries(ctx, db)
  return { recovered }
}

function freshBudget(ctx: Context) {
  return { dueAt: ctx.clock.forDatabase(), budget: ATTEMPTS }
}

function assertActive({ status, disabled_reason }: Pick<Webhook, 'status' | 'disabled_reason'>): void {
  if (status === 'disabled')
    throw new ApiError('wrong_state', `The endpoint is disabled: ${disabled_reason} Set its status to active first.`)
}

/** Refused here as it would be when sending: an address that is not public, plain HTTP in production. */
function assertReachable(ctx: Context, url: string, field: string): void {
  try {
    ctx.outbound.check(url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new InvalidRequest([invalidValue(['body', field], error.message, url)])
  }
}

function found(row: sql.WebhookRow | undefined): sql.WebhookRow {
  if (!row || row.job_id !== null) throw notFound('webhook endpoint')
  return row
}

function foundDelivery(row: log.DeliveryRow | undefined): log.DeliveryRow {
  if (!row) throw notFound('delivery')
  return row
}

function present(ctx: Context, row: sql.WebhookRow): Webhook {
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

function presentDelivery(row: log.DeliveryRow): Delivery {
  return {
    id: row.id,
    endpoint_id: row.endpoint_id,
    event_type: row.event_type,
    event_id: row.event_id,
    status: row.status,
    attempt: row.attempt,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    last_response_code: row.last_response_code,
    last_error: row.last_error,
    delivered_at: row.delivered_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}
