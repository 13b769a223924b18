import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { OPERATIONS } from './api.ts'
import { Books, type Card, Refusal, type Thing } from './books.ts'
import { type Form, readForm } from './form.ts'

export interface StripeRequest {
  readonly method: string
  readonly path: string
  readonly form: Form
  /** As it came over the wire. */
  readonly body: string
  readonly key: string | undefined
}

export interface DoubleOptions {
  readonly now?: () => Date
  /** Sees every request before it is dealt with. */
  readonly onRequest?: (request: StripeRequest) => void
}

const SECRET_KEY = 'sk_test_double'

/**
 * A small Stripe on loopback, with what the server uses of it: checkout, saved cards and their declines, refunds,
 * disputes, subscriptions and their bills, idempotency keys, and replies that get lost. It remembers; the test plays the
 * buyer and the bank, and carries the events.
 */
export class StripeDouble {
  readonly books: Books
  readonly requests: StripeRequest[] = []
  readonly secretKey: string = SECRET_KEY
  url = ''
  /** So many replies to mutations are lost after the work was done. */
  loses = 0
  /** Holds a reply back, its work done, until this resolves. */
  held: (request: StripeRequest) => Promise<unknown> | undefined = () => undefined
  /** So many requests are answered 500 before any work is done. */
  fails = 0
  readonly #answers = new Map<string, { print: string; reply: Promise<Reply> }>()
  readonly #onRequest: DoubleOptions['onRequest']
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  constructor({ now = () => new Date(), onRequest }: DoubleOptions = {}) {
    this.books = new Books(now)
    this.#onRequest = onRequest
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  get events(): Thing[] {
    return this.books.events
  }

  eventsOf(...types: string[]): Thing[] {
    return this.events.filter((event) => types.includes(event['type']))
  }

  /** The buyer pays on the page; `later` is a way of paying that takes days. */
  pay(sessionId: string, { card = 'good', later = false }: { card?: Card; later?: boolean } = {}): Thing {
    const session = this.books.get('checkout.session', sessionId)
    const { form, customer, amount_total: amount } = session
    const method = this.books.saveCard(customer, card)
    session['status'] = 'complete'
    if (session['mode'] === 'subscription') this.#subscribe(session, method)
    else {
      const metadata = form.payment_intent_data?.metadata ?? {}
      const intent = this.books.newIntent({ amount, customer, payment_method: method.id, metadata })
      session['payment_intent'] = intent.id
      if (later) intent['status'] = 'processing'
      else if (this.books.collect(intent, { isAway: false })) session['payment_status'] = 'paid'
    }
    this.books.tell('checkout.session.completed', session)
    return session
  }

  /** The bank has made up its mind about what was paid `later`. */
  settle(sessionId: string, isPaid: boolean): void {
    const session = this.books.get('checkout.session', sessionId)
    const intent = this.books.get('payment_intent', session['payment_intent'])
    if (!isPaid) this.books.cards.set(intent['payment_method'], 'declined')
    if (this.books.collect(intent, { isAway: true })) session['payment_status'] = 'paid'
    this.books.tell(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session)
  }

  #subscribe(session: Thing, method: Thing): void {
    const { form, customer } = session
    const [item] = form.line_items
    const price = { unit_amount: Number(item.price_data.unit_amount), recurring: item.price_data.recurring }
    const subscription = this.books.add('sub', 'subscription', {
      customer,
      metadata: form.subscription_data?.metadata ?? {},
      status: 'active',
      start_date: this.books.now(),
      cancel_at_period_end: false,
      cancel_at: null,
      default_payment_method: method.id,
      items: { object: 'list', data: [{ object: 'subscription_item', price }] },
    })
    const invoice = this.books.bill(subscription, 'subscription_create', { isAway: false })
    Object.assign(session, { subscription: subscription.id, invoice: invoice.id, payment_status: 'paid' })
  }

  /** The next bill of a subscription is due. */
  renew(subscriptionId: string): Thing {
    return this.books.bill(this.books.get('subscription', subscriptionId), 'subscription_cycle', { isAway: true })
  }

  /** Stripe tries an open bill once more, with the card of now. */
  retry(invoice: Thing): void {
    const subscription = this.books.get('subscription', invoice['parent'].subscription_details.subscription)
    this.books.payBill(invoice, subscription, { isAway: true })
  }

  dispute(intentId: string): void {
    const intent = this.books.get('payment_intent', intentId)
    const about = { amount: intent['amount'], charge: intent['latest_charge'], payment_intent: intentId }
    this.books.tell('charge.dispute.created', this.books.add('du', 'dispute', { ...about, status: 'needs_response' }))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const url = new URL(request.url ?? '/', this.url)
    const form = readForm(request.method === 'GET' ? url.search.slice(1) : body)
    const key = request.headers['idempotency-key'] as string | undefined
    const seen = { method: request.method ?? '', path: url.pathname, form, body: body || url.search.slice(1), key }
    this.requests.push(seen)
    const { status, text: answer } = await this.#answer(seen, request.headers.authorization)
    await this.held(seen)
    if (request.method !== 'GET' && status < 500 && this.loses > 0) {
      this.loses--
      return void response.destroy()
    }
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${this.requests.length}` })
    response.end(answer)
  }

  /** The same key with the same request is the same reply, also a refusal; with another request it is an error. */
  async #answer(request: StripeRequest, authorization: string | undefined): Promise<Reply> {
    if (authorization !== `Bearer ${SECRET_KEY}`)
      return replyOf(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } })
    if (this.fails > 0) {
      this.fails--
      return replyOf(500, { error: { type: 'api_error', message: 'Something broke.' } })
    }
    if (request.method !== 'POST' || request.key === undefined) return this.#do(request)
    const print = `${request.path} ${request.body}`
    const known = this.#answers.get(request.key)
    if (!known) {
      const reply = this.#do(request)
      this.#answers.set(request.key, { print, reply })
      return reply
    }
    if (known.print === print) return known.reply
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    return replyOf(400, { error: { type: 'idempotency_error', message } })
  }

  async #do(request: StripeRequest): Promise<Reply> {
    try {
      this.#onRequest?.(request)
      for (const [method, path, handler] of OPERATIONS) {
        const match = method === request.method ? path.exec(request.path) : null
        if (match) return replyOf(200, handler(this.books, request.form, match[1] ?? ''))
      }
      throw new Refusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL ${request.path}.` })
    } catch (error) {
      if (error instanceof Refusal) return replyOf(error.status, { error: { type: 'card_error', ...error.body } })
      return replyOf(500, { error: { type: 'api_error', message: String(error) } })
    }
  }
}

interface Reply {
  readonly status: number
  readonly text: string
}

function replyOf(status: number, body: unknown): Reply {
  return { status, text: JSON.stringify(body) }
}
