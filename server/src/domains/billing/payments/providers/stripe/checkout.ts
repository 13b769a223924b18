import type { Stripe } from 'stripe'
import { ApiError } from '../../../../../kit/declare/errors.ts'
import type { Checkout, Payer, Purchase } from '../provider.ts'
import { expectObject, type StripeClient, throwUpstream } from './client.ts'

export async function openCheckout(
  stripe: StripeClient,
  purchase: Purchase,
  payer: Payer,
  returnUrl: string,
): Promise<Checkout> {
  const customer = payer.customerId ?? (await createCustomer(stripe, purchase.workspaceId))
  const params = sessionParams(purchase, customer, returnUrl)
  const session = await stripe.checkout.sessions.create(params, { idempotencyKey: purchase.orderId })
  const { id, url } = expectObject(session, 'checkout.session')
  return { url, externalId: id, payer: { customerId: customer, methodId: null }, updates: [] }
}

/** Builds the metadata that links every object at Stripe to its workspace and order. */
export function buildMetadata({ workspaceId, orderId, kind }: Purchase) {
  return { workspace_id: workspaceId, order_id: orderId, kind }
}

async function createCustomer(stripe: StripeClient, workspaceId: string): Promise<string> {
  const params = { metadata: { workspace_id: workspaceId } }
  const customer = await stripe.customers.create(params, { idempotencyKey: `customer-${workspaceId}` })
  return expectObject(customer, 'customer').id
}

function sessionParams(purchase: Purchase, customer: string, returnUrl: string): Stripe.Checkout.SessionCreateParams {
  const { interval, priceUsdCents: unit_amount, title: name } = purchase
  const metadata = buildMetadata(purchase)
  const price = { currency: 'usd', unit_amount, product_data: { name }, ...(interval && { recurring: { interval } }) }
  const common = {
    customer,
    client_reference_id: purchase.orderId,
    metadata,
    success_url: returnUrl,
    cancel_url: returnUrl,
    line_items: [{ quantity: 1, price_data: price }],
  }
  if (interval) return { ...common, mode: 'subscription', subscription_data: { metadata } }
  // Saves the card, so that auto top-up can charge it later.
  return { ...common, mode: 'payment', payment_intent_data: { setup_future_usage: 'off_session', metadata } }
}

export function isSession(externalId: string | null): externalId is string {
  return externalId?.startsWith('cs_') ?? false
}

export async function getSession(stripe: StripeClient, id: string): Promise<Stripe.Checkout.Session> {
  return expectObject(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }), 'checkout.session')
}

export async function closeSession(stripe: StripeClient, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id)
  } catch (error) {
    const { status } = await getSession(stripe, id).catch(throwUpstream)
    if (status === 'complete') throw new ApiError('wrong_state', 'The buyer has just paid this order.')
    if (status !== 'expired') throwUpstream(error)
  }
}
