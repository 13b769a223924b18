import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PROMPTS } from '../../src/http/mcp/prompts.ts'
import { remedyFor } from '../../src/http/mcp/remedies.ts'
import { RESOURCES } from '../../src/http/mcp/resources.ts'
import { ERRORS } from '../../src/kit/declare/errors.ts'
import { createProfile } from '../support/account-scene.ts'
import { boot } from '../support/harness.ts'
import { createMcpClient } from '../support/mcp-client.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const { url } = world
const live = createMcpClient(url, await world.key())
const reader = createMcpClient(url, await world.key({ permission: 'read' }))
const [own, other] = [await createProfile(world.live, 'Own'), await createProfile(world.live, 'Other')]
const limited = createMcpClient(url, await world.key({ scope: 'profiles', profile_ids: [own] }))

/** Words of HTTP, which a model cannot set. */
const HTTP_WORDS = /\bX-[A-Z]|Idempotency-Key|Authorization|Retry-After|\bheader|\b(?:GET|POST|PUT|PATCH|DELETE) \/v1/

async function read(client: typeof live, uri: string) {
  const { result, error } = await client.request('resources/read', { uri })
  return { error, text: result?.contents[0].text as string, type: result?.contents[0].mimeType as string }
}

test('every listed resource can be read, as JSON or as a page of the documentation', async () => {
  const { resources } = (await live.request('resources/list')).result
  assert.deepEqual(
    resources.map(({ uri }: { uri: string }) => uri),
    RESOURCES.map(({ uri }) => uri).filter((uri) => !uri.includes('{')),
  )
  for (const { uri, mimeType } of resources) {
    const { text, type, error } = await read(live, uri)
    assert.equal(type, mimeType, JSON.stringify(error))
    if (type === 'application/json') JSON.parse(text)
    else assert.match(text, /^# /m)
  }
})

test('a template reads one resource by its id, with the rights of the key', async () => {
  const { resourceTemplates } = (await live.request('resources/templates/list')).result
  assert.ok(resourceTemplates.some((each: { uriTemplate: string }) => each.uriTemplate === 'quoin://profiles/{id}'))
  assert.equal(JSON.parse((await read(live, `quoin://profiles/${other}`)).text).name, 'Other')
  assert.equal(JSON.parse((await read(limited, `quoin://profiles/${own}`)).text).name, 'Own')
  const refused = await read(limited, `quoin://profiles/${other}`)
  assert.ok(refused.error)
  assert.doesNotMatch(refused.error.message, HTTP_WORDS)
  for (const uri of ['quoin://profiles/prof_none', 'quoin://nothing', 'quoin://posts/../keys', 'file:///etc/passwd'])
    assert.ok((await read(live, uri)).error, uri)
})

test('prompts are offered to keys that may call their tools, and name only tools that exist', async () => {
  const names = async (client: typeof live) =>
    (await client.request('prompts/list')).result.prompts.map(({ name }: { name: string }) => name)
  assert.deepEqual(
    await names(live),
    PROMPTS.map(({ name }) => name),
  )
  assert.deepEqual(await names(reader), ['explain_spend'])
  assert.deepEqual(await names(limited), ['plan_week', 'answer_inbox'])
  const tools = (await live.tools()).map(({ name }) => name as string)
  for (const { tools: used, text } of PROMPTS) {
    for (const name of used) assert.ok(tools.includes(name), name)
    for (const [name] of text.matchAll(/\b[a-z]+_(?:list|get|create|validate|thread|reply|estimate|people|email)\b/g))
      assert.ok(tools.includes(name) || name === 'search_people' || name === 'find_email', name)
  }
})

test('a prompt contains its arguments, and names one that is missing', async () => {
  const get = (name: string, given: object) => live.request('prompts/get', { name, arguments: given })
  const { result } = await get('build_lead_list', { audience: 'heads of marketing', budget: '40' })
  assert.match(result.messages[0].content.text, /10 people: heads of marketing\. Spend at most 40\./)
  assert.match((await get('build_lead_list', {})).error.message, /audience/)
  assert.match((await get('nothing', {})).error.message, /no prompt/)
})

test('no error of a tool speaks of headers or endpoints', async () => {
  for (const code of Object.keys(ERRORS)) assert.doesNotMatch(remedyFor(code) ?? '', HTTP_WORDS, code)
  const failures = [
    await live.call('data_search_people', { query: 'x', limit: 10, max_credits: 1 }),
    await live.call('data_search_people', { query: 'x', limit: 90, max_credits: 90 }),
    await reader.call('posts_create', { targets: [], content: 'x' }),
    await reader.call('api', {
      action: 'call',
      operation: 'webhooks.create',
      arguments: { url: 'https://example.com' },
    }),
    await limited.call('credits_get'),
    await live.call('accounts_connect', { profile_id: own, platform: 'linkedin' }),
    await live.call('posts_get', { id: 'post_none' }),
    await live.call('posts_create', { content: 7 }),
  ]
  for (const { isError, content } of failures) {
    assert.ok(isError, content[0]?.text)
    assert.doesNotMatch(content[0]?.text ?? '', HTTP_WORDS)
  }
  for (const { description, inputSchema } of await live.tools())
    assert.doesNotMatch(`${description} ${JSON.stringify(inputSchema)}`, HTTP_WORDS)
})

test('annotations are right: a check reads, an overwrite destroys, and a read key only reads', async () => {
  const hints = async (client: typeof live) =>
    new Map((await client.tools()).map(({ name, annotations }) => [name as string, annotations]))
  const ofLive = await hints(live)
  assert.equal(ofLive.get('posts_validate').readOnlyHint, true)
  assert.equal(ofLive.get('posts_create').destructiveHint, false)
  for (const name of ['posts_update', 'posts_cancel', 'inbox_reply', 'comments_moderate', 'api'])
    assert.equal(ofLive.get(name).destructiveHint, true, name)
  for (const [name, { readOnlyHint }] of await hints(reader)) assert.equal(readOnlyHint, true, name)
})
