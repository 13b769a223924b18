import type { Stripe } from 'stripe'
import type { Context } from '../../../../../kit/context.ts'
import { ApiError } from '../../../../../kit/declare/errors.ts'
import type { RawRequest } from '../../../../../kit/declare/route.ts'
import { sha256 } from '../../../../../kit/hash.ts'
import type { Fact, PaymentProvider, Purchase } from '../provider.ts'
import { asUpstream, type Client, expect, failureOf, openClient } from './client.ts'
import { eventFacts } from './events.ts'
import { getInvoice, idOf, intentFacts, invoiceFacts, labelOf, sessionFacts } from './updates.ts'

/** Stripe's clock and ours may differ: look a little further back than the order is old. */
const SKEW_SECONDS = 3600

export async function openStripe(ctx: Context): Promise<PaymentProvider> {
  const stripe = await openClient(ctx)
  const secret = ctx.config.STRIPE_WEBHOOK_SECRET ?? ''
  return {
    name: 'stripe',
    collectsRenewals: true,
    keepsMethods: true,

    async checkout(purchase, payer, returnUrl) {
      try {
        const customer = payer.customerId ?? (await newCustomer(stripe, purchase.workspaceId))
        const params = sessionParams(purchase, customer, returnUrl)
        const session = await stripe.checkout.sessions.create(params, { idempotencyKey: purchase.orderId })
        const { id, url } = expect(session, 'checkout.session')
        return { url, externalId: id, payer: { customerId: customer, methodId: null }, facts: [] }
      } catch (error) {
        return asUpstream(error)
      }
    },

    async charge(purchase, { customerId, methodId }) {
      if (!customerId || !methodId) return [unpaid(purchase, 'no_payment_method')]
      try {
        const params = {
          amount: purchase.priceUsdCents,
          currency: 'usd',
          customer: customerId,
          payment_method: methodId,
          off_session: true,
          confirm: true,
          description: purchase.title,
          metadata: label(purchase),
        }
        const intent = await stripe.paymentIntents.create(params, { idempotencyKey: purchase.orderId })
        return intentFacts(expect(intent, 'payment_intent'), { isAway: true })
      } catch (error) {
        return declined(stripe, purchase, error)
      }
    },

    async lookup(purchase, { customerId }) {
      if (purchase.kind === 'topup') {
        const intent = customerId === null ? undefined : await findIntent(stripe, purchase, customerId)
        return intent ? intentFacts(intent, { isAway: true }) : []
      }
      // Its page was never shown to anybody: nobody can have paid on it.
      if (purchase.externalId === null) return [unpaid(purchase, 'the checkout was not opened', 'canceled')]
      return purchase.externalId.startsWith('cs_')
        ? sessionFacts(stripe, await getSession(stripe, purchase.externalId))
        : []
    },

    async close({ externalId }) {
      if (!externalId?.startsWith('cs_')) return
      try {
        await stripe.checkout.sessions.expire(externalId)
      } catch (error) {
        const { status } = await getSession(stripe, externalId).catch(asUpstream)
        if (status === 'complete') throw new ApiError('wrong_state', 'The buyer has just paid this order.')
        if (status !== 'expired') asUpstream(error)
      }
    },

    async refund(purchase) {
      try {
        const payment = await findPayment(stripe, purchase)
        if (payment === null) throw new ApiError('wrong_state', 'Stripe knows no payment for this order.')
        const key = { idempotencyKey: `refund-${purchase.orderId}` }
        expect(await stripe.refunds.create({ payment_intent: payment }, key), 'refund')
        return [{ kind: 'refunded', ref: payment, refundedCents: purchase.priceUsdCents }]
      } catch (error) {
        return asUpstream(error)
      }
    },

    async cancel({ externalId, when }) {
      try {
        if (when === 'now') await stripe.subscriptions.cancel(externalId)
        else await stripe.subscriptions.update(externalId, { cancel_at_period_end: true })
      } catch (error) {
        // Gone there already: then there is nothing left to cancel.
        if (failureOf(error)?.code !== 'resource_missing') asUpstream(error)
      }
    },

    async catchUp(_purchase, externalId) {
      const list = await stripe.invoices.list({ subscription: externalId, status: 'paid', limit: 24 })
      const facts: Fact[] = []
      for (const { id } of expect(list, 'list').data.toReversed())
        if (id) facts.push(...(await invoiceFacts(stripe, await getInvoice(stripe, id))))
      return facts
    },

    guardEvent(headers) {
      if (!/^t=\d+,(?:.*,)?v1=/.test(String(headers['stripe-signature'] ?? ''))) throw invalidSignature()
    },

    async readEvent(raw, isKnown) {
      const event = verify(stripe, raw, secret)
      // Stripe names every event; what is signed and has no name is known by its content.
      const id = event.id ?? sha256(raw.body).toString('hex')
      if (await isKnown(id)) return undefined
      const facts = await eventFacts(stripe, event).catch(asUpstream)
      return { id, type: event.type, facts }
    },
  }
}

