import type { Stripe } from 'stripe'
import type { OrderIds, Payer, PaymentUpdate } from '../provider.ts'
import { expectObject, type StripeClient } from './client.ts'

/** Reads the order that an object at Stripe belongs to; undefined for objects of other programs. */
export function readOrderIds(metadata: Stripe.Metadata | null | undefined): OrderIds | undefined {
  const { workspace_id: workspaceId, order_id: orderId } = metadata ?? {}
  return workspaceId && orderId ? { workspaceId, orderId } : undefined
}

export function readExpandableId(link: string | { id: string } | null | undefined): string | null {
  return typeof link === 'string' ? link : (link?.id ?? null)
}

function readPayer(
  customer: Parameters<typeof readExpandableId>[0],
  method: Parameters<typeof readExpandableId>[0],
): { payer?: Payer } {
  const customerId = readExpandableId(customer)
  return customerId === null ? {} : { payer: { customerId, methodId: readExpandableId(method) } }
}

/** Treats a failed payment as final only when it was made off session: on a page, the buyer can try another card. */
export function intentUpdates(
  intent: Stripe.PaymentIntent,
  { isOffSession }: { isOffSession: boolean },
): PaymentUpdate[] {
  const ids = readOrderIds(intent.metadata)
  if (!ids) return []
  if (intent.status === 'succeeded') {
    const refs = [intent.id, readExpandableId(intent.latest_charge)].filter((ref) => ref !== null)
    return [{ kind: 'paid', ...ids, refs, ...readPayer(intent.customer, intent.payment_method) }]
  }
  if (intent.status === 'canceled' && isOffSession) return [{ kind: 'unpaid', ...ids, ...describeDecline(intent) }]
  if (!isOffSession || !['requires_payment_method', 'requires_action'].includes(intent.status)) return []
  return [{ kind: 'unpaid', ...ids, ...describeDecline(intent) }]
}

function describeDecline({ status, last_payment_error: error }: Stripe.PaymentIntent) {
  const reason =
    error?.decline_code ?? error?.code ?? (status === 'requires_action' ? 'authentication_required' : status)
  return { status: 'failed', reason, needsAuthentication: reason === 'authentication_required' } as const
}

export async function sessionUpdates(stripe: StripeClient, session: Stripe.Checkout.Session): Promise<PaymentUpdate[]> {
  const ids = readOrderIds(session.metadata)
  if (!ids) return []
  if (session.status === 'expired')
    return [{ kind: 'unpaid', ...ids, status: 'canceled', reason: 'the checkout expired' }]
  if (session.status !== 'complete') return []
  if (session.mode === 'subscription') {
    const invoice = readExpandableId(session.invoice)
    return invoice === null ? [] : invoiceUpdates(stripe, await getInvoice(stripe, invoice))
  }
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  if (session.payment_status === 'unpaid') return intent ? delayedPaymentUpdates(intent, ids) : []
  const refs = [session.id, readExpandableId(session.payment_intent), readExpandableId(intent?.latest_charge)].filter(
    (ref) => ref !== null,
  )
  return [{ kind: 'paid', ...ids, refs, ...readPayer(session.customer, intent?.payment_method) }]
}

/** Handles bank transfers and similar methods: the buyer has left the page, and the money arrives days later or not at all. */
function delayedPaymentUpdates(intent: Stripe.PaymentIntent, ids: OrderIds): PaymentUpdate[] {
  if (!['requires_payment_method', 'canceled'].includes(intent.status)) return []
  return [{ kind: 'unpaid', ...ids, ...describeDecline(intent) }]
}

export async function getInvoice(stripe: StripeClient, id: string): Promise<Stripe.Invoice> {
  return expectObject(await stripe.invoices.retrieve(id, { expand: ['payments'] }), 'invoice')
}

/** Reads a bill of a subscription. Only the subscription itself reliably names its order and its start. */
export async function invoiceUpdates(stripe: StripeClient, invoice: Stripe.Invoice): Promise<PaymentUpdate[]> {
  const subscriptionId = readExpandableId(invoice.parent?.subscription_details?.subscription)
  if (subscriptionId === null || !invoice.id) return []
  const subscription = expectObject(await stripe.subscriptions.retrieve(subscriptionId), 'subscription')
  const ids = readOrderIds(subscription.metadata)
  if (!ids) return []
  if (invoice.status !== 'paid')
    return invoice.status === 'open' && invoice.attempt_count > 0 ? [{ kind: 'past_due', ...ids }] : []
  const refs = (invoice.payments?.data ?? []).flatMap(({ payment }) => readExpandableId(payment.payment_intent) ?? [])
  return [
    {
      kind: 'renewed',
      ...ids,
      invoiceId: invoice.id,
      refs,
      subscription: { externalId: subscriptionId, startedAt: new Date(subscription.start_date * 1000) },
      ...readPayer(invoice.customer, subscription.default_payment_method),
    },
  ]
}

export function subscriptionUpdates(subscription: Stripe.Subscription): PaymentUpdate[] {
  const ids = readOrderIds(subscription.metadata)
  if (!ids) return []
  switch (subscription.status) {
    case 'canceled':
    case 'incomplete_expired':
      return [{ kind: 'ended', ...ids }]
    case 'past_due':
    case 'unpaid':
      return [{ kind: 'past_due', ...ids }]
    default: {
      const isCanceling = subscription.cancel_at_period_end || subscription.cancel_at !== null
      return [{ kind: 'canceling', ...ids, isCanceling }]
    }
  }
}

/** Returns a refund or dispute, preceded by its payment: the event about the payment may not have arrived yet. */
export async function reversalUpdates(
  stripe: StripeClient,
  intentId: string | null,
  reversal: PaymentUpdate,
): Promise<PaymentUpdate[]> {
  if (intentId === null) return [reversal]
  const intent = expectObject(await stripe.paymentIntents.retrieve(intentId), 'payment_intent')
  const own = intentUpdates(intent, { isOffSession: false })
  if (own.length > 0) return [...own, reversal]
  const payments = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intentId },
    limit: 1,
  })
  const invoice = readExpandableId(expectObject(payments, 'list').data[0]?.invoice)
  return invoice === null ? [] : [...(await invoiceUpdates(stripe, await getInvoice(stripe, invoice))), reversal]
}
