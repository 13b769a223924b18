import type { Stripe } from 'stripe'
import type { Fact, Payer } from '../provider.ts'
import { type Client, expect } from './client.ts'

/** How an object at Stripe names the order it belongs to; absent on what is not ours. */
export interface Label {
  readonly workspaceId: string
  readonly orderId: string
}

export function labelOf(metadata: Stripe.Metadata | null | undefined): Label | undefined {
  const { workspace_id: workspaceId, order_id: orderId } = metadata ?? {}
  return workspaceId && orderId ? { workspaceId, orderId } : undefined
}

export function idOf(link: string | { id: string } | null | undefined): string | null {
  return typeof link === 'string' ? link : (link?.id ?? null)
}

function payerOf(customer: Parameters<typeof idOf>[0], method: Parameters<typeof idOf>[0]): { payer?: Payer } {
  const customerId = idOf(customer)
  return customerId === null ? {} : { payer: { customerId, methodId: idOf(method) } }
}

/** What a payment says. One that failed is final only when nobody sits before it and can try another card. */
export function intentFacts(intent: Stripe.PaymentIntent, { isAway }: { isAway: boolean }): Fact[] {
  const label = labelOf(intent.metadata)
  if (!label) return []
  if (intent.status === 'succeeded') {
    const refs = [intent.id, idOf(intent.latest_charge)].filter((ref) => ref !== null)
    return [{ kind: 'paid', ...label, refs, ...payerOf(intent.customer, intent.payment_method) }]
  }
  if (intent.status === 'canceled' && isAway) return [{ kind: 'unpaid', ...label, ...declineOf(intent) }]
  if (!isAway || !['requires_payment_method', 'requires_action'].includes(intent.status)) return []
  return [{ kind: 'unpaid', ...label, ...declineOf(intent) }]
}

function declineOf({ status, last_payment_error: error }: Stripe.PaymentIntent) {
  const reason =
    error?.decline_code ?? error?.code ?? (status === 'requires_action' ? 'authentication_required' : status)
  return { status: 'failed', reason, needsBuyer: reason === 'authentication_required' } as const
}

export async function sessionFacts(stripe: Client, session: Stripe.Checkout.Session): Promise<Fact[]> {
  const label = labelOf(session.metadata)
  if (!label) return []
  if (session.status === 'expired')
    return [{ kind: 'unpaid', ...label, status: 'canceled', reason: 'the checkout expired' }]
  if (session.status !== 'complete') return []
  if (session.mode === 'subscription') {
    const invoice = idOf(session.invoice)
    return invoice === null ? [] : invoiceFacts(stripe, await getInvoice(stripe, invoice))
  }
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  if (session.payment_status === 'unpaid') return intent ? asyncFacts(intent, label) : []
  const refs = [session.id, idOf(session.payment_intent), idOf(intent?.latest_charge)].filter((ref) => ref !== null)
  return [{ kind: 'paid', ...label, refs, ...payerOf(session.customer, intent?.payment_method) }]
}

/** A bank transfer and its like: the buyer is gone, the money comes days later or not at all. */
function asyncFacts(intent: Stripe.PaymentIntent, label: Label): Fact[] {
  if (!['requires_payment_method', 'canceled'].includes(intent.status)) return []
  return [{ kind: 'unpaid', ...label, ...declineOf(intent) }]
}

export async function getInvoice(stripe: Client, id: string): Promise<Stripe.Invoice> {
  return expect(await stripe.invoices.retrieve(id, { expand: ['payments'] }), 'invoice')
}

/** A bill of a subscription. Which order that is, and when it began, only the subscription knows for certain. */
export async function invoiceFacts(stripe: Client, invoice: Stripe.Invoice): Promise<Fact[]> {
  const subscriptionId = idOf(invoice.parent?.subscription_details?.subscription)
  if (subscriptionId === null || !invoice.id) return []
  const subscription = expect(await stripe.subscriptions.retrieve(subscriptionId), 'subscription')
  const label = labelOf(subscription.metadata)
  if (!label) return []
  if (invoice.status !== 'paid')
    return invoice.status === 'open' && invoice.attempt_count > 0 ? [{ kind: 'past_due', ...label }] : []
  const refs = (invoice.payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? [])
  return [
    {
      kind: 'renewed',
      ...label,
      invoiceId: invoice.id,
      refs,
      subscription: { externalId: subscriptionId, startedAt: new Date(subscription.start_date * 1000) },
      ...payerOf(invoice.customer, subscription.default_payment_method),
    },
  ]
}

export function subscriptionFacts(subscription: Stripe.Subscription): Fact[] {
  const label = labelOf(subscription.metadata)
  if (!label) return []
  switch (subscription.status) {
    case 'canceled':
    case 'incomplete_expired':
      return [{ kind: 'ended', ...label }]
    case 'past_due':
    case 'unpaid':
      return [{ kind: 'past_due', ...label }]
    default: {
      const isCanceling = subscription.cancel_at_period_end || subscription.cancel_at !== null
      return [{ kind: 'canceling', ...label, isCanceling }]
    }
  }
}

/** That a payment went back, and before it that it was made: the news of that may still be on its way. */
export async function reversalFacts(stripe: Client, intentId: string | null, reversal: Fact): Promise<Fact[]> {
  if (intentId === null) return [reversal]
  const intent = expect(await stripe.paymentIntents.retrieve(intentId), 'payment_intent')
  const own = intentFacts(intent, { isAway: false })
  if (own.length > 0) return [...own, reversal]
  const payments = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intentId },
    limit: 1,
  })
  const invoice = idOf(expect(payments, 'list').data[0]?.invoice)
  return invoice === null ? [] : [...(await invoiceFacts(stripe, await getInvoice(stripe, invoice))), reversal]
}
