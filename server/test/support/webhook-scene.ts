import assert from 'node:assert/strict'
import { reviewNew } from '../../src/domains/social/inbox/reviews/contract/review.ts'
import type { Context } from '../../src/kit/context.ts'
import type { Db } from '../../src/kit/postgres/db.ts'
import { type DeliveryOptions, startDeliveries } from '../../src/webhooks/delivery/start.ts'
import { emit } from '../../src/webhooks/emit.ts'
import { atEnd, boot, type Client } from './harness.ts'
import { type Receiver, startReceiver } from './receiver.ts'

export const HOUR = 3_600_000
export const MINUTE = 60_000

/** Boots a workspace with one endpoint at a receiver, in a separate service, so that its clock can be advanced. */
export async function scene({
  options = {},
  outbound,
}: {
  options?: DeliveryOptions
  outbound?: Context['outbound']
} = {}) {
  const world = await boot({ env: { LOG_LEVEL: 'error' } })
  const ctx = outbound ? { ...world.ctx, outbound } : world.ctx
  const receiver = await startReceiver()
  const deliveries = await startDeliveries(ctx, options)
  atEnd(() => deliveries.stop())
  const { live, workspaceId } = world
  const webhook = await createWebhook(live, receiver)
  return {
    ...world,
    ctx,
    receiver,
    deliveries,
    ...webhook,
    webhook: async () => (await live('GET', `/v1/webhooks/${webhook.id}`)).body,
    delivery: async (id: string) => (await live('GET', `/v1/webhooks/deliveries/${id}`)).body,
    list: async (query = '') => (await live('GET', `/v1/webhooks/deliveries?limit=100${query}`)).body.data,
    send: async () => (await live('POST', `/v1/webhooks/${webhook.id}/test`)).body.id as string,
    emit: (db: Db = ctx.db) => emit(ctx, db, reviewNew, reviewNew.example, { workspaceId }),
  }
}

export async function createWebhook(
  client: Client,
  { url }: Receiver,
): Promise<{ id: string; secret: string; url: string }> {
  const reply = await client('POST', '/v1/webhooks', { url: `${url}/hooks` })
  assert.equal(reply.status, 201, reply.text)
  return reply.body
}
