import type { Form } from './form.ts'

/** How a card behaves when it is charged while its owner is away. */
export type Card = 'good' | 'declined' | 'insufficient' | 'authentication'

// oxlint-disable-next-line typescript/no-explicit-any -- Stripe's objects, as far as anybody here looks at them
export type Thing = Record<string, any> & { id: string; object: string }

export class Refusal extends Error {
  readonly status: number
  readonly body: Form
  constructor(status: number, body: Form) {
    super(body['message'])
    this.status = status
    this.body = body
  }
}

export const missing = (what: string, id: string) =>
  new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'` })

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

/** What Stripe would remember, and what it would tell: objects by their id, and the events they caused. */
export class Books {
  readonly things = new Map<string, Thing>()
  readonly cards = new Map<string, Card>()
  readonly events: Thing[] = []
  readonly now: () => number
  #count = 0

  constructor(now: () => Date) {
    this.now = () => Math.floor(now().getTime() / 1000)
  }

  add(prefix: string, object: string, fields: Form): Thing {
    const id = `${prefix}_${String(++this.#count).padStart(14, '0')}`
    const thing = { id, object, created: this.now(), livemode: false, ...fields }
    this.things.set(id, thing)
    return thing
  }

  get(object: string, id: string): Thing {
    const found = this.things.get(id)
    if (found?.object !== object) throw missing(object, id)
    return found
  }

  list(object: string): Thing[] {
    return [...this.things.values()].filter((thing) => thing.object === object).toReversed()
  }

  tell(type: string, thing: Thing): void {
    const data = { object: structuredClone(thing) }
    this.events.push(this.add('evt', 'event', { type, data, api_version: '2026-10-28.endive', pending_webhooks: 1 }))
  }

  saveCard(customer: string, card: Card): Thing {
    const method = this.add('pm', 'payment_method', { type: 'card', customer, card: { brand: 'visa', last4: '4242' } })
    this.cards.set(method.id, card)
    this.tell('payment_method.attached', method)
    return method
  }

  /** Charges a payment; the buyer's presence lets every card through but a broken one. */
  collect(intent: Thing, { isAway }: { isAway: boolean }): boolean {
    const card = this.cards.get(intent['payment_method']) ?? 'good'
    if (card === 'good' || (!isAway && card !== 'declined')) {
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
      this.tell('payment_intent.succeeded', intent)
      this.tell('charge.succeeded', charge)
      return true
    }
    Object.assign(intent, {
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', ...DECLINES[card] },
    })
    this.tell('payment_intent.payment_failed', intent)
    return false
  }

  newIntent(fields: Form): Thing {
    const about = { currency: 'usd', amount_received: 0, latest_charge: null, last_payment_error: null, metadata: {} }
    return this.add('pi', 'payment_intent', { ...about, status: 'requires_confirmation', ...fields })
  }

  /** A bill of a subscription, paid with its card or left open. */
  bill(subscription: Thing, reason: string, { isAway }: { isAway: boolean }): Thing {
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
    this.payBill(invoice, subscription, { isAway })
    return invoice
  }

  payBill(invoice: Thing, subscription: Thing, { isAway }: { isAway: boolean }): void {
    const intent = this.get('payment_intent', invoice['payments'].data[0].payment.payment_intent)
    intent['payment_method'] = subscription['default_payment_method']
    invoice['attempt_count']++
    if (this.collect(intent, { isAway })) {
      invoice['status'] = 'paid'
      subscription['status'] = 'active'
      this.tell('invoice.paid', invoice)
    } else {
      subscription['status'] = 'past_due'
      this.tell('invoice.payment_failed', invoice)
    }
    this.tell('customer.subscription.updated', subscription)
  }
}
