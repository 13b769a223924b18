import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Argument, type Operation, operations } from '../server/src/http/openapi/operations-list.ts'
import { createClient } from '../server/test/support/harness.ts'
import { startLiveServer } from './live-server.ts'
import { createExecutor } from './n8n-executor.ts'
import { buildPackage, lint } from './n8n-package.ts'
import { openTrigger } from './n8n-trigger.ts'
import { fromNpm } from './peer.ts'

const core = fromNpm('n8n-core', 'package.json')
const options = { skip: core.skip, timeout: 120_000 }
const folder = core.skip ? '' : await buildPackage()
const isBuilt = core.skip === false
const server = await startLiveServer()
const live = createClient(server.url, server.live_key)
const using = (apiKey: string) => (isBuilt ? createExecutor(folder, { baseUrl: server.url, apiKey }) : async () => [])
const execute = using(server.live_key)

test("n8n's linters report nothing", options, async () => assert.deepEqual(await lint(folder), []))

test('n8n runs the node, and running the same execution again does its work once', options, async () => {
  const create = { resource: 'profile', operation: 'create', name: 'Example brand' }
  const [made] = await execute(create, 'node-1')
  const [again] = await execute(create, 'node-1')
  assert.equal(again?.json['id'], made?.json['id'])
  const [read] = await execute({ resource: 'profile', operation: 'get', id: made?.json['id'] })
  assert.deepEqual(read?.json, made?.json)
})

test('"Return all" follows every page, and a limit returns at most that many items', options, async () => {
  const values = Array.from({ length: 120 }, (_, at) => `person-${at}@example.com`)
  assert.equal((await live('POST', '/v1/suppressions:bulk', { values })).status, 200)
  const list = { resource: 'suppression', operation: 'getAll' }
  const all = await execute({ ...list, returnAll: true })
  assert.equal(new Set(all.map(({ json }) => json['value'])).size, 120)
  assert.equal((await execute({ ...list, returnAll: false, limit: 7 })).length, 7)
})

test('a paid search stays within the credit limit that the node sets', options, async () => {
  const search = { resource: 'data', operation: 'searchPeople', query: 'engineer' }
  const refused = execute({ ...search, additionalFields: { query: 'engineer', count: 5, maxCredits: 1 } })
  await assert.rejects(refused, { httpCode: '402' })
  const [found] = await execute({ ...search, additionalFields: { query: 'engineer', count: 1, maxCredits: 1 } })
  assert.ok(found?.json['full_name'], JSON.stringify(found))
})

/** Returns the parameters that a person would enter for the example of an operation. */
function entered({ resource, verb, endpoint, query, body }: Operation) {
  const { example } = endpoint
  const sent = { ...example.query, ...(example.body as object | undefined) } as Record<string, unknown>
  const fields = [...query, ...body].filter(({ name }) => name in sent && !['cursor', 'limit'].includes(name))
  const pick = (wanted: (argument: Argument) => boolean) =>
    Object.fromEntries(fields.filter(wanted).map(({ name }) => [RENAMED[name] ?? name, sent[name]]))
  return {
    resource: RESOURCES[resource],
    operation: verb === 'list' ? 'getAll' : verb.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    ...example.params,
    ...pick(({ isRequired }) => isRequired),
    [endpoint.method === 'GET' ? 'filters' : 'additionalFields']: pick(({ isRequired }) => !isRequired),
  }
}

const RENAMED: Readonly<Record<string, string>> = { action: 'actionName', operation: 'operationName' }
const RESOURCES = Object.fromEntries(
  operations.map(({ resource }) => [
    resource,
    resource
      .replace(/ies$/, 'y')
      .replace(/ches$/, 'ch')
      .replace(/(?<!analytic)s$/, '')
      .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  ]),
)

test('every operation of the node is accepted with its example, entered as a person would', options, async () => {
  const run = using(server.test_key)
  const refused: string[] = []
  for (const operation of operations)
    await run(entered(operation)).catch((error: Error & { description?: string }) => {
      refused.push(`${operation.id}: ${error.message} ${error.description ?? ''}`)
    })
  assert.deepEqual(refused, [])
})

test('the trigger registers itself, accepts signed events and refuses others', options, async (t) => {
  const trigger = await openTrigger(folder, { baseUrl: server.url, apiKey: server.live_key })
  t.after(() => trigger.close())
  assert.equal(await trigger.hooks.checkExists(), false)
  assert.equal(await trigger.hooks.create(), true)
  assert.equal(await trigger.hooks.checkExists(), true)
  const { data } = (await live('GET', '/v1/webhooks')).body
  await live('POST', `/v1/webhooks/${data[0].id}/test`)
  const event = await trigger.received
  assert.equal(event['type'], 'webhook.test')
  const forged = await fetch(trigger.url, { method: 'POST', body: '{"id":"1","type":"post.published"}' })
  assert.equal(forged.status, 401)
  assert.equal(await trigger.hooks.delete(), true)
  assert.deepEqual((await live('GET', '/v1/webhooks')).body.data, [])
})
