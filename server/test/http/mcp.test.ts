import assert from 'node:assert/strict'
import { request as send } from 'node:http'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { findOperation } from '../../src/http/mcp/api-tool.ts'
import { COMBINED } from '../../src/http/mcp/combined.ts'
import { toolOperations } from '../../src/http/mcp/inputs.ts'
import { operations } from '../../src/http/openapi/operations-list.ts'
import { boot } from '../support/harness.ts'
import { createMcpClient } from '../support/mcp-client.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent', TEST_QUOTA_PER_DAY: '10000', MCP_HOSTS: 'quoin.internal' } })
const { url } = world
const liveKey = await world.key()
const live = createMcpClient(url, liveKey)
const rehearsal = createMcpClient(url, await world.key({ mode: 'test' }))
const reader = createMcpClient(url, await world.key({ permission: 'read' }))

/** Sends a request with any headers, including those that fetch sets itself. */
function post(
  headers: Record<string, string>,
  body = '{}',
): Promise<{ status: number; headers: object; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; headers: object; text: string }>()
  const request = send(
    `${url}/mcp`,
    { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
    (reply) => {
      let text = ''
      reply.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }))
    },
  )
  request.on('error', reject).end(body)
  return promise
}

const authorization = `Bearer ${liveKey}`
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

