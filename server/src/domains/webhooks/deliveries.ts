import type { Context, Principal } from '../../kit/context.ts'
import { ApiError, notFound } from '../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../kit/declare/page.ts'
import { type Db, transaction } from '../../kit/postgres/db.ts'
import { hintDeliveries } from '../../webhooks/delivery/hint.ts'
import { emit } from '../../webhooks/emit.ts'
import { ATTEMPTS } from '../../webhooks/retry-schedule.ts'
import type { Delivery, DeliveryQuery, DeliveryWithAttempts } from './contract/deliveries.ts'
import type { Redriven, RedriveRequest } from './contract/redrive.ts'
import { webhookTest } from './contract/webhook.ts'
import { assertActive, getActiveWebhook } from './endpoints.ts'
import * as sql from './sql/deliveries.ts'
import { findEndpoint } from './sql/endpoints.ts'

const ATTEMPTS_SHOWN = 100

export async function sendTestEvent(ctx: Context, db: Db, workspaceId: string, id: string): Promise<Delivery> {
  const endpoint = await getActiveWebhook(ctx, db, workspaceId, id)
  const [delivery = ''] = await emit(ctx, db, webhookTest, { endpoint }, { workspaceId, endpointId: id })
  return present(requireDelivery(await sql.findDelivery(db, workspaceId, delivery)))
}

export async function listDeliveries(
  ctx: Context,
  db: Db,
  { workspaceId, link }: Principal,
  query: DeliveryQuery,
): Promise<Page<Delivery>> {
  const { limit, endpoint_id: endpointId, status, event_type: eventType } = query
  const filter = {
    limit,
    after: afterId(query.cursor, 'dlv'),
    endpointId,
    only: link?.webhookIds,
    status,
    eventType,
    ...idsBetween(ctx, query),
  }
  return toPage(await sql.listDeliveries(db, workspaceId, filter), present)
}

export async function getDelivery(db: Db, principal: Principal, id: string): Promise<DeliveryWithAttempts> {
  const { workspaceId } = principal
  const row = await getReachable(db, principal, id)
  const body = await sql.findEventBody(db, workspaceId, row.event_id)
  // Both have just been deleted because of their age.
  if (body === undefined) throw notFound('delivery')
  const attempts = await sql.listAttempts(db, workspaceId, id, ATTEMPTS_SHOWN)
  return {
    ...present(row),
    body,
    attempts: attempts.map(({ error, ...attempt }) => ({
      ...attempt,
      error: error === null ? null : { code: attempt.response_code === null ? 'no_answer' : 'refused', message: error },
      started_at: attempt.started_at.toISOString(),
    })),
  }
}

export async function redriveDelivery(ctx: Context, db: Db, principal: Principal, id: string): Promise<Delivery> {
  const { workspaceId } = principal
  const { endpoint_id: endpointId } = await getReachable(db, principal, id)
  const endpoint = await findEndpoint(db, workspaceId, endpointId)
  if (!endpoint)
    throw new ApiError('wrong_state', 'The endpoint of this delivery was deleted, so it cannot be sent again.')
  assertActive(endpoint)
  // The delivery is read before the commit, so that the response never shows the attempt that follows.
  return transaction(db, async (tx) => {
    const count = await sql.updateRedriven(tx, workspaceId, { endpointId, id, ...newBudget(ctx) })
    hintDeliveries(ctx, tx)
    const row = present(requireDelivery(await sql.findDelivery(tx, workspaceId, id)))
    if (count === 0)
      throw new ApiError('wrong_state', `Only a dead delivery can be redriven; this one is ${row.status}.`)
    return row
  })
}

export async function recoverDeliveries(
  ctx: Context,
  db: Db,
  workspaceId: string,
  endpointId: string,
  since: Date,
): Promise<{ recovered: number }> {
  await getActiveWebhook(ctx, db, workspaceId, endpointId)
  const from = ctx.ids.lowestAt('delivery', since)
  const recovered = await sql.updateRedriven(db, workspaceId, { endpointId, since: from, ...newBudget(ctx) })
  hintDeliveries(ctx, db)
  return { recovered }
}

/** Makes dead deliveries of active endpoints pending again. */
export async function redriveDeliveries(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { ids, filter = {}, max }: RedriveRequest,
): Promise<Redriven> {
  const wanted = ids && [...new Set(ids)]
  const { endpoint_id: endpointId, event_type: eventType } = filter
  const atMost = wanted?.length ?? max
  const chosen = { ids: wanted, endpointId, eventType, ...idsBetween(ctx, filter), atMost }
  const redriven = await sql.updateManyRedriven(db, workspaceId, chosen, newBudget(ctx))
  hintDeliveries(ctx, db)
  return { redriven, skipped: wanted ? wanted.length - redriven : 0, has_more: !wanted && redriven === max }
}

/** Returns the bounds of the ids, which begin with the time of their event. */
function idsBetween(ctx: Context, { from, to }: { from?: string; to?: string }) {
  const at = (moment: string | undefined) => moment && ctx.ids.lowestAt('delivery', new Date(moment))
  return { from: at(from), to: at(to) }
}

function newBudget(ctx: Context) {
  return { dueAt: ctx.clock.forDatabase(), attempts: ATTEMPTS }
}

async function getReachable(db: Db, { workspaceId, link }: Principal, id: string): Promise<sql.DeliveryRow> {
  const row = requireDelivery(await sql.findDelivery(db, workspaceId, id))
  if (link?.webhookIds && !link.webhookIds.includes(row.endpoint_id)) throw notFound('delivery')
  return row
}

function requireDelivery(row: sql.DeliveryRow | undefined): sql.DeliveryRow {
  if (!row) throw notFound('delivery')
  return row
}

function present(row: sql.DeliveryRow): Delivery {
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
