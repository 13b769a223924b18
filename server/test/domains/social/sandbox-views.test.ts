import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertCode } from '../../support/account-scene.ts'
import { boot } from '../../support/harness.ts'
import { actOnSandbox, bootInbox, list } from '../../support/inbox-scene.ts'

const HOSTILE = `<script>alert("x")</script><img src=x onerror='y'>&amp;`
const ESCAPED = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&lt;img src=x onerror=&#39;y&#39;&gt;&amp;amp;'

const scene = await bootInbox()
const { live, account, page, pass, queue } = scene
const visitor = scene.client()

/** Publishes a post. Returns the path of its page. */
async function publish(content: string) {
  const { body } = await live('POST', '/v1/posts', { content, targets: [{ account_id: account.id }] })
  await queue.idle()
  const [target] = (await live('GET', `/v1/posts/${body.id}`)).body.targets
  const url = new URL(target.external_url)
  assert.equal(url.origin, new URL(scene.ctx.publicUrl.get()).origin)
  return { id: body.id as string, externalId: target.external_id as string, path: url.pathname }
}

async function inboxPath(externalId = page): Promise<string> {
  const pages = await list(live, '/v1/sandbox/pages?limit=100')
  const { inbox_url } = pages.find((one: { external_id: string }) => one.external_id === externalId)
  return new URL(inbox_url).pathname
}

async function look(path: string): Promise<string> {
  const { status, headers, text } = await visitor('GET', path)
  assert.equal(status, 200, text)
  assert.match(headers.get('content-type') ?? '', /^text\/html/)
  assert.match(
    headers.get('content-security-policy') ?? '',
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
  )
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.doesNotMatch(
    text,
    /<(?:script|img|link|iframe|form|base)\b|\s(?:src|href|style|on\w+)=/,
    'nothing runs or loads',
  )
  return text
}

test('the URL of a published post shows the post with its comments, without a key', async () => {
  const { id, externalId, path } = await publish('A harbour\nin the evening')
  const { id: first } = await actOnSandbox(live, 'comments', {
    post_external_id: externalId,
    from: 'ann',
    body: 'Where?',
  })
  const reply = { post_external_id: externalId, parent_external_id: first, from: 'ben', body: 'In the north' }
  const { id: second } = await actOnSandbox(live, 'comments', reply)
  await actOnSandbox(live, 'comments', { ...reply, parent_external_id: second, from: 'cora', body: 'I see' })
  await pass()
  const [comment] = (await list(live, '/v1/comments')).filter((one: { body: string }) => one.body === 'In the north')
  await live('POST', `/v1/comments/${comment.id}/moderate`, { action: 'hide' })
  const shown = await look(path)
  assert.match(shown, />A harbour\nin the evening<.*3 comments.*Where\?.*Hidden.*In the north.*I see/s)
  assert.match(shown, /painter/)
  const [listed] = await list(live, '/v1/sandbox/posts?limit=1')
  assert.equal(new URL(listed.url).pathname, path)

  assert.equal((await live('POST', `/v1/posts/${id}/unpublish`)).status, 200)
  await queue.idle()
  assertCode(await visitor('GET', path), 404, 'not_found')
})

test('the inbox of a page shows its conversations, templates, statuses and reviews', async () => {
  await actOnSandbox(live, 'messages', { entity_external_id: page, from: 'ann', body: 'Are you open?' })
  await actOnSandbox(live, 'reviews', { entity_external_id: page, from: 'dora', rating: 4, body: 'Lovely' })
  const components = [{ type: 'BODY', text: 'Hello {{1}}' }]
  const made = { name: 'greeting', language: 'en', category: 'UTILITY', components }
  const { body: template } = await live('POST', `/v1/accounts/${account.id}/templates`, made)
  await actOnSandbox(live, 'template-statuses', { template_external_id: template.external_id, status: 'approved' })
  await pass()
  const [conversation] = await list(live, '/v1/conversations')
  const messages = `/v1/conversations/${conversation.id}/messages`
  await live('POST', messages, { body: 'Until six' })
  const filled = [{ type: 'body', parameters: [{ type: 'text', text: 'Ann' }] }]
  await live('POST', messages, { template: { name: 'greeting', language: 'en', components: filled } })
  const [review] = await list(live, '/v1/reviews')
  await live('PUT', `/v1/reviews/${review.id}/reply`, { body: 'Thank you' })
  await pass()
  const sent = (await list(live, messages)).find((one: { body: string }) => one.body === 'Until six')
  await actOnSandbox(live, 'message-statuses', { message_external_id: sent.external_id, status: 'read' })
  const shown = await look(await inboxPath())
  assert.match(shown, /Are you open\?.*Until six.* · read.*Template greeting \(en\).*Hello Ann.* · sent/s)
  assert.match(shown, /1 review.*4 of 5 stars.*Lovely.*Thank you/s)
})

test('text from people is escaped on the pages', async () => {
  const { externalId, path } = await publish(HOSTILE)
  await actOnSandbox(live, 'comments', { post_external_id: externalId, from: 'eve', body: HOSTILE })
  await actOnSandbox(live, 'messages', { entity_external_id: page, from: 'eve', body: HOSTILE })
  await actOnSandbox(live, 'reviews', { entity_external_id: page, from: 'eve', rating: 1, body: HOSTILE })
  for (const [at, times] of [
    [path, 2],
    [await inboxPath(), 2],
  ] as const)
    assert.equal((await visitor('GET', at)).text.split(ESCAPED).length - 1, times, at)
})

test('a URL opens one post or one inbox and nothing else, and cannot be guessed', async () => {
  const { path } = await publish('Private to the workspace')
  const inbox = await inboxPath()
  const key = path.split('/').at(-1) ?? ''
  const inboxKey = inbox.split('/').at(-1) ?? ''
  assert.doesNotMatch(await look(path), new RegExp(inboxKey))
  assertCode(await visitor('GET', inbox.replace(inboxKey, key)), 404, 'not_found')
  assertCode(await visitor('GET', path.replace(key, inboxKey)), 404, 'not_found')
  assertCode(await visitor('GET', path.replace(key, crypto.randomUUID())), 404, 'not_found')
  assertCode(await visitor('GET', path.replace(key, 'sb-post-1')), 422, 'validation_error')
  assertCode(await visitor('GET', '/v1/sandbox/pages'), 401, 'invalid_api_key')
  const { live: neighbour } = await scene.neighbour()
  assert.deepEqual(await list(neighbour, '/v1/sandbox/pages'), [])
  const first = (await live('GET', '/v1/sandbox/pages?limit=2')).body
  const rest = await list(live, `/v1/sandbox/pages?limit=2&cursor=${first.next_cursor}`)
  const ids = [...first.data, ...rest].map(({ external_id }: { external_id: string }) => external_id)
  assert.equal(new Set(ids).size, 3)
})

test('a server without the sandbox serves no pages', async () => {
  const world = await boot({ env: { SANDBOX: 'no' } })
  for (const what of ['posts', 'inboxes'])
    assertCode(await world.client()('GET', `/v1/sandbox/views/${what}/${crypto.randomUUID()}`), 404, 'not_found')
})
