import type { Form } from './form.ts'

/** Behaviour of a card when it is charged off session. */
export type Card = 'good' | 'declined' | 'insufficient' | 'authentication'

// oxlint-disable-next-line typescript/no-explicit-any -- Stripe's objects, with the fields that the tests use
export type StripeObject = Record<string, any> & { id: string; object: string }

export class StripeError extends Error {
  readonly status: number
  readonly body: Form
  constructor(status: number, body: Form) {
    super(body['message'])
    this.status = status
    this.body = body
  }
}

export const missing = (what: string, id: string) =>
  new StripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'` })

const DECLINES: Record<Exclude<Card, 'good'>, Form> = {
  declined: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficient: {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  authentication: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Authenticate.',
  },
}

/** The state that Stripe would store: objects by id, saved cards, and the resulting events. */
export class StripeState {
  readonly objects = new Map<string, StripeObject>()
  readonly cards = new Map<string, Card>()
  readonly events: StripeObject[] = []
  readonly now: () => number
  #count = 0

  constructor(now: () => Date) {
    this.now = () => Math.floor(now().getTime() / 1000)
  }

  add(prefix: string, object: string, fields: Form): StripeObject {
    const id = `${prefix}_${String(++this.#count).padStart(14, '0')}`
    const created = { id, object, created: this.now(), livemode: false, ...fields }
    this.objects.set(id, created)
    return created
  }

  get(object: string, id: string): StripeObject {
    const found = this.objects.get(id)
    if (found?.object !== object) throw missing(object, id)
    return found
  }

  list(object: string): StripeObject[] {
    return [...this.objects.values()].filter((one) => one.object === object).toReversed()
  }

  emitEvent(type: string, subject: StripeObject): void {
    const data = { object: structuredClone(subject) }
    this.events.push(this.add('evt', 'event', { type, data, api_version: '2026-10-28.endive', pending_webhooks: 1 }))
  }

  saveCard(customer: string, card: Card): StripeObject {
    const method = this.add('pm', 'payment_method', { type: 'card', customer, card: { brand: 'visa', last4: '4242' } })
    this.cards.set(method.id, card)
    this.emitEvent('payment_method.attached', method)
    return method
  }

  /** Charges a payment. While the buyer is present, every card works except a declined one. */
  collect(intent: StripeObject, { isOffSession }: { isOffSession: boolean }): boolean {
    const card = this.cards.get(intent['payment_method']) ?? 'good'
    if (card === 'good' || (!isOffSession && card !== 'declined')) {
      const { amount, currency, customer, metadata } = intent
      const about = {
        amount,
        amount_refunded: 0,
        refunded: false,
        currency,
        customer,
        metadata,
        payment_intent: intent.id,
      }
      const charge = this.add('ch', 'charge', { ...about, status: 'succeeded', paid: true })
      Object.assign(intent, { status: 'succeeded', amount_received: amount, latest_charge: charge.id })
      this.emitEvent('payment_intent.succeeded', intent)
      this.emitEvent('charge.succeeded', charge)
      return true
    }
    Object.assign(intent, {
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', ...DECLINES[card] },
    })
    this.emitEvent('payment_intent.payment_failed', intent)
    return false
  }

  newIntent(fields: Form): StripeObject {
    const about = { currency: 'usd', amount_received: 0, latest_charge: null, last_payment_error: null, metadata: {} }
    return this.add('pi', 'payment_intent', { ...about, status: 'requires_confirmation', ...fields })
  }

  /** Bills a subscription; the bill is paid with its card, or stays open. */
  bill(subscription: StripeObject, reason: string, { isOffSession }: { isOffSession: boolean }): StripeObject {
    const { customer, default_payment_method: payment_method, metadata } = subscription
    const amount = subscription['items'].data[0].price.unit_amount
    const intent = this.newIntent({ amount, customer, payment_method })
    const payment = { type: 'payment_intent', payment_intent: intent.id }
    const invoice = this.add('in', 'invoice', {
      customer,
      billing_reason: reason,
      status: 'open',
      attempt_count: 0,
      amount_due: amount,
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id, metadata } },
    })
    const paid = this.add('inpay', 'invoice_payment', { invoice: invoice.id, status: 'open', payment })
    invoice['payments'] = { object: 'list', data: [paid], has_more: false }
    this.payBill(invoice, subscription, { isOffSession })
    return invoice
  }

  payBill(invoice: StripeObject, subscription: StripeObject, { isOffSession }: { isOffSession: boolean }): void {
    const intent = this.get('payment_intent', invoice['payments'].data[0].payment.payment_intent)
    intent['payment_method'] = subscription['default_payment_method']
    invoice['attempt_count']++
    if (this.collect(intent, { isOffSession })) {
      invoice['status'] = 'paid'
      subscription['status'] = 'active'
      this.emitEvent('invoice.paid', invoice)
    } else {
      subscription['status'] = 'past_due'
      this.emitEvent('invoice.payment_failed', invoice)
    }
    this.emitEvent('customer.subscription.updated', subscription)
  }
}
