import { type Books, missing, Refusal, type Thing } from './books.ts'
import type { Form } from './form.ts'

type Handler = (books: Books, form: Form, id: string) => unknown

const list = (data: Thing[], { limit = '10' }: Form) => ({
  object: 'list',
  url: '/v1/list',
  data: data.slice(0, Number(limit)),
  has_more: data.length > Number(limit),
})

function createIntent(books: Books, form: Form): Thing {
  const { customer, payment_method, metadata = {}, description } = form
  books.get('customer', customer)
  if (books.get('payment_method', payment_method)['customer'] !== customer)
    throw new Refusal(400, {
      type: 'invalid_request_error',
      code: 'payment_method_not_available',
      message: 'Not theirs.',
    })
  const intent = books.newIntent({ amount: Number(form['amount']), customer, payment_method, metadata, description })
  if (form['confirm'] !== 'true') return intent
  if (!books.collect(intent, { isAway: form['off_session'] === 'true' }))
    throw new Refusal(402, { ...intent['last_payment_error'], payment_intent: structuredClone(intent) })
  return intent
}

function createSession(books: Books, form: Form): Thing {
  const { mode, customer, metadata = {}, client_reference_id, success_url, cancel_url } = form
  books.get('customer', customer)
  const [item] = form['line_items']
  const about = { mode, customer, metadata, client_reference_id, success_url, cancel_url }
  const session = books.add('cs_test', 'checkout.session', {
    ...about,
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: null,
    subscription: null,
    invoice: null,
    amount_total: Number(item.price_data.unit_amount) * Number(item.quantity),
    // Not Stripe's to show: what the buyer's payment will be made of.
    form,
  })
  session['url'] = `https://checkout.example.com/pay/${session.id}`
  return session
}

function refund(books: Books, form: Form): Thing {
  const intent = books.get('payment_intent', form['payment_intent'])
  const charge = books.get('charge', intent['latest_charge'])
  const left = charge['amount'] - charge['amount_refunded']
  const amount = form['amount'] === undefined ? left : Number(form['amount'])
  if (amount > left || left === 0)
    throw new Refusal(400, { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'Refunded.' })
  charge['amount_refunded'] += amount
  charge['refunded'] = charge['amount_refunded'] === charge['amount']
  books.tell('charge.refunded', charge)
  return books.add('re', 'refund', { amount, payment_intent: intent.id, charge: charge.id, status: 'succeeded' })
}

function cancelSubscription(books: Books, _form: Form, id: string): Thing {
  const subscription = books.get('subscription', id)
  if (subscription['status'] === 'canceled') throw missing('subscription', id)
  Object.assign(subscription, { status: 'canceled', canceled_at: books.now(), ended_at: books.now() })
  books.tell('customer.subscription.deleted', subscription)
  return subscription
}

const one =
  (object: string): Handler =>
  (books, form, id) => {
    const found = books.get(object, id)
    const { form: _hidden, ...shown } = found
    const expands = (form['expand'] as string[] | undefined) ?? []
    return expands.includes('payment_intent') && found['payment_intent']
      ? { ...shown, payment_intent: books.get('payment_intent', found['payment_intent']) }
      : shown
  }

/** Every operation that the server asks of Stripe. */
export const OPERATIONS: readonly [method: string, path: RegExp, handler: Handler][] = [
  [
    'POST',
    /^\/v1\/customers$/,
    (books, { metadata = {} }) =>
      books.add('cus', 'customer', { metadata, invoice_settings: { default_payment_method: null } }),
  ],
  ['GET', /^\/v1\/customers\/(\w+)$/, one('customer')],
  ['POST', /^\/v1\/checkout\/sessions$/, createSession],
  ['GET', /^\/v1\/checkout\/sessions\/(\w+)$/, one('checkout.session')],
  [
    'POST',
    /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    (books, _form, id) => {
      const session = books.get('checkout.session', id)
      if (session['status'] !== 'open')
        throw new Refusal(400, { type: 'invalid_request_error', message: `This Session is ${session['status']}.` })
      session['status'] = 'expired'
      books.tell('checkout.session.expired', session)
      return session
    },
  ],
  ['POST', /^\/v1\/payment_intents$/, createIntent],
  [
    'GET',
    /^\/v1\/payment_intents$/,
    (books, form) => {
      const since = Number(form['created']?.gte ?? 0)
      const own = (intent: Thing) => intent['customer'] === form['customer'] && intent['created'] >= since
      return list(books.list('payment_intent').filter(own), form)
    },
  ],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, one('payment_intent')],
  [
    'POST',
    /^\/v1\/payment_intents\/(\w+)\/cancel$/,
    (books, _form, id) => {
      const intent = books.get('payment_intent', id)
      if (intent['status'] === 'succeeded')
        throw new Refusal(400, {
          type: 'invalid_request_error',
          code: 'payment_intent_unexpected_state',
          message: 'Paid.',
        })
      intent['status'] = 'canceled'
      books.tell('payment_intent.canceled', intent)
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
    (books, form, id) => {
      const subscription = books.get('subscription', id)
      subscription['cancel_at_period_end'] = form['cancel_at_period_end'] === 'true'
      books.tell('customer.subscription.updated', subscription)
      return subscription
    },
  ],
  [
    'GET',
    /^\/v1\/invoices$/,
    (books, form) => {
      const own = (invoice: Thing) =>
        invoice['parent'].subscription_details.subscription === form['subscription'] &&
        (form['status'] === undefined || invoice['status'] === form['status'])
      return list(books.list('invoice').filter(own), form)
    },
  ],
  ['GET', /^\/v1\/invoices\/(\w+)$/, one('invoice')],
  [
    'GET',
    /^\/v1\/invoice_payments$/,
    (books, form) => {
      const wanted = form['payment']?.payment_intent
      return list(
        books.list('invoice_payment').filter((paid) => paid['payment'].payment_intent === wanted),
        form,
      )
    },
  ],
]
