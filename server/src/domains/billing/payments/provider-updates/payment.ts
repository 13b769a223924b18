import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { grantCredits } from '../../credits/grants.ts'
import type { Fact, Payer, ProviderName } from '../providers/provider.ts'
import type { OrderRow } from '../sql/orders.ts'
import * as orders from '../sql/orders.ts'
import * as payers from '../sql/payers.ts'
import * as subscriptions from '../sql/subscriptions.ts'
import { endSubscription, paySubscription } from '../subscriptions/lifecycle.ts'
import { takeBack } from './refund.ts'

type FactOf<K extends Fact['kind']> = Extract<Fact, { kind: K }>

const DECLINES_MOST = 2

/** Makes the books agree with what a provider knows. Everything is locked in one order: order, subscription, wallet. */
export async function applyFacts(ctx: Context, tx: Db, provider: ProviderName, facts: readonly Fact[]): Promise<void> {
  for (const fact of facts) {
    switch (fact.kind) {
      case 'paid':
        await applyPaid(ctx, tx, fact)
        break
      case 'unpaid':
        await applyUnpaid(ctx, tx, fact)
        break
      case 'renewed':
        await applyRenewed(ctx, tx, provider, fact)
        break
      case 'past_due':
      case 'canceling':
      case 'ended':
        await applySubscription(ctx, tx, fact)
        break
      case 'refunded':
      case 'disputed':
        await applyRefund(ctx, tx, provider, fact)
        break
      case 'method':
        await applyMethod(ctx, tx, provider, fact)
        break
    }
  }
}

/**
 * The one way to credits. A pending order becomes paid and grants in the same transaction; one that was given up grants
 * too when its money comes after all. Any other has had its grant.
 */
async function applyPaid(ctx: Context, tx: Db, fact: FactOf<'paid'>): Promise<void> {
  const { workspaceId, orderId } = fact
  const order = await orders.lockOrder(tx, workspaceId, orderId)
  if (!order) return ctx.log.error({ order: orderId }, 'a payment names an order that is not there')
  await rememberPayer(ctx, tx, order, fact.payer)
  for (const ref of fact.refs) {
    const owner = await payers.insertRef(tx, order.provider, ref, { workspace_id: workspaceId, owner_id: orderId })
    if (owner.owner_id !== orderId)
      return ctx.log.error({ order: orderId, ref, owner: owner.owner_id }, 'a payment belongs to another order')
  }
  if (!['pending', 'failed', 'canceled'].includes(order.status)) return
  const now = ctx.clock.now()
  const external_id = order.external_id ?? fact.refs.find((ref) => ref !== orderId) ?? null
  const done = { status: 'paid', paid_at: now, url: null, error: null, attempt_at: null, external_id } as const
  const paid = await orders.updateOrder(tx, workspaceId, orderId, now, done)
  if (paid.kind === 'subscription') return paySubscription(ctx, tx, paid, fact.subscription)
  await grantCredits(ctx, tx, workspaceId, { kind: 'pack', source: orderId, amount: paid.credits })
  if (paid.kind === 'topup') await payers.updatePayerPaid(tx, workspaceId, paid.provider, now)
}

async function applyUnpaid(ctx: Context, tx: Db, fact: FactOf<'unpaid'>): Promise<void> {
  const { workspaceId, orderId, status, reason } = fact
  const order = await orders.lockOrder(tx, workspaceId, orderId)
  if (order?.status !== 'pending') return
  const now = ctx.clock.now()
  await orders.updateOrder(tx, workspaceId, orderId, now, { status, error: reason, url: null, attempt_at: null })
  if (order.kind !== 'topup' || status !== 'failed') return
  const declinesMost = fact.needsBuyer ? 1 : DECLINES_MOST
  await payers.updatePayerDeclined(tx, workspaceId, order.provider, { declinesMost, reason, now })
}

