import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { OPERATIONS } from './api.ts'
import { type Form, readForm } from './form.ts'
import { type Card, StripeError, type StripeObject, StripeState } from './state.ts'

export interface StripeRequest {
  readonly method: string
  readonly path: string
  readonly form: Form
  /** The body as it was sent. */
  readonly body: string
  readonly key: string | undefined
}

export interface DoubleOptions {
  readonly now?: () => Date
  /** Called with every request before it is processed. */
  readonly onRequest?: (request: StripeRequest) => void
}

const SECRET_KEY = 'sk_test_double'

/**
 * A small Stripe on loopback, with the parts that the server uses: checkout, saved cards and their declines, refunds,
 * disputes, subscriptions and their bills, idempotency keys, and replies that get lost. It keeps the state; the test acts as
 * the buyer and the bank, and delivers the events.
 */
export class StripeDouble {
  readonly state: StripeState
  readonly requests: StripeRequest[] = []
  readonly secretKey: string = SECRET_KEY
  url = ''
  /** Number of the next replies to mutations that are lost, after their work was done. */
  repliesToLose = 0
  /** Delays a reply, after its work was done, until the promise resolves. */
  delayReply: (request: StripeRequest) => Promise<unknown> | undefined = () => undefined
  /** Number of the next requests that get 500, before any work is done. */
  requestsToFail = 0
  readonly #responses = new Map<string, { fingerprint: string; reply: Promise<Reply> }>()
  readonly #onRequest: DoubleOptions['onRequest']
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  constructor({ now = () => new Date(), onRequest }: DoubleOptions = {}) {
    this.state = new StripeState(now)
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

  get events(): StripeObject[] {
    return this.state.events
  }

  listEvents(...types: string[]): StripeObject[] {
    return this.events.filter((event) => types.includes(event['type']))
  }

  /** Pays on the page as the buyer; with `later`, by a method that takes days. */
  pay(sessionId: string, { card = 'good', later = false }: { card?: Card; later?: boolean } = {}): StripeObject {
    const session = this.state.get('checkout.session', sessionId)
    const { form, customer, amount_total: amount } = session
    const method = this.state.saveCard(customer, card)
    session['status'] = 'complete'
    if (session['mode'] === 'subscription') this.#subscribe(session, method)
    else {
      const metadata = form.payment_intent_data?.metadata ?? {}
      const intent = this.state.newIntent({ amount, customer, payment_method: method.id, metadata })
      session['payment_intent'] = intent.id
      if (later) intent['status'] = 'processing'
      else if (this.state.collect(intent, { isOffSession: false })) session['payment_status'] = 'paid'
    }
    this.state.emitEvent('checkout.session.completed', session)
    return session
  }

  /** Completes or declines, as the bank, a payment that was made with `later`. */
  finishDelayedPayment(sessionId: string, isPaid: boolean): void {
    const session = this.state.get('checkout.session', sessionId)
    const intent = this.state.get('payment_intent', session['payment_intent'])
    if (!isPaid) this.state.cards.set(intent['payment_method'], 'declined')
    if (this.state.collect(intent, { isOffSession: true })) session['payment_status'] = 'paid'
    this.state.emitEvent(`checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`, session)
  }

  #subscribe(session: StripeObject, method: StripeObject): void {
    const { form, customer } = session
    const [item] = form.line_items
    const price = { unit_amount: Number(item.price_data.unit_amount), recurring: item.price_data.recurring }
    const subscription = this.state.add('sub', 'subscription', {
      customer,
      metadata: form.subscription_data?.metadata ?? {},
      status: 'active',
      start_date: this.state.now(),
      cancel_at_period_end: false,
      cancel_at: null,
      default_payment_method: method.id,
      items: { object: 'list', data: [{ object: 'subscription_item', price }] },
    })
    const invoice = this.state.bill(subscription, 'subscription_create', { isOffSession: false })
    Object.assign(session, { subscription: subscription.id, invoice: invoice.id, payment_status: 'paid' })
  }

  /** Makes the next bill of a subscription due. */
  renew(subscriptionId: string): StripeObject {
    return this.state.bill(this.state.get('subscription', subscriptionId), 'subscription_cycle', { isOffSession: true })
  }

  /** Charges an open bill again, with the subscription's current card. */
  retry(invoice: StripeObject): void {
    const subscription = this.state.get('subscription', invoice['parent'].subscription_details.subscription)
    this.state.payBill(invoice, subscription, { isOffSession: true })
  }

  dispute(intentId: string): void {
    const intent = this.state.get('payment_intent', intentId)
    const about = { amount: intent['amount'], charge: intent['latest_charge'], payment_intent: intentId }
    this.state.emitEvent(
      'charge.dispute.created',
      this.state.add('du', 'dispute', { ...about, status: 'needs_response' }),
    )
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const url = new URL(request.url ?? '/', this.url)
    const form = readForm(request.method === 'GET' ? url.search.slice(1) : body)
    const key = request.headers['idempotency-key'] as string | undefined
    const seen = { method: request.method ?? '', path: url.pathname, form, body: body || url.search.slice(1), key }
    this.requests.push(seen)
    const { status, text: answer } = await this.#answer(seen, request.headers.authorization)
    await this.delayReply(seen)
    if (request.method !== 'GET' && status < 500 && this.repliesToLose > 0) {
      this.repliesToLose--
      return void response.destroy()
    }
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${this.requests.length}` })
    response.end(answer)
  }

  /** Returns the same reply, even an error, to a repeated key with the same request; with another request it is an error. */
  async #answer(request: StripeRequest, authorization: string | undefined): Promise<Reply> {
    if (authorization !== `Bearer ${SECRET_KEY}`)
      return toJsonReply(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } })
    if (this.requestsToFail > 0) {
      this.requestsToFail--
      return toJsonReply(500, { error: { type: 'api_error', message: 'Something broke.' } })
    }
    if (request.method !== 'POST' || request.key === undefined) return this.#do(request)
    const fingerprint = `${request.path} ${request.body}`
    const known = this.#responses.get(request.key)
    if (!known) {
      const reply = this.#do(request)
      this.#responses.set(request.key, { fingerprint, reply })
      return reply
    }
    if (known.fingerprint === fingerprint) return known.reply
    const message = 'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    return toJsonReply(400, { error: { type: 'idempotency_error', message } })
  }

  async #do(request: StripeRequest): Promise<Reply> {
    try {
      this.#onRequest?.(request)
      for (const [method, path, handler] of OPERATIONS) {
        const match = method === request.method ? path.exec(request.path) : null
        if (match) return toJsonReply(200, handler(this.state, request.form, match[1] ?? ''))
      }
      throw new StripeError(404, {
        type: 'invalid_request_error',
        message: `Unrecognized request URL ${request.path}.`,
      })
    } catch (error) {
      if (error instanceof StripeError)
        return toJsonReply(error.status, { error: { type: 'card_error', ...error.body } })
      return toJsonReply(500, { error: { type: 'api_error', message: String(error) } })
    }
  }
}

interface Reply {
  readonly status: number
  readonly text: string
}

function toJsonReply(status: number, body: unknown): Reply {
  return { status, text: JSON.stringify(body) }
}
