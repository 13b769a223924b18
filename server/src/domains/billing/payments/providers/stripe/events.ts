import type { Stripe } from 'stripe'
import type { Fact } from '../provider.ts'
import { type Client, expect, failureOf } from './client.ts'
import {
  getInvoice,
  idOf,
  intentFacts,
  invoiceFacts,
  labelOf,
  reversalFacts,
  sessionFacts,
  subscriptionFacts,
} from './updates.ts'

type Reader = (stripe: Client, id: string) => Promise<Fact[]>

const session: Reader = async (stripe, id) =>
  sessionFacts(
    stripe,
    expect(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }), 'checkout.session'),
  )

const intent: Reader = async (stripe, id) => {
  const found = expect(await stripe.paymentIntents.retrieve(id), 'payment_intent')
  return intentFacts(found, { isAway: found.metadata['kind'] === 'topup' })
}

const invoice: Reader = async (stripe, id) => invoiceFacts(stripe, await getInvoice(stripe, id))

const subscription: Reader = async (stripe, id) =>
  subscriptionFacts(expect(await stripe.subscriptions.retrieve(id), 'subscription'))

const refund: Reader = async (stripe, id) => {
  const charge = expect(await stripe.charges.retrieve(id), 'charge')
  const payment = idOf(charge.payment_intent)
  return reversalFacts(stripe, payment, {
    kind: 'refunded',
    ref: payment ?? charge.id,
    refundedCents: charge.amount_refunded,
  })
}

const dispute: Reader = async (stripe, id) => {
  const found = expect(await stripe.disputes.retrieve(id), 'dispute')
  const payment = idOf(found.payment_intent)
  return reversalFacts(stripe, payment, { kind: 'disputed', ref: payment ?? idOf(found.charge) ?? '' })
}

const method: Reader = async (stripe, id) => {
  const found = expect(await stripe.paymentMethods.retrieve(id), 'payment_method')
  const customerId = idOf(found.customer)
  return customerId === null ? [] : [{ kind: 'method', customerId, methodId: found.id }]
}

const customer: Reader = async (stripe, id) => {
  const found = expect(await stripe.customers.retrieve(id), 'customer')
  const methodId = 'invoice_settings' in found ? idOf(found.invoice_settings.default_payment_method) : null
  return methodId === null ? [] : [{ kind: 'method', customerId: found.id, methodId }]
}

/** The events that mean something to us. Whatever else comes is taken note of and nothing more. */
const READERS: Readonly<Record<string, Reader>> = {
  'checkout.session.completed': session,
  'checkout.session.async_payment_succeeded': session,
  'checkout.session.async_payment_failed': session,
  'checkout.session.expired': session,
  'payment_intent.succeeded': intent,
  'payment_intent.payment_failed': intent,
  'payment_intent.canceled': intent,
  'invoice.paid': invoice,
  'invoice.payment_failed': invoice,
  'customer.subscription.updated': subscription,
  'customer.subscription.deleted': subscription,
  'charge.refunded': refund,
  'charge.dispute.created': dispute,
  'payment_method.attached': method,
  'customer.updated': customer,
}

/**
 * An event only says where to look: the object is fetched as it is now. So events may come twice, late or in any order,
 * and in whatever version of the API the account has.
 */
export async function eventFacts(stripe: Client, event: Stripe.Event): Promise<Fact[]> {
  const reader = READERS[event.type]
  const { id, metadata } = event.data.object as { id?: string; metadata?: Stripe.Metadata | null }
  if (!reader || !id) return []
  // Another program's payments on the same account are none of our business; those of a subscription carry no label.
  if (reader === intent && !labelOf(metadata)) return []
  try {
    return await reader(stripe, id)
  } catch (error) {
    if (failureOf(error)?.code === 'resource_missing') return []
    throw error
  }
}