test('without a valid key /mcp returns 401 and says what to send', async () => {
  for (const sent of [{}, { authorization: 'Bearer nonsense' }]) {
    const { status, headers, text } = await post(sent, PING)
    assert.equal(status, 401)
    assert.match((headers as Record<string, string>)['www-authenticate'] ?? '', /^Bearer .*resource_metadata="http/)
    assert.match(text, /API key/)
  }
  const { headers: cookies } = await world.session()
  assert.equal((await post({ ...cookies, host: new URL(url).host }, PING)).status, 401)
})

test('foreign host names and origins are refused, so that DNS rebinding does not reach the server', async () => {
  const accept = 'application/json, text/event-stream'
  const status = async (headers: Record<string, string>) =>
    (await post({ authorization, accept, ...headers }, PING)).status
  assert.deepEqual(
    await Promise.all([
      status({ host: 'evil.example' }),
      status({ host: 'localhost.evil.example:8080' }),
      status({ origin: 'http://evil.example' }),
      status({ origin: 'null' }),
      status({ host: '192.0.2.7:8080', origin: 'http://192.0.2.8' }),
    ]),
    [403, 403, 403, 403, 403],
  )
  assert.deepEqual(
    await Promise.all([
      status({}),
      status({ host: 'localhost:9' }),
      status({ host: '192.0.2.7:8080' }),
      status({ host: 'quoin.internal' }),
      status({ origin: url }),
      status({ origin: 'http://localhost:6274' }),
    ]),
    [200, 200, 200, 200, 200, 200],
  )
})

test('other methods, other bodies and bodies that are too large are refused', async () => {
  const get = await fetch(`${url}/mcp`, { headers: { authorization } })
  assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST'])
  const broken = await post({ authorization }, '{"jsonrpc":')
  assert.equal(broken.status, 400)
  assert.equal(JSON.parse(broken.text).error.code, -32_700)
  assert.equal((await post({ authorization, 'content-type': 'text/plain' }, PING)).status, 415)
  assert.equal((await post({ authorization }, JSON.stringify({ text: 'x'.repeat(5_000_000) }))).status, 413)
})

test('the previous revision is supported: initialize, then the tools', async () => {
  const rpc = async (method: string, params: object) => {
    const headers = {
      authorization,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    }
    const { text } = await post(headers, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result
  }
  const clientInfo = { name: 'tests', version: '1' }
  const hello = await rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
  assert.deepEqual([hello.protocolVersion, hello.serverInfo.name], ['2025-11-25', 'quoin'])
  assert.equal((await rpc('tools/list', {})).tools.length, 25)
  const balance = await rpc('tools/call', { name: 'credits_get', arguments: {} })
  assert.equal(balance.structuredContent.available, 50)
})

test('the tools match the declarations of the endpoints, each described once', async () => {
  const tools = await live.tools()
  assert.deepEqual(
    tools.map(({ name }) => name),
    [...toolOperations.keys(), 'api'],
  )
  for (const [name, all] of toolOperations) {
    const { choose } = COMBINED[name] ?? {}
    assert.equal(all.length > 1, choose !== undefined, `${name} is several endpoints, and must be in combined.ts`)
    assert.ok(
      all.every(({ mark }) => (mark.when !== undefined) === all.length > 1),
      name,
    )
    assert.ok(
      all.every(({ mark }) => (mark.text === undefined) === all.length > 1),
      name,
    )
    for (const { mark, operation } of all) {
      const inputs = [...operation.params, ...[...operation.query, ...operation.body].map((each) => each.name)]
      for (const input of [...(mark.hides ?? []), ...Object.keys(mark.renames ?? {})])
        assert.ok(inputs.includes(input), `${operation.id} has no input ${input}`)
    }
  }
  const paid = tools.filter(({ inputSchema }) => inputSchema.required?.includes('max_credits'))
  assert.deepEqual(
    paid.map(({ name }) => name),
    [
      'data_search_people',
      'data_search_companies',
      'data_find_email',
      'data_verify_email',
      'data_enrich_person',
      'jobs_start',
    ],
  )
})

test('schemas are valid, every type in them is a single word, and only reads declare their output', async () => {
  const ajv = new Ajv2020({ strict: true, validateFormats: false })
  for (const { name, inputSchema, outputSchema, annotations } of await live.tools()) {
    ajv.compile(inputSchema)
    assert.equal(outputSchema !== undefined, annotations.readOnlyHint, name)
    if (outputSchema) ajv.compile(outputSchema)
    assert.doesNotMatch(JSON.stringify([inputSchema, outputSchema]), /"type":\[/, name)
    assert.ok(annotations.readOnlyHint || typeof annotations.destructiveHint === 'boolean', name)
  }
})

test('every tool returns the declared example to a test key, in its declared shape', async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const tools = new Map((await rehearsal.tools()).map((tool) => [tool.name, tool]))
  for (const [name, all] of toolOperations)
    for (const { operation, mark, inputs } of all) {
      const { params, query, body } = operation.endpoint.example
      const example: Record<string, unknown> = { ...params, ...query, ...(body as object) }
      const args = Object.fromEntries(
        [...inputs].flatMap(([argument, input]) =>
          input.name in example ? [[argument, readable(input.schema, example[input.name])]] : [],
        ),
      )
      const { choose } = COMBINED[name] ?? {}
      const chosen = typeof choose === 'object' ? { [choose.argument]: mark.when } : {}
      const paid = operation.isPriced ? { max_credits: 50 } : {}
      const result = await rehearsal.call(name, { ...args, ...chosen, ...paid })
      assert.ok(!result.isError, `${operation.id}: ${result.content[0]?.text}`)
      const { inputSchema, outputSchema } = tools.get(name)
      assert.ok(ajv.validate(inputSchema, { ...args, ...chosen, ...paid }), `${operation.id}: ${ajv.errorsText()}`)
      if (outputSchema) assert.ok(ajv.validate(outputSchema, result.structuredContent), `${name}: ${ajv.errorsText()}`)
      assert.equal(result.meta['quoin/credits_charged'], 0)
    }
})

/** Converts an example query, which contains text, to the values that tools accept. */
function readable(schema: object, value: unknown): unknown {
  const { type } = schema as { type?: string }
  return typeof value === 'string' && (type === 'integer' || type === 'boolean') ? JSON.parse(value) : value
}

test('a read key sees and calls only reads', async () => {
  const names = (await reader.tools()).map(({ name }) => name)
  assert.ok(names.includes('posts_list') && names.includes('data_estimate') && names.includes('api'))
  assert.ok(!names.includes('posts_create') && !names.includes('data_search_people') && !names.includes('inbox_reply'))
  await reader.fails('read_only_key', 'posts_create', { targets: [] })
  await reader.fails('read_only_key', 'api', { action: 'call', operation: 'profiles.create', arguments: { name: 'x' } })
  const found = await reader.ok('api', { action: 'search', query: 'profiles' })
  assert.ok(found.operations.length > 0 && found.operations.every((each: { changes: boolean }) => !each.changes))
})

test('a key of profiles sees only what such keys may call, and reaches no other profile', async () => {
  const { body: own } = await world.live('POST', '/v1/profiles', { name: 'Own' })
  const { body: other } = await world.live('POST', '/v1/profiles', { name: 'Other' })
  const scoped = createMcpClient(url, await world.key({ scope: 'profiles', profile_ids: [own.id] }))
  const names = (await scoped.tools()).map(({ name }) => name)
  assert.ok(names.includes('posts_create') && !names.includes('credits_get') && !names.includes('data_search_people'))
  await scoped.fails('out_of_scope', 'data_search_people', { max_credits: 1 })
  await scoped.fails('out_of_scope', 'accounts_connect', { profile_id: other.id, platform: 'sandbox' })
})

test("no tool finds another workspace's resources", async () => {
  const { live: theirs } = await world.neighbour()
  const { body: profile } = await theirs('POST', '/v1/profiles', { name: 'Theirs' })
  const call = { action: 'call', operation: 'profiles.get', arguments: { id: profile.id } }
  const { what_to_do } = await live.fails('not_found', 'api', call)
  assert.match(what_to_do, /List the resource/)
  await live.fails('not_found', 'posts_get', { id: 'post_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB' })
})

test('an error names the invalid inputs and says what to do', async () => {
  const { violations, what_to_do, request_id } = await live.fails('validation_error', 'posts_validate', {
    targets: [{}],
  })
  assert.deepEqual(violations, [{ field: 'targets.0.account_id', problem: 'Field required' }])
  assert.match(what_to_do, /Correct the named inputs/)
  assert.match(request_id, /^req_/)
  const unknown = await live.fails('validation_error', 'posts_list', { status: 'draft', colour: 'red' })
  assert.equal(unknown.violations[0].field, 'colour')
  assert.equal((await live.fails('validation_error', 'posts_get')).violations[0].field, 'id')
  assert.match(
    (await live.fails('validation_error', 'inbox_list', { kind: 'letters' })).violations[0].problem,
    /comments/,
  )
  assert.match(
    (await live.fails('validation_error', 'inbox_reply', { id: 'acc_1', body: 'x' })).violations[0].problem,
    /cmt_/,
  )
  const { error } = await live.request('tools/call', { name: 'no_such_tool', arguments: {} })
  assert.equal(error.code, -32_602)
})

test('api finds operations with their inputs and calls them', async () => {
  const { operations: found } = await live.ok('api', { action: 'search', query: 'create a webhook delivery redrive' })
  assert.equal(found[0].operation, 'webhook_deliveries.redrive_many')
  const { operations: exact } = await live.ok('api', { action: 'search', query: 'profiles.create' })
  assert.equal(exact[0].operation, 'profiles.create')
  assert.equal(exact[0].arguments.name.required, true)
  const made = await live.ok('api', { action: 'call', operation: 'profiles.create', arguments: { name: 'By a tool' } })
  assert.equal((await world.live('GET', `/v1/profiles/${made.id}`)).body.name, 'By a tool')
  const { violations } = await live.fails('validation_error', 'api', {
    action: 'call',
    operation: 'data.consensus',
    arguments: { query: 'x' },
  })
  assert.equal(violations[0].field, 'max_credits')
  assert.ok((await live.ok('api', { action: 'search', query: 'zzz' })).resources.includes('profiles'))
})

test('models get no secrets and no byte streams, and cannot charge a saved card', async () => {
  for (const id of [
    'api_keys.create',
    'webhooks.create',
    'webhooks.rotate',
    'portal_links.create',
    'accounts.avatar',
    'credits.set_auto_topup',
  ]) {
    assert.ok(
      operations.some((operation) => operation.id === id),
      id,
    )
    assert.equal(findOperation(id), undefined, id)
    await live.fails('validation_error', 'api', { action: 'call', operation: id, arguments: {} })
  }
  const job = { action: 'contacts/find-email', query: 'Ada Example, example.com', webhook_url: 'https://example.com/' }
  await live.fails('validation_error', 'jobs_start', { kind: 'one', ...job, max_credits: 5 })
  await live.fails('validation_error', 'api', {
    action: 'call',
    operation: 'data_jobs.create',
    arguments: job,
    max_credits: 5,
  })
})

test('a page of a list is short unless the model requests more', async () => {
  for (let n = 0; n < 12; n++) await world.live('POST', '/v1/profiles', { name: `Profile ${n}` })
  const list = (args: object) => live.ok('api', { action: 'call', operation: 'profiles.list', arguments: args })
  const first = await list({})
  assert.deepEqual([first.data.length, first.has_more], [10, true])
  assert.equal((await list({ limit: 12 })).data.length, 12)
  assert.notEqual((await list({ cursor: first.next_cursor })).data[0].id, first.data[0].id)
})

test('a call counts against the rate limit of its key twice: as the request to /mcp and as the request that it makes', async () => {
  const slow = await boot({ env: { LOG_LEVEL: 'silent', RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '4' } })
  const client = createMcpClient(slow.url, await slow.key())
  await client.ok('credits_get')
  const calls = await Promise.allSettled(Array.from({ length: 9 }, () => client.ok('credits_get')))
  const refused = calls.filter(({ status }) => status === 'rejected').length
  assert.ok(refused > 0, 'all calls were answered')
})