/** The first bill of a subscription pays its order; each later one becomes an order of its own, known by the bill. */
async function applyRenewed(ctx: Context, tx: Db, provider: ProviderName, fact: FactOf<'renewed'>): Promise<void> {
  const { workspaceId, orderId, invoiceId, refs, subscription } = fact
  const about = { refs: [invoiceId, ...refs], subscription, ...(fact.payer && { payer: fact.payer }) }
  const first = await orders.lockOrder(tx, workspaceId, orderId)
  if (!first) return ctx.log.error({ order: orderId }, 'a bill names an order that is not there')
  const known = await payers.findRef(tx, provider, invoiceId)
  if (known || first.paid_at === null)
    return applyPaid(ctx, tx, { kind: 'paid', workspaceId, orderId: known?.owner_id ?? orderId, ...about })
  const id = ctx.ids.next('order')
  const now = ctx.clock.now()
  await orders.insertOrder(tx, {
    ...first,
    id,
    status: 'pending',
    external_id: invoiceId,
    url: null,
    error: null,
    first_month: null,
    attempt_at: null,
    attempts: 0,
    refunded_cents: 0,
    revoked_credits: 0,
    debt_credits: 0,
    created_at: now,
    updated_at: now,
    paid_at: null,
  })
  await applyPaid(ctx, tx, { kind: 'paid', workspaceId, orderId: id, ...about })
}

async function applySubscription(
  ctx: Context,
  tx: Db,
  fact: FactOf<'past_due'> | FactOf<'canceling'> | FactOf<'ended'>,
): Promise<void> {
  const order = await orders.findOrder(tx, fact.workspaceId, fact.orderId)
  const found = await subscriptions.lockSubscription(tx, fact.workspaceId, order?.subscription_id ?? '')
  if (!found || found.status === 'canceled') return
  const now = ctx.clock.now()
  if (fact.kind === 'ended') await endSubscription(ctx, tx, found)
  else if (fact.kind === 'canceling')
    await subscriptions.updateSubscription(tx, found, now, { cancel_at_period_end: fact.isCanceling })
  else
    await subscriptions.updateSubscription(tx, found, now, {
      status: 'past_due',
      past_due_at: found.past_due_at ?? now,
    })
}

/** Money that goes back was there before: an order that has not heard of its payment yet is paid first. */
async function applyRefund(
  ctx: Context,
  tx: Db,
  provider: ProviderName,
  fact: FactOf<'refunded'> | FactOf<'disputed'>,
): Promise<void> {
  const owner = await payers.findRef(tx, provider, fact.ref)
  const order = owner && (await orders.lockOrder(tx, owner.workspace_id, owner.owner_id))
  if (!order) return ctx.log.warn({ ref: fact.ref }, 'a refund or dispute is about no order of ours')
  if (order.paid_at === null) return ctx.log.error({ order: order.id }, 'a refund came before its payment')
  const refundedCents = fact.kind === 'disputed' ? order.price_usd_cents : fact.refundedCents
  await takeBack(ctx, tx, order, { refundedCents, status: fact.kind })
  if (fact.kind === 'disputed') await payers.blockPayer(tx, order.workspace_id, provider, 'disputed', ctx.clock.now())
}

async function applyMethod(ctx: Context, tx: Db, provider: ProviderName, fact: FactOf<'method'>): Promise<void> {
  const owner = await payers.findRef(tx, provider, fact.customerId)
  if (owner) await payers.upsertPayer(tx, owner.workspace_id, provider, fact, ctx.clock.now())
}

/** Writes down who pays, and whose customer that is. */
export async function rememberPayer(
  ctx: Context,
  tx: Db,
  { workspace_id, provider }: Pick<OrderRow, 'workspace_id' | 'provider'>,
  payer: Payer | undefined,
): Promise<void> {
  if (!payer) return
  await payers.upsertPayer(tx, workspace_id, provider, payer, ctx.clock.now())
  if (payer.customerId) await payers.insertRef(tx, provider, payer.customerId, { workspace_id, owner_id: workspace_id })
}