function verify(stripe: Client, { body, headers }: RawRequest, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, String(headers['stripe-signature'] ?? ''), secret)
  } catch (error) {
    throw invalidSignature(error)
  }
}

function invalidSignature(cause?: unknown): ApiError {
  return new ApiError('invalid_signature', 'The header Stripe-Signature does not match this body.', { cause })
}

/** Everything made at Stripe says whose it is and what for. */
function label({ workspaceId, orderId, kind }: Purchase) {
  return { workspace_id: workspaceId, order_id: orderId, kind }
}

async function newCustomer(stripe: Client, workspaceId: string): Promise<string> {
  const params = { metadata: { workspace_id: workspaceId } }
  const customer = await stripe.customers.create(params, { idempotencyKey: `customer-${workspaceId}` })
  return expect(customer, 'customer').id
}

function sessionParams(purchase: Purchase, customer: string, returnUrl: string): Stripe.Checkout.SessionCreateParams {
  const { interval, priceUsdCents: unit_amount, title: name } = purchase
  const metadata = label(purchase)
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
  // The card is kept, so that an automatic top-up can be charged to it later.
  return { ...common, mode: 'payment', payment_intent_data: { setup_future_usage: 'off_session', metadata } }
}

function unpaid({ workspaceId, orderId }: Purchase, reason: string, status: 'failed' | 'canceled' = 'failed'): Fact {
  return { kind: 'unpaid', workspaceId, orderId, status, reason }
}

/** A refusal is an outcome; anything else leaves open whether the card was charged, and is thrown. */
async function declined(stripe: Client, purchase: Purchase, error: unknown): Promise<Fact[]> {
  const failure = failureOf(error)
  if (failure?.type !== 'StripeCardError' && failure?.type !== 'StripeInvalidRequestError') throw error
  const reason = failure.decline_code ?? failure.code ?? 'declined'
  // Nobody may pay it later by other means: the order is over.
  if (failure.payment_intent) await stripe.paymentIntents.cancel(failure.payment_intent.id).catch(() => {})
  return [{ ...unpaid(purchase, reason), needsBuyer: failure.code === 'authentication_required' } as Fact]
}

async function getSession(stripe: Client, id: string): Promise<Stripe.Checkout.Session> {
  return expect(await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] }), 'checkout.session')
}

async function findIntent(
  stripe: Client,
  purchase: Purchase,
  customer: string,
): Promise<Stripe.PaymentIntent | undefined> {
  const gte = Math.floor(purchase.createdAt.getTime() / 1000) - SKEW_SECONDS
  const list = expect(await stripe.paymentIntents.list({ customer, created: { gte }, limit: 100 }), 'list')
  return list.data.find(({ metadata }) => labelOf(metadata)?.orderId === purchase.orderId)
}

/** The payment of an order, whichever way it was made: on a page, by a bill, or with the saved card. */
async function findPayment(stripe: Client, { externalId }: Purchase): Promise<string | null> {
  if (externalId?.startsWith('pi_')) return externalId
  const session = externalId?.startsWith('cs_') ? await getSession(stripe, externalId) : undefined
  const payment = idOf(session?.payment_intent)
  if (payment !== null) return payment
  const invoice = session ? idOf(session.invoice) : externalId
  if (!invoice) return null
  const { payments } = await getInvoice(stripe, invoice)
  return idOf(payments?.data[0]?.payment.payment_intent)
}
