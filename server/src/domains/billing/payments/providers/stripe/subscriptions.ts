import type { PaymentUpdate } from '../provider.ts'
import { asStripeFailure, expectObject, type StripeClient, throwUpstream } from './client.ts'
import { getInvoice, invoiceUpdates } from './updates.ts'

export async function cancelSubscription(stripe: StripeClient, id: string, when: 'period_end' | 'now'): Promise<void> {
  try {
    if (when === 'now') await stripe.subscriptions.cancel(id)
    else await stripe.subscriptions.update(id, { cancel_at_period_end: true })
  } catch (error) {
    // Already gone at Stripe: there is nothing left to cancel.
    if (asStripeFailure(error)?.code !== 'resource_missing') throwUpstream(error)
  }
}

/** Returns the paid bills of a subscription, oldest first. */
export async function lookupRenewals(stripe: StripeClient, subscription: string): Promise<PaymentUpdate[]> {
  const list = await stripe.invoices.list({ subscription, status: 'paid', limit: 24 })
  const updates: PaymentUpdate[] = []
  for (const { id } of expectObject(list, 'list').data.toReversed())
    if (id) updates.push(...(await invoiceUpdates(stripe, await getInvoice(stripe, id))))
  return updates
}
