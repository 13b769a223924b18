import type { Context } from '../../../../kit/context.ts'
import type { RawRequest } from '../../../../kit/declare/route.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { configuredProvider } from '../providers/open-provider.ts'
import * as sql from '../sql/payment-events.ts'
import { applyUpdates } from './apply.ts'

/** Stripe retries an event for three days; a later one was resent manually. */
const KEPT_DAYS = 30
const BATCH_ROWS = 1000

/**
 * Refuses requests whose headers show that they cannot come from the provider; the signature is checked once the body is read.
 */
export async function guardProviderWebhook(ctx: Context, headers: RawRequest['headers']): Promise<void> {
  const provider = await configuredProvider(ctx)
  provider.assertEventHeaders(headers)
}

/**
 * Stores an event in the transaction of its effect, so that an event whose effect failed is processed when it is sent again.
 * Requests to the provider are made before the transaction begins.
 */
export async function receiveProviderWebhook(ctx: Context, raw: RawRequest): Promise<void> {
  const provider = await configuredProvider(ctx)
  const event = await provider.readEvent(raw, (id) => sql.hasEvent(ctx.db, provider.name, id))
  if (!event) return
  await transaction(ctx.db, async (tx) => {
    const { id, type, updates } = event
    const row = { provider: provider.name, id, type, received_at: ctx.clock.now() }
    if (await sql.insertEvent(tx, row)) await applyUpdates(ctx, tx, provider.name, updates)
  })
}

export async function forgetOldProviderEvents(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000)
  while ((await sql.deleteEventsBefore(ctx.db, before, BATCH_ROWS)) === BATCH_ROWS);
}
