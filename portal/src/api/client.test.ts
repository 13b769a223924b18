import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Quoin } from '../../../sdk/src/index.ts'
import { boot } from '../../../server/test/support/harness.ts'
import { createClient } from './client.ts'
import { fieldErrors, ProblemError } from './problem.ts'
import { asCurl, asTypeScript } from './snippets.ts'

const world = await boot()
const key = await world.key()

/** Calls the real server with a key in place of the browser's cookie. */
function calling(before: (request: Request) => void = () => {}): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    request.headers.set('authorization', `Bearer ${key}`)
    before(request)
    return fetch(request)
  }
}

const call = createClient({ base: world.url, fetch: calling() })

test('a call takes its method, path and types from the declaration of the operation', async () => {
  const made = await call('profiles.create', { body: { name: 'A brand' } })
  const read = await call('profiles.get', { params: { id: made.id } })
  assert.equal(read.name, 'A brand')
  const { data, has_more } = await call('profiles.list', { query: { limit: 1 } })
  assert.deepEqual([data.length, has_more], [1, false])
})

test('an error has the code, the message and the request ID of the response', async () => {
  const error = await call('profiles.get', { params: { id: 'prof/..' } }).catch((problem: unknown) => problem)
  assert.ok(error instanceof ProblemError)
  assert.deepEqual([error.status, error.code], [404, 'not_found'])
  assert.match(error.requestId ?? '', /^req_/)
})

test('a metered call returns its charge and its receipt, and is refused above the price that was shown', async () => {
  const body = { query: 'Nemo Nobody, nowhere.example' }
  const { reply, charged, requestId } = await call.metered('data.find_email', { body }, { maxCredits: 5 })
  assert.deepEqual([reply.data, charged], [null, 0])
  assert.equal((await call('requests.get', { params: { request_id: requestId } })).credits, 0)
  await assert.rejects(call.metered('data.find_email', { body }, { maxCredits: 4 }), { code: 'max_credits_exceeded' })
})

test('a client with the token of a portal link acts as the link, and is notified when the link has ended', async () => {
  const { id, url } = await call('portal_links.create', { body: { pages: ['webhooks'] } })
  let ended = 0
  const asLink = createClient({ base: world.url, token: url.replace(/^.*#/, ''), onSignedOut: () => ended++ })
  assert.deepEqual((await asLink('portal_links.current')).pages, ['webhooks'])
  await assert.rejects(asLink('profiles.list'), { code: 'out_of_scope' })
  await call('portal_links.revoke', { params: { id } })
  await assert.rejects(asLink('portal_links.current'), { status: 401 })
  assert.equal(ended, 1)
})

test('violations are keyed by their fields', async () => {
  const error = await call('profiles.create', { body: { name: '' } }).catch((problem: unknown) => problem)
  const errors = fieldErrors(error)
  assert.deepEqual(Object.keys(errors), ['name'])
  assert.ok(errors['name'])
})

test('a write whose response was lost is repeated with the same key and happens once', async () => {
  let isLost = true
  const keys: (string | null)[] = []
  const flaky = createClient({
    base: world.url,
    fetch: async (input, init) => {
      keys.push(new Request(input, init).headers.get('idempotency-key'))
      const response = await calling()(input, init)
      if (!isLost) return response
      isLost = false
      throw new TypeError('connection lost')
    },
  })
  const input = { body: { name: 'Made once' } }
  const lost = await flaky('profiles.create', input).catch((problem: unknown) => problem)
  assert.equal((lost as ProblemError).code, 'unreachable')
  const first = await flaky('profiles.create', input)
  const second = await flaky('profiles.create', input)
  assert.equal(keys[0], keys[1])
  assert.notEqual(keys[1], keys[2])
  assert.notEqual(first.id, second.id)
  const { data } = await call('profiles.list', { query: { limit: 100 } })
  assert.equal(data.filter(({ name }) => name === 'Made once').length, 2)
})

test('identical writes happen twice when each has its own key', async () => {
  const input = { body: { name: 'Said twice' } }
  const [first, second] = await Promise.all([
    call('profiles.create', input, { idempotencyKey: 'act-1' }),
    call('profiles.create', input, { idempotencyKey: 'act-2' }),
  ])
  const again = await call('profiles.create', input, { idempotencyKey: 'act-1' })
  assert.notEqual(first.id, second.id)
  assert.equal(again.id, first.id)
})

/** Responds with the given bodies in order. */
function answering(...bodies: { status: number; body: object }[]): typeof fetch {
  return async () => {
    const { status, body } = bodies.shift() ?? { status: 200, body: {} }
    return Response.json(body, { status })
  }
}

test('an ended session is reported once, and the call fails', async () => {
  let isSignedOut = false
  const ended = createClient({
    fetch: answering({ status: 401, body: { code: 'invalid_session', detail: 'Sign in.' } }),
    onSignedOut: () => {
      isSignedOut = true
    },
  })
  await assert.rejects(ended('credits.get'), { code: 'invalid_session' })
  assert.ok(isSignedOut)
})

test('a call that needs sudo asks for it and is repeated; if the user declines, it fails', async () => {
  const refusal = { status: 403, body: { code: 'sudo_required', detail: 'Prove it.' } }
  const confirmed = createClient({ fetch: answering(refusal), confirmSudo: async () => true })
  assert.deepEqual(await confirmed('credits.get'), {})
  const refused = createClient({ fetch: answering(refusal), confirmSudo: async () => false })
  await assert.rejects(refused('credits.get'), { code: 'sudo_required' })
})

test('the workspace is sent with every call', async () => {
  let sent: string | null = null
  const client = createClient({
    base: world.url,
    workspaceId: () => 'ws_1',
    fetch: calling(({ headers }) => {
      sent = headers.get('x-quoin-workspace')
    }),
  })
  await client('credits.get')
  assert.equal(sent, 'ws_1')
})

test('a call can be copied as a shell command, whatever characters its values contain', () => {
  const text = asCurl('profiles.create', { body: { name: "It's $HOME" } }, 'https://api.example.com')
  assert.equal(
    text,
    [
      `curl -X POST 'https://api.example.com/v1/profiles'`,
      `  -H "Authorization: Bearer $QUOIN_API_KEY"`,
      `  -H 'Content-Type: application/json'`,
      `  -d '{"name":"It'\\''s $HOME"}'`,
    ].join(' \\\n'),
  )
})

test('a call copied for the SDK has the ids first, then all other arguments, and does the same as the page', async () => {
  const input = { params: { id: 'wh_1' }, body: { since: '2026-01-15T09:30:00Z' } }
  const text = asTypeScript('webhooks.recover', input, 'https://api.example.com')
  assert.equal(
    text,
    [
      `import { Quoin } from '@quoin/sdk'`,
      '',
      'const client = new Quoin({ baseURL: "https://api.example.com" })',
      'console.log(await client.webhooks.recover("wh_1", {',
      '  "since": "2026-01-15T09:30:00Z"',
      '}))',
    ].join('\n'),
  )
  const list = asTypeScript('webhook_deliveries.list', { query: { limit: 5 } }, world.url)
  const client = new Quoin({ apiKey: key, baseURL: world.url })
  const called = /client\.(.+)\(\{/.exec(list)?.[1]
  assert.equal(called, 'webhookDeliveries.list')
  assert.deepEqual((await client.webhookDeliveries.list({ limit: 5 })).data, [])
})
