import type { Stripe } from 'stripe'
import { ApiError } from '../../../../../kit/declare/errors.ts'
import type { Payer, PaymentUpdate, Purchase } from '../provider.ts'
import { buildMetadata, getSession, isSession } from './checkout.ts'
import { asStripeFailure, expectObject, type StripeClient } from './client.ts'
import { getInvoice, intentUpdates, readExpandableId, readOrderIds } from './updates.ts'

/** Margin for clock skew: a search starts this long before the order was created. */
const SKEW_SECONDS = 3600

export async function chargeSavedMethod(
  stripe: StripeClient,
  purchase: Purchase,
  { customerId, methodId }: Payer,
): Promise<PaymentUpdate[]> {
  if (!customerId || !methodId) return [unpaid(purchase, { reason: 'no_payment_method' })]
  const params = {
    amount: purchase.priceUsdCents,
    currency: 'usd',
    customer: customerId,
    payment_method: methodId,
    off_session: true,
    confirm: true,
    description: purchase.title,
    metadata: buildMetadata(purchase),
  }
  try {
    const intent = await stripe.paymentIntents.create(params, { idempotencyKey: purchase.orderId })
    return intentUpdates(expectObject(intent, 'payment_intent'), { isOffSession: true })
  } catch (error) {
    return declinedUpdates(stripe, purchase, error)
  }
}

/**
 * Reports a refusal, which is a definite outcome. After any other error the card may have been charged, so that error is thrown.
 */
async function declinedUpdates(stripe: StripeClient, purchase: Purchase, error: unknown): Promise<PaymentUpdate[]> {
  const failure = asStripeFailure(error)
  if (failure?.type !== 'StripeCardError' && failure?.type !== 'StripeInvalidRequestError') throw error
  // The order has failed, so its payment must not be completed later by other means.
  if (failure.payment_intent) await stripe.paymentIntents.cancel(failure.payment_intent.id).catch(() => {})
  return [
    unpaid(purchase, {
      reason: failure.decline_code ?? failure.code ?? 'declined',
      needsAuthentication: failure.code === 'authentication_required',
    }),
  ]
}

export function unpaid(
  { workspaceId, orderId }: Purchase,
  why: { reason: string; status?: 'failed' | 'canceled'; needsAuthentication?: boolean },
): PaymentUpdate {
  return { kind: 'unpaid', workspaceId, orderId, status: 'failed', ...why }
}

/** Looks up the outcome of a payment with the saved method; returns no updates when Stripe does not know it. */
export async function lookupCharge(
  stripe: StripeClient,
  purchase: Purchase,
  { customerId }: Payer,
): Promise<PaymentUpdate[]> {
  const intent = customerId === null ? undefined : await findIntent(stripe, purchase, customerId)
  return intent ? intentUpdates(intent, { isOffSession: true }) : []
}

async function findIntent(
  stripe: StripeClient,
  purchase: Purchase,
  customer: string,
): Promise<Stripe.PaymentIntent | undefined> {
  const gte = Math.floor(purchase.createdAt.getTime() / 1000) - SKEW_SECONDS
  const list = expectObject(await stripe.paymentIntents.list({ customer, created: { gte }, limit: 100 }), 'list')
  return list.data.find(({ metadata }) => readOrderIds(metadata)?.orderId === purchase.orderId)
}

export async function refundPayment(stripe: StripeClient, purchase: Purchase): Promise<PaymentUpdate[]> {
  const payment = await findPayment(stripe, purchase)
  if (payment === null) throw new ApiError('wrong_state', 'Stripe has no payment for this order.')
  const key = { idempotencyKey: `refund-${purchase.orderId}` }
  expectObject(await stripe.refunds.create({ payment_intent: payment }, key), 'refund')
  return [{ kind: 'refunded', ref: payment, refundedCents: purchase.priceUsdCents }]
}

/** Finds the payment of an order, whether it was made on a page, by a bill or with the saved card. */
async function findPayment(stripe: StripeClient, { externalId }: Purchase): Promise<string | null> {
  if (externalId?.startsWith('pi_')) return externalId
  const session = isSession(externalId) ? await getSession(stripe, externalId) : undefined
  const payment = readExpandableId(session?.payment_intent)
  if (payment !== null) return payment
  const invoice = session ? readExpandableId(session.invoice) : externalId
  if (!invoice) return null
  const { payments } = await getInvoice(stripe, invoice)
  return readExpandableId(payments?.data[0]?.payment.payment_intent)
}
