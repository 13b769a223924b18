import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { AnyBody, Id } from '../../src/connectors/api/response.ts'
import { buildEdgeSchema, type Graph, isMissing, readAll, request } from '../../src/connectors/meta/graph.ts'
import { debugToken, exchangeCode, facebookLoginUrl, getLongLivedToken } from '../../src/connectors/meta/login.ts'
import { readUsage } from '../../src/connectors/meta/usage.ts'
import { challenge, subscribeApp, verify, verifyToken } from '../../src/connectors/meta/webhooks.ts'
import { Type } from '../../src/kit/declare/type.ts'
import {
  catchPlatformError,
  type FakeReply,
  openCall,
  type ReceivedRequest,
  serve,
} from '../support/connectors/loopback.ts'

const APP = { client_id: '1001', client_secret: 'app-secret-of-meta' }
const TOKEN = 'EAAexampleToken'
const IdEdge = buildEdgeSchema(Type.Object({ id: Id }))

async function openGraph(answer: (request: ReceivedRequest) => FakeReply, changes: Partial<Graph> = {}) {
  const received: ReceivedRequest[] = []
  const origin = await serve((one) => {
    received.push(one)
    return answer(one)
  })
  const call = openCall({ origins: new Map([['https://graph.facebook.com', origin]]), app: APP })
  const graph: Graph = {
    call,
    platform: { id: 'facebook', label: 'Facebook' },
    origin: 'https://graph.facebook.com',
    version: 'v23.0',
    errors: {},
    token: TOKEN,
    ...changes,
  }
  return { graph, call, received }
}

const refusal = (error: object, headers: Record<string, string> = {}): FakeReply => ({
  status: 400,
  body: { error: { message: 'Said by Meta', type: 'OAuthException', fbtrace_id: 'A1', ...error } },
  headers,
})

test('The token is sent in a header and its proof in the address; the address never contains the token', async () => {
  const { graph, received } = await openGraph(() => ({ status: 200, body: { id: '7' } }))
  await request(graph, 'GET', 'me', { schema: AnyBody, query: { fields: 'id', after: undefined } })
  await request(graph, 'POST', '7/feed', { schema: AnyBody, form: { message: 'a & b', published: true } })
  await request(graph, 'POST', '7/messages', { schema: AnyBody, body: { to: 'x' } })
  const [get, form, json] = received
  assert.equal(get?.path, '/v23.0/me')
  assert.equal(get?.headers.authorization, `Bearer ${TOKEN}`)
  assert.deepEqual(Object.fromEntries(get?.query ?? []), {
    fields: 'id',
    appsecret_proof: createHmac('sha256', APP.client_secret).update(TOKEN).digest('hex'),
  })
  assert.equal(form?.bytes.toString(), 'message=a+%26+b&published=true')
  assert.deepEqual(json?.json, { to: 'x' })
  assert.ok(received.every(({ query }) => !query.toString().includes(TOKEN)))
})

const CASES: readonly (readonly [object, string, string])[] = [
  [{ code: 190, error_subcode: 463 }, 'auth', 'facebook.token.expired'],
  [{ code: 190, error_subcode: 999 }, 'auth', 'facebook.token.invalid'],
  [{ code: 102 }, 'auth', 'facebook.token.invalid'],
  [{ code: 4 }, 'rate_limited', 'facebook.rate.app'],
  [{ code: 80_007 }, 'rate_limited', 'facebook.rate.business'],
  [{ code: 2 }, 'unavailable', 'facebook.graph.service_down'],
  [{ code: 10 }, 'invalid', 'facebook.permission.missing'],
  [{ code: 230 }, 'invalid', 'facebook.permission.missing'],
  [{ code: 100 }, 'invalid', 'facebook.request.parameter'],
  [{ code: 100, error_subcode: 33 }, 'invalid', 'facebook.object.missing'],
  [{ code: 368 }, 'invalid', 'facebook.account.blocked'],
  [{ code: 506 }, 'invalid', 'facebook.post.duplicate'],
  [{ code: 987_654 }, 'invalid', 'facebook.graph.code_987654'],
  [{ code: 987_654, is_transient: true }, 'unavailable', 'facebook.graph.code_987654'],
]

