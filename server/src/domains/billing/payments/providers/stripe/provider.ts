import type { Context } from '../../../../../kit/context.ts'
import type { PaymentProvider } from '../provider.ts'
import { closeSession, getSession, isSession, openCheckout } from './checkout.ts'
import { openClient, throwUpstream } from './client.ts'
import { assertSignatureHeader, readEvent } from './events.ts'
import { chargeSavedMethod, lookupCharge, refundPayment, unpaid } from './payments.ts'
import { cancelSubscription, lookupRenewals } from './subscriptions.ts'
import { sessionUpdates } from './updates.ts'

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
