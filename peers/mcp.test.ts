import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as EarlierStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as EarlierHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { grantCredits } from '../server/src/domains/billing/credits/grants.ts'
import { createMetrics } from '../server/src/http/system/metrics.ts'
import { systemClock } from '../server/src/kit/clock.ts'
import { startWorker } from '../server/src/worker/worker.ts'
import { continueHosted } from '../server/test/support/account-scene.ts'
import { addPeople, examplePerson } from '../server/test/support/directory-people.ts'
import { startFaultyProxy } from '../server/test/support/faulty-proxy.ts'
import { boot, until } from '../server/test/support/harness.ts'
import { scratch } from '../server/test/support/processes.ts'
import { fromNpm, run } from './peer.ts'

const REVISION = '2026-07-28'
const TOKENS_MAX = 8000

const world = await boot({ clock: systemClock, env: { LOG_LEVEL: 'silent' } })
const { ctx, url, workspaceId } = world
await grantCredits(ctx, ctx.db, workspaceId, { kind: 'manual', source: 'tests', amount: 10_000, expiresAt: null })
await addPeople(
  ctx,
  'crm',
  Array.from({ length: 80 }, (_, n) => examplePerson(n)),
)
const worker = await startWorker(ctx, createMetrics().registry)
after(() => worker.stop())

const inspector = fromNpm('@modelcontextprotocol/inspector', 'clients/launcher/build/index.js')
const conformance = fromNpm('@modelcontextprotocol/conformance', 'dist/index.js')

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into results of every shape
type Any = any

/** Members that the tests need from any client. */
interface ConnectedClient {
  readonly version: string | undefined
  tools(): Promise<Any[]>
  call(name: string, args?: object): Promise<Any>
  close(): Promise<void>
}

const endpoint = new URL(`${url}/mcp`)
const clientInfo = { name: 'quoin-tests', version: '1.0.0' }
const authorized = async () => ({ requestInit: { headers: { authorization: `Bearer ${await world.key()}` } } })

/** Starts `quoin mcp` with a new key. */
async function program(maxSpend?: string) {
  const args = [join(import.meta.dirname, '../cli/src/main.ts'), 'mcp', ...(maxSpend ? ['--max-spend', maxSpend] : [])]
  const env = { QUOIN_API_KEY: await world.key(), QUOIN_BASE_URL: url }
  return { command: process.execPath, args, env }
}

async function connectCurrent(
  transport: Parameters<Client['connect']>[0],
  mode: 'legacy' | { pin: string },
  prompts: string[] = [],
): Promise<ConnectedClient> {
  const client = new Client(clientInfo, { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } })
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    prompts.push(params.message)
    return { action: 'accept', content: { run: true } }
  })
  await client.connect(transport)
  return {
    version: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools,
    call: (name, args = {}) => client.callTool({ name, arguments: { ...args } }),
    close: () => client.close(),
  }
}

async function connectEarlier(transport: Parameters<EarlierClient['connect']>[0]): Promise<ConnectedClient> {
  const client = new EarlierClient(clientInfo)
  await client.connect(transport)
  return {
    version: undefined,
    tools: async () => (await client.listTools()).tools,
    call: (name, args = {}) => client.callTool({ name, arguments: { ...args } }),
    close: () => client.close(),
  }
}

const CLIENTS: Record<string, () => Promise<ConnectedClient>> = {
  'the current client over HTTP': async () =>
    connectCurrent(new StreamableHTTPClientTransport(endpoint, await authorized()), { pin: REVISION }),
  'the current client over stdio': async () =>
    connectCurrent(new StdioClientTransport(await program()), { pin: REVISION }),
  'the current client in the previous revision': async () =>
    connectCurrent(new StreamableHTTPClientTransport(endpoint, await authorized()), 'legacy'),
  'the earlier client over HTTP': async () => connectEarlier(new EarlierHttp(endpoint, await authorized())),
  'the earlier client over stdio': async () => connectEarlier(new EarlierStdio(await program())),
}

for (const [name, connect] of Object.entries(CLIENTS))
  test(`${name} connects an account, publishes, searches with a cap and runs a job`, { timeout: 120_000 }, async () => {
    const client = await connect()
    assert.equal((await client.tools()).length, 25)
    await walk(client)
    await client.close()
  })