for (const [error, kind, rule] of CASES)
  test(`Meta's error ${JSON.stringify(error)} is ${kind}, ${rule}`, async () => {
    const { graph } = await openGraph(() => refusal(error))
    const failure = await catchPlatformError(request(graph, 'GET', 'me', { schema: AnyBody }))
    assert.deepEqual([failure.kind, failure.rule], [kind, rule])
    assert.equal(failure.platformResponse?.message, 'Said by Meta')
    assert.equal(isMissing(failure), rule === 'facebook.object.missing')
  })

test('A platform adds its own codes, a mutation with an unclear response is ambiguous, and secrets are masked', async () => {
  const errors = { '100/77': { kind: 'invalid', rule: 'page.closed', message: 'The page is closed.' } } as const
  const { graph } = await openGraph(
    ({ path }) =>
      path.endsWith('/own')
        ? refusal({ code: 100, error_subcode: 77 })
        : refusal({ code: 1, message: `Bad ${TOKEN} and ${APP.client_secret}` }),
    { errors },
  )
  const own = await catchPlatformError(request(graph, 'GET', 'own', { schema: AnyBody }))
  assert.deepEqual(
    [own.rule, own.message, own.platformResponse?.code],
    ['facebook.page.closed', 'The page is closed.', '100/77'],
  )
  const unclear = await catchPlatformError(request(graph, 'POST', 'me/feed', { schema: AnyBody, mutates: true }))
  assert.equal(unclear.kind, 'ambiguous')
  assert.equal(unclear.platformResponse?.message, 'Bad [redacted] and [redacted]')
})

test('The usage of the limits and the time to wait are read from the headers', async () => {
  const business = { '55': [{ type: 'pages', call_count: 100, total_time: 3, estimated_time_to_regain_access: 19 }] }
  const headers = {
    'x-app-usage': '{"call_count":28,"total_time":45,"total_cputime":5}',
    'x-page-usage': 'not json',
    'x-business-use-case-usage': JSON.stringify(business),
  }
  assert.deepEqual(readUsage(headers), [
    { scope: 'app', usedShare: 0.45, resetSeconds: 900 },
    { scope: 'account', usedShare: 1, resetSeconds: 1140 },
  ])
  assert.deepEqual(readUsage({}), [])
  const { graph } = await openGraph(() => refusal({ code: 80_001 }, headers))
  assert.equal((await catchPlatformError(request(graph, 'GET', 'me', { schema: AnyBody }))).retryAfterSeconds, 1140)
})

test('All pages of an edge are read by their cursors', async () => {
  const { graph } = await openGraph(({ query }) => {
    const at = Number(query.get('after') ?? 0)
    const paging = { cursors: { after: String(at + 1) }, ...(at < 2 && { next: 'https://graph.facebook.com/next' }) }
    return { status: 200, body: { data: [{ id: at }], paging } }
  })
  assert.deepEqual(await readAll(graph, 'me/accounts', { schema: IdEdge }), [{ id: 0 }, { id: 1 }, { id: 2 }])
})

test('A challenge is answered only for our own verify token, and a webhook passes only with the signature of its exact bytes', async () => {
  const call = openCall({ app: APP })
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken(call), 'hub.challenge': '1158201444' }
  const raw = { body: '', headers: {}, query }
  assert.equal(await challenge(call, raw), '1158201444')
  assert.equal(await challenge(call, { ...raw, query: { ...query, 'hub.verify_token': 'guessed' } }), undefined)
  assert.equal(await challenge(call, { ...raw, query: { ...query, 'hub.mode': 'other' } }), undefined)

  const body = '{"entry":"\\u00e4ö"}'
  const signature = `sha256=${createHmac('sha256', APP.client_secret).update(body).digest('hex')}`
  const push = { body, headers: { 'x-hub-signature-256': signature }, query: {} }
  assert.equal(await verify(call, push), true)
  assert.equal(await verify(call, { ...push, body: `${body} ` }), false)
  assert.equal(await verify(call, { ...push, headers: {} }), false)
  assert.equal(await verify(openCall({ app: {} }), push), false)
})

