import type { Context } from '../../../../../kit/context.ts'
import type { PaymentProvider, PaymentUpdate } from '../provider.ts'
import { closeSession, getSession, isSession, openCheckout } from './checkout.ts'
import { asStripeFailure, expectObject, openClient, type StripeClient, throwUpstream } from './client.ts'
import { assertSignatureHeader, readEvent } from './events.ts'
import { chargeSavedMethod, lookupCharge, refundPayment, unpaid } from './payments.ts'
import { getInvoice, invoiceUpdates, sessionUpdates } from './updates.ts'

export async function openStripe(ctx: Context): Promise<PaymentProvider> {
  const stripe = await openClient(ctx)
  const secret = ctx.config.STRIPE_WEBHOOK_SECRET ?? ''
  return {
    name: 'stripe',
    canBillRenewals: true,
    canSaveMethods: true,
    checkout: (purchase, payer, returnUrl) => openCheckout(stripe, purchase, payer, returnUrl).catch(throwUpstream),
    charge: (purchase, payer) => chargeSavedMethod(stripe, purchase, payer),
    async lookup(purchase, payer) {
      const { kind, externalId } = purchase
      if (kind === 'topup') return lookupCharge(stripe, purchase, payer)
      // The page was never shown to the buyer, so it cannot have been paid.
      if (externalId === null) return [unpaid(purchase, { status: 'canceled', reason: 'the checkout was not opened' })]
      return isSession(externalId) ? sessionUpdates(stripe, await getSession(stripe, externalId)) : []
    },
    async close({ externalId }) {
      if (isSession(externalId)) await closeSession(stripe, externalId)
    },
    refund: (purchase) => refundPayment(stripe, purchase).catch(throwUpstream),
    cancel: ({ externalId, when }) => cancelSubscription(stripe, externalId, when),
    lookupRenewals: (subscriptionId) => lookupRenewals(stripe, subscriptionId),
    assertEventHeaders: assertSignatureHeader,
    readEvent: (raw, isKnown) => readEvent(stripe, raw, { secret, isKnown }),
  }
}

async function cancelSubscription(stripe: StripeClient, id: string, when: 'period_end' | 'now'): Promise<void> {
  try {
    if (when === 'now') await stripe.subscriptions.cancel(id)
    else await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  } catch (error) {
    // Already gone at Stripe: there is nothing left to cancel.
    if (asStripeFailure(error)?.code !== 'resource_missing') throwUpstream(error)
  }
}

/** Returns the paid bills of a subscription, oldest first. */
async function lookupRenewals(stripe: StripeClient, subscription: string): Promise<PaymentUpdate[]> {
  const list = await stripe.invoices.list({ subscription, status: 'paid', limit: 24 })
  const updates: PaymentUpdate[] = []
  for (const { id } of expectObject(list, 'list').data.toReversed())
    if (id) updates.push(...(await invoiceUpdates(stripe, await getInvoice(stripe, id))))
  return updates
}
