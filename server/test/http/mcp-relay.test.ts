import assert from 'node:assert/strict'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { relay } from '../../../cli/src/mcp/relay.ts'
import { grantCredits } from '../../src/domains/billing/credits/grants.ts'
import { addPeople, examplePerson } from '../support/directory-people.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { boot } from '../support/harness.ts'
import { REVISION } from '../support/mcp-client.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const { ctx, workspaceId } = world
await grantCredits(ctx, ctx.db, workspaceId, { kind: 'manual', source: 'tests', amount: 1000, expiresAt: null })
await addPeople(
  ctx,
  'crm',
  Array.from({ length: 40 }, (_, n) => examplePerson(n)),
)
const proxy = await startFaultyProxy(world.url)
const spent = async () => (await world.live('GET', '/v1/credits')).body.spent as number

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into messages of every shape
type Any = any

/** Opens a client at the other end of the relay's standard input and output. */
async function open({ maxSpend, key }: { maxSpend?: number; key?: string } = {}) {
  const input = new PassThrough()
  const output = new PassThrough()
  const waiting = new Map<number, (message: Any) => void>()
  createInterface({ input: output }).on('line', (line) => {
    const message = JSON.parse(line)
    waiting.get(message.id)?.(message)
  })
  const options = { url: `${proxy.url}/mcp`, key: key ?? (await world.key()), maxSpend, input, output, log: () => {} }
  const ended = relay(options)
  let id = 0
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  function request(method: string, params: object, isCurrent = true): Promise<Any> {
    const { promise, resolve } = Promise.withResolvers<Any>()
    waiting.set(++id, resolve)
    const sent = isCurrent ? { ...params, _meta: meta } : params
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: sent })}\n`)
    return promise
  }
  async function call(name: string, args: object): Promise<Any> {
    const { result, error } = await request('tools/call', { name, arguments: args })
    if (error) return { error }
    const { _meta: ofResult, content } = result
    return { meta: ofResult, body: JSON.parse(content[0].text) }
  }
  const close = async () => {
    input.end()
    await ended
  }
  return { request, call, close, input, output }
}

const search = (limit: number, max_credits: number) => ({ query: 'example', limit, max_credits })

test('both revisions pass through, and the relay ends when its input does', async () => {
  const current = await open()
  assert.equal((await current.request('tools/list', {})).result.tools.length, 25)
  assert.equal((await current.call('credits_get', {})).body.granted, 1050)
  await current.close()

  const earlier = await open()
  const clientInfo = { name: 'tests', version: '1' }
  const hello = await earlier.request(
    'initialize',
    { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    false,
  )
  assert.equal(hello.result.protocolVersion, '2025-06-18')
  earlier.input.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  assert.equal((await earlier.request('tools/list', {}, false)).result.tools.length, 25)
  await earlier.close()
})

test('a process never spends more than its cap, over all its calls', async () => {
  const client = await open({ maxSpend: 20 })
  const before = await spent()
  assert.equal((await client.call('data_search_people', search(8, 30))).meta['quoin/credits_charged'], 8)
  const both = await Promise.all([
    client.call('data_search_people', search(9, 30)),
    client.call('data_search_people', search(10, 30)),
  ])
  assert.equal(both.filter(({ body }) => body.status === 'OK').length, 1)
  const { body } = await client.call('data_search_people', search(11, 30))
  assert.deepEqual([body.code, body.limit_source], ['max_credits_exceeded', 'client'])
  assert.ok((await spent()) - before <= 20)
  await client.close()
})

test('a call whose response was lost is retried and charged once', async () => {
  const client = await open({ maxSpend: 9 })
  const before = await spent()
  proxy.losses = 2
  const { body, meta } = await client.call('data_search_people', search(5, 30))
  assert.equal(body.data.length, 5)
  assert.equal(meta['quoin/replayed'], true)
  assert.equal(proxy.losses, 0)
  assert.equal(await spent(), before + 5)
  assert.equal((await client.call('data_search_people', search(6, 30))).body.limit_source, 'client')
  assert.equal((await client.call('data_search_people', search(4, 30))).body.data.length, 4)
  await client.close()
})

test('a call that may have run, and whose retry the server cannot recognise, is not repeated', async () => {
  const client = await open()
  proxy.losses = 1
  const { passed } = proxy
  const { error } = await client.call('api', {
    action: 'call',
    operation: 'profiles.create',
    arguments: { name: 'Once' },
  })
  assert.match(error.message, /may have succeeded/)
  assert.equal(proxy.passed, passed + 1)
  await client.close()
})

test('the relay waits for a server that is starting or stopping', async () => {
  const client = await open()
  proxy.refusals = 3
  assert.equal((await client.call('credits_get', {})).body.granted, 1050)
  assert.equal(proxy.refusals, 0)
  await client.close()
})

test('a wrong key and a line that is not JSON get error responses', async () => {
  const client = await open({ key: 'nonsense' })
  const { error } = await client.request('tools/list', {})
  assert.match(error.message, /API key.*\(invalid_api_key\)/s)
  const { promise, resolve } = Promise.withResolvers<string>()
  createInterface({ input: client.output }).once('line', resolve)
  client.input.write('{nonsense\n')
  assert.equal(JSON.parse(await promise).error.code, -32_700)
  await client.close()
})
