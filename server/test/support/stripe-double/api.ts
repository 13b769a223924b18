import type { Form } from './form.ts'
import { missing, StripeError, type StripeObject, type StripeState } from './state.ts'

type Handler = (state: StripeState, form: Form, id: string) => unknown

const list = (data: StripeObject[], { limit = '10' }: Form) => ({
  object: 'list',
  url: '/v1/list',
  data: data.slice(0, Number(limit)),
  has_more: data.length > Number(limit),
})

function createIntent(state: StripeState, form: Form): StripeObject {
  const { customer, payment_method, metadata = {}, description } = form
  state.get('customer', customer)
  if (state.get('payment_method', payment_method)['customer'] !== customer)
    throw new StripeError(400, {
      type: 'invalid_request_error',
      code: 'payment_method_not_available',
      message: 'Not theirs.',
    })
  const intent = state.newIntent({ amount: Number(form['amount']), customer, payment_method, metadata, description })
  if (form['confirm'] !== 'true') return intent
  if (!state.collect(intent, { isOffSession: form['off_session'] === 'true' }))
    throw new StripeError(402, { ...intent['last_payment_error'], payment_intent: structuredClone(intent) })
  return intent
}

function createSession(state: StripeState, form: Form): StripeObject {
  const { mode, customer, metadata = {}, client_reference_id, success_url, cancel_url } = form
  state.get('customer', customer)
  const [item] = form['line_items']
  const about = { mode, customer, metadata, client_reference_id, success_url, cancel_url }
  const session = state.add('cs_test', 'checkout.session', {
    ...about,
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    subscription: null,
    invoice: null,
    amount_total: Number(item.price_data.unit_amount) * Number(item.quantity),
    // Hidden from clients: the request from which the buyer's payment is made.
    form,
  })
  session['url'] = `https://checkout.example.com/pay/${session.id}`
  return session
}

function refund(state: StripeState, form: Form): StripeObject {
  const intent = state.get('payment_intent', form['payment_intent'])
  const charge = state.get('charge', intent['latest_charge'])
  const left = charge['amount'] - charge['amount_refunded']
  const amount = form['amount'] === undefined ? left : Number(form['amount'])
  if (amount > left || left === 0)
    throw new StripeError(400, { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Refunded.' })
  charge['amount_refunded'] += amount
  charge['refunded'] = charge['amount_refunded'] === charge['amount']
  state.emitEvent('charge.refunded', charge)
  return state.add('re', 'refund', { amount, payment_intent: intent.id, charge: charge.id, status: 'succeeded' })
}

function cancelSubscription(state: StripeState, _form: Form, id: string): StripeObject {
  const subscription = state.get('subscription', id)
  if (subscription['status'] === 'canceled') throw missing('subscription', id)
  Object.assign(subscription, { status: 'canceled', canceled_at: state.now(), ended_at: state.now() })
  state.emitEvent('customer.subscription.deleted', subscription)
  return subscription
}

const one =
  (object: string): Handler =>
  (state, form, id) => {
    const found = state.get(object, id)
    const { form: _hidden, ...shown } = found
    const expands = (form['expand'] as string[] | undefined) ?? []
    return expands.includes('payment_intent') && found['payment_intent']
      ? { ...shown, payment_intent: state.get('payment_intent', found['payment_intent']) }
      : shown
  }

/** Every operation that the server uses. */
export const OPERATIONS: readonly [method: string, path: RegExp, handler: Handler][] = [
  [
    'POST',
    /^\/v1\/customers$/,
    (state, { metadata = {} }) =>
      state.add('cus', 'customer', { metadata, invoice_settings: { default_payment_method: null } }),
  ],
  ['GET', /^\/v1\/customers\/(\w+)$/, one('customer')],
  ['POST', /^\/v1\/checkout\/sessions$/, createSession],
  ['GET', /^\/v1\/checkout\/sessions\/(\w+)$/, one('checkout.session')],
  [
    'POST',
    /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    (state, _form, id) => {
      const session = state.get('checkout.session', id)
      if (session['status'] !== 'open')
        throw new StripeError(400, { type: 'invalid_request_error', message: `This Session is ${session['status']}.` })
      session['status'] = 'expired'
      state.emitEvent('checkout.session.expired', session)
      return session
    },
  ],
  ['POST', /^\/v1\/payment_intents$/, createIntent],
  [
    'GET',
    /^\/v1\/payment_intents$/,
    (state, form) => {
      const since = Number(form['created']?.gte ?? 0)
      const own = (intent: StripeObject) => intent['customer'] === form['customer'] && intent['created'] >= since
      return list(state.list('payment_intent').filter(own), form)
    },
  ],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, one('payment_intent')],
  [
    'POST',
    /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    (state, _form, id) => {
      const intent = state.get('payment_intent', id)
      if (intent['status'] === 'succeeded')
        throw new StripeError(400, {
          type: 'invalid_request_error',
          code: 'payment_intent_unexpected_state',
          message: 'Paid.',
        })
      intent['status'] = 'canceled'
      state.emitEvent('payment_intent.canceled', intent)
      return intent
    },
  ],
  ['POST', /^\/v1\/refunds$/, refund],
  ['GET', /^\/v1\/charges\/(\w+)$/, one('charge')],
  ['GET', /^\/v1\/disputes\/(\w+)$/, one('dispute')],
  ['GET', /^\/v1\/payment_methods\/(\w+)$/, one('payment_method')],
  ['GET', /^\/v1\/subscriptions\/(\w+)$/, one('subscription')],
  ['DELETE', /^\/v1\/subscriptions\/(\w+)$/, cancelSubscription],
  [
    'POST',
    /^\/v1\/subscriptions\/(\w+)$/,
    (state, form, id) => {
      const subscription = state.get('subscription', id)
      subscription['cancel_at_period_end'] = form['cancel_at_period_end'] === 'true'
      state.emitEvent('customer.subscription.updated', subscription)
      return subscription
    },
  ],
  [
    'GET',
    /^\/v1\/invoices$/,
    (state, form) => {
      const own = (invoice: StripeObject) =>
        invoice['parent'].subscription_details.subscription === form['subscription'] &&
        (form['status'] === undefined || invoice['status'] === form['status'])
      return list(state.list('invoice').filter(own), form)
    },
  ],
  ['GET', /^\/v1\/invoices\/(\w+)$/, one('invoice')],
  [
    'GET',
    /^\/v1\/invoice_payments$/,
    (state, form) => {
      const wanted = form['payment']?.payment_intent
      return list(
        state.list('invoice_payment').filter((paid) => paid['payment'].payment_intent === wanted),
        form,
      )
    },
  ],
]