/** Does what a person would ask of an agent, from an empty workspace to results. */
async function walk(client: ConnectedClient): Promise<void> {
  const ok = async (name: string, args?: object) => {
    const { isError, content, structuredContent } = await client.call(name, args)
    assert.ok(!isError, content[0].text)
    const value = JSON.parse(content[0].text)
    if (structuredContent) assert.deepEqual(structuredContent, value)
    return value
  }
  const brand = `Brand of ${crypto.randomUUID()}`
  const { operations } = await ok('api', { action: 'search', query: 'create a profile' })
  assert.ok(operations.some((each: { operation: string }) => each.operation === 'profiles.create'))
  const profile = await ok('api', { action: 'call', operation: 'profiles.create', arguments: { name: brand } })

  const connection = await ok('accounts_connect', { profile_id: profile.id, platform: 'sandbox' })
  const signIn = await continueHosted(url, connection.authorize_url)
  await fetch(`${signIn}&username=${brand.slice(-12)}`)
  const { data } = await ok('api', {
    action: 'call',
    operation: 'connections.entities',
    arguments: { id: connection.id },
  })
  const page = data.find((each: { selectable: boolean }) => each.selectable)
  const select = { id: connection.id, external_id: page.external_id }
  await ok('api', { action: 'call', operation: 'connections.select', arguments: select })
  const { data: accounts } = await ok('accounts_list', { profile_id: profile.id })
  assert.deepEqual([accounts.length, accounts[0].platform], [1, 'sandbox'])

  const draft = { targets: [{ account_id: accounts[0].id }], content: `Hello from ${brand}` }
  await ok('posts_validate', draft)
  const post = await ok('posts_create', draft)
  assert.equal((await ok('posts_create', draft)).id, post.id)
  const published = await until('the post to be published', async () => {
    const read = await ok('posts_get', { id: post.id })
    return read.status === 'published' && read
  })
  assert.match(published.targets[0].external_url, /^http/)

  const before = (await ok('credits_get')).spent
  const estimate = await ok('data_estimate', { tool: 'data_search_people', query: 'example', limit: 3 })
  assert.equal(estimate.data.credits, 3)
  const { isError, content } = await client.call('data_search_people', { query: 'example', limit: 3, max_credits: 2 })
  assert.deepEqual([isError, JSON.parse(content[0].text).code], [true, 'max_credits_exceeded'])
  assert.equal((await ok('data_search_people', { query: 'example', limit: 3, max_credits: 3 })).data.length, 3)

  const job = await ok('jobs_start', {
    kind: 'many',
    action: 'search/people',
    filters: { seniority: ['head'], limit: 4 },
    max_credits: 4,
  })
  const done = await until('the job to end', async () => {
    const read = await ok('jobs_get', { id: job.id })
    return read.job.status === 'completed' && read
  })
  assert.deepEqual([done.results.data.length, done.job.credits.charged], [4, 4])
  assert.ok((await ok('credits_get')).spent >= before + 7)
}

test('a client that supports forms is asked to confirm costly calls, over HTTP and over stdio', {
  timeout: 60_000,
}, async () => {
  for (const transport of [
    new StreamableHTTPClientTransport(endpoint, await authorized()),
    new StdioClientTransport(await program('100')),
  ]) {
    const prompts: string[] = []
    const client = await connectCurrent(transport, { pin: REVISION }, prompts)
    const { isError, content } = await client.call('data_search_people', {
      query: 'example',
      limit: 60,
      max_credits: 80,
    })
    assert.ok(!isError, content[0].text)
    assert.deepEqual(prompts, ['This call can cost 60 credits. Run it?'])
    await client.close()
  }
})

test('`--max-spend` applies to the whole process', { timeout: 60_000 }, async () => {
  const client = await connectEarlier(new EarlierStdio(await program('5')))
  const search = async (limit: number) =>
    JSON.parse((await client.call('data_search_people', { query: 'example', limit, max_credits: 20 })).content[0].text)
  assert.equal((await search(4)).data.length, 4)
  assert.equal((await search(2)).limit_source, 'client')
  await client.close()
})

test(`the list of tools takes at most ${TOKENS_MAX} tokens`, async () => {
  const client = await CLIENTS['the current client over HTTP']?.()
  const tools = (await client?.tools()) ?? []
  const tokens = countTokens(JSON.stringify({ tools }))
  assert.ok(tools.length === 25 && tokens > 1000 && tokens <= TOKENS_MAX, `${tokens} tokens`)
  await client?.close()
})

test('the inspector finds no schema that strict clients reject', { skip: inspector.skip, timeout: 120_000 }, async ({
  signal,
}) => {
  const { requestInit } = await authorized()
  const header = `authorization: ${requestInit.headers.authorization}`
  const args = ['--cli', endpoint.href, '--transport', 'http', '--header', header, '--method', 'tools/list', '--strict']
  const { code, output } = await run(process.execPath, [inspector.path, ...args], { env: { HOME: scratch() }, signal })
  assert.equal(code, 0, output.slice(-3000))
  assert.match(output, /posts_create/)
})

test('the conformance suite passes for everything about tools', { skip: conformance.skip, timeout: 120_000 }, async ({
  signal,
}) => {
  // The suite sends no key.
  const { requestInit } = await authorized()
  const proxy = await startFaultyProxy(url, requestInit.headers)
  for (const scenario of ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection']) {
    const args = [conformance.path, 'server', '--url', `${proxy.url}/mcp`, '--scenario', scenario]
    const { code, output } = await run(process.execPath, args, { signal })
    assert.equal(code, 0, `${scenario}: ${output.slice(-3000)}`)
    assert.match(output, /Passed: ([1-9]\d*)\/\1, 0 failed/, output.slice(-500))
  }
})