test("The app's address for webhooks is set once, and the address of another program stays", async () => {
  let data: object[] = []
  const { graph, call, received } = await openGraph(({ method, bytes }) => {
    if (method === 'GET') return { status: 200, body: { data } }
    const form = new URLSearchParams(bytes.toString())
    const fields = form
      .get('fields')
      ?.split(',')
      .map((name) => ({ name, version: 'v23.0' }))
    data = [{ object: form.get('object'), callback_url: form.get('callback_url'), fields, active: true }]
    return { status: 200, body: { success: true } }
  })
  const subscription = {
    object: 'page',
    fields: ['feed', 'messages'],
    url: 'https://quoin.example.com/v1/inbound/facebook',
  }
  assert.equal(await subscribeApp(graph, subscription), true)
  assert.equal(await subscribeApp(graph, subscription), true)
  const posts = received.filter(({ method }) => method === 'POST')
  assert.equal(posts.length, 1)
  assert.equal(posts[0]?.path, '/v23.0/1001/subscriptions')
  assert.equal(posts[0]?.headers.authorization, `Bearer 1001|${APP.client_secret}`)
  assert.equal(new URLSearchParams(posts[0]?.bytes.toString()).get('verify_token'), verifyToken(call))
  assert.equal(await subscribeApp(graph, { ...subscription, url: 'https://other.example.com/' }), false)
})

test('Facebook Login builds the address, exchanges the code for a long-lived token, and reads the facts about a token', async () => {
  const answers: Record<string, (form: URLSearchParams) => FakeReply> = {
    '/v23.0/oauth/access_token': (form) =>
      form.get('client_secret') === APP.client_secret &&
      (form.get('code') === 'c0de' || form.get('fb_exchange_token') === 'short')
        ? { status: 200, body: { access_token: form.has('code') ? 'short' : 'long', expires_in: 5_184_000 } }
        : refusal({ code: 100, error_subcode: 36_009, message: 'This authorization code has been used.' }),
    '/v23.0/debug_token': () => ({
      status: 200,
      body: {
        data: {
          app_id: '1001',
          user_id: '42',
          is_valid: true,
          scopes: ['pages_show_list'],
          granular_scopes: [{ scope: 'pages_show_list', target_ids: ['5'] }, { scope: 'public_profile' }],
          expires_at: 0,
        },
      },
    }),
  }
  const { graph, call, received } = await openGraph(({ path, bytes }) =>
    (answers[path] ?? assert.fail(path))(new URLSearchParams(bytes.toString())),
  )
  const url = new URL(
    facebookLoginUrl(
      'v23.0',
      call,
      {
        redirectUri: 'https://q.example.com/cb',
        state: 's',
        codeVerifier: 'v',
        codeChallenge: 'c',
        scopes: ['a', 'b'],
        options: {},
      },
      { config_id: '9' },
    ),
  )
  assert.equal(url.origin + url.pathname, 'https://www.facebook.com/v23.0/dialog/oauth')
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    response_type: 'code',
    client_id: '1001',
    redirect_uri: 'https://q.example.com/cb',
    scope: 'a,b',
    state: 's',
    config_id: '9',
  })
  const exchange = {
    redirectUri: 'https://q.example.com/cb',
    codeVerifier: 'v',
    options: {},
    handshake: null,
    params: {},
  }
  const short = await exchangeCode(graph, { ...exchange, code: 'c0de' })
  const long = await getLongLivedToken(graph, short.access)
  assert.equal(long.access, 'long')
  assert.ok(long.expiresAt && long.expiresAt.getTime() > Date.now() + 59 * 86_400_000)
  const used = await catchPlatformError(exchangeCode(graph, { ...exchange, code: 'used' }))
  assert.deepEqual([used.kind, used.rule], ['invalid', 'facebook.request.parameter'])
  assert.ok(received.every(({ headers, path }) => headers.authorization === undefined || path.endsWith('debug_token')))

  const info = await debugToken(graph, 'long')
  assert.deepEqual(
    { ...info, targets: [...info.targets] },
    {
      appId: '1001',
      userId: '42',
      isValid: true,
      scopes: ['pages_show_list'],
      targets: [['pages_show_list', ['5']]],
      expiresAt: null,
      dataAccessEndsAt: null,
    },
  )
})
