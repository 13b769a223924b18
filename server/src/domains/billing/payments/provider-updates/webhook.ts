import type { Context } from '../../../../kit/context.ts'
import type { RawRequest } from '../../../../kit/declare/route.ts'
import { transaction } from '../../../../kit/postgres/db.ts'
import { configuredProvider } from '../providers/open.ts'
import * as sql from '../sql/payers.ts'
import { applyFacts } from './payment.ts'

/** Stripe retries for three days; an event that is older comes from somebody's hand. */
const KEPT_DAYS = 30

/** Refuses what cannot come from the provider, by its headers alone: a signature needs the whole body. */
export async function guardEvent(ctx: Context, headers: RawRequest['headers']): Promise<void> {
  const provider = await configuredProvider(ctx)
  provider.guardEvent(headers)
}

/**
 * An event is written down in the transaction of its effect, never before: one that failed half-way is new when it comes
 * again. Whatever must be asked of the provider is asked before the transaction begins.
 */
export async function receiveEvent(ctx: Context, raw: RawRequest): Promise<void> {
  const provider = await configuredProvider(ctx)
  const event = await provider.readEvent(raw, (id) => sql.hasEvent(ctx.db, provider.name, id))
  if (!event) return
  await transaction(ctx.db, async (tx) => {
    const { id, type, facts } = event
    const row = { provider: provider.name, id, type, received_at: ctx.clock.now() }
    if (await sql.insertEvent(tx, row)) await applyFacts(ctx, tx, provider.name, facts)
  })
}

export async function forgetOldEvents(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_DAYS * 86_400_000)
  while ((await sql.deleteEventsBefore(ctx.db, before, 1000)) === 1000);
}
