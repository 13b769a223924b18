import type { Stripe } from 'stripe'
import { ApiError } from '../../../../../kit/declare/errors.ts'
import type { RawRequest } from '../../../../../kit/declare/route.ts'
import { sha256 } from '../../../../../kit/hash.ts'
import type { PaymentUpdate, ProviderEvent } from '../provider.ts'
import { getSession } from './checkout.ts'
import { asStripeFailure, expectObject, type StripeClient, throwUpstream } from './client.ts'
import {
  getInvoice,
  intentUpdates,
  invoiceUpdates,
  readExpandableId,
  readOrderIds,
  reversalUpdates,
  sessionUpdates,
  subscriptionUpdates,
} from './updates.ts'

type UpdateReader = (stripe: StripeClient, id: string) => Promise<PaymentUpdate[]>

const session: UpdateReader = async (stripe, id) => sessionUpdates(stripe, await getSession(stripe, id))

const intent: UpdateReader = async (stripe, id) => {
  const found = expectObject(await stripe.paymentIntents.retrieve(id), 'payment_intent')
  return intentUpdates(found, { isOffSession: found.metadata['kind'] === 'topup' })
}

const invoice: UpdateReader = async (stripe, id) => invoiceUpdates(stripe, await getInvoice(stripe, id))

const subscription: UpdateReader = async (stripe, id) =>
  subscriptionUpdates(expectObject(await stripe.subscriptions.retrieve(id), 'subscription'))

const refund: UpdateReader = async (stripe, id) => {
  const charge = expectObject(await stripe.charges.retrieve(id), 'charge')
  const payment = readExpandableId(charge.payment_intent)
  return reversalUpdates(stripe, payment, {
    kind: 'refunded',
    ref: payment ?? charge.id,
    refundedCents: charge.amount_refunded,
  })
}

const dispute: UpdateReader = async (stripe, id) => {
  const found = expectObject(await stripe.disputes.retrieve(id), 'dispute')
  const payment = readExpandableId(found.payment_intent)
  return reversalUpdates(stripe, payment, { kind: 'disputed', ref: payment ?? readExpandableId(found.charge) ?? '' })
}

const method: UpdateReader = async (stripe, id) => {
  const found = expectObject(await stripe.paymentMethods.retrieve(id), 'payment_method')
  const customerId = readExpandableId(found.customer)
  return customerId === null ? [] : [{ kind: 'method', customerId, methodId: found.id }]
}

const customer: UpdateReader = async (stripe, id) => {
  const found = expectObject(await stripe.customers.retrieve(id), 'customer')
  const methodId = 'invoice_settings' in found ? readExpandableId(found.invoice_settings.default_payment_method) : null
  return methodId === null ? [] : [{ kind: 'method', customerId: found.id, methodId }]
}

/** Events that have an effect. All others are only stored. */
const READERS: Readonly<Record<string, UpdateReader>> = {
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

export function assertSignatureHeader(headers: RawRequest['headers']): void {
  if (!/^t=\d+,(?:.*,)?v1=/.test(String(headers['stripe-signature'] ?? ''))) throw invalidSignature()
}

/** Returns undefined when the event is already known. */
export async function readEvent(
  stripe: StripeClient,
  raw: RawRequest,
  { secret, isKnown }: { secret: string; isKnown: (eventId: string) => Promise<boolean> },
): Promise<ProviderEvent | undefined> {
  const event = verify(stripe, raw, secret)
  // Stripe's events have ids; a signed event without one is identified by its content.
  const id = event.id ?? sha256(raw.body).toString('hex')
  if (await isKnown(id)) return undefined
  return { id, type: event.type, updates: await eventUpdates(stripe, event).catch(throwUpstream) }
}

function verify(stripe: StripeClient, { body, headers }: RawRequest, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, String(headers['stripe-signature'] ?? ''), secret)
  } catch (error) {
    throw invalidSignature(error)
  }
}

function invalidSignature(cause?: unknown): ApiError {
  return new ApiError('invalid_signature', 'The header Stripe-Signature does not match this body.', { cause })
}

/**
 * Fetches the current state of the object that an event names. So events may come twice, late or in any order, and in any version
 * of Stripe's API.
 */
async function eventUpdates(stripe: StripeClient, event: Stripe.Event): Promise<PaymentUpdate[]> {
  const reader = READERS[event.type]
  const { id, metadata } = event.data.object as { id?: string; metadata?: Stripe.Metadata | null }
  if (!reader || !id) return []
  // Skips payments that other programs make on the same account. Payments of a subscription do not carry our metadata.
  if (reader === intent && !readOrderIds(metadata)) return []
  try {
    return await reader(stripe, id)
  } catch (error) {
    if (asStripeFailure(error)?.code === 'resource_missing') return []
    throw error
  }
}
