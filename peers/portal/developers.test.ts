import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantCredits } from '../../server/src/domains/billing/credits/grants.ts'
import { createProfile } from '../../server/test/support/account-scene.ts'
import { addPeople, examplePerson } from '../../server/test/support/directory-people.ts'
import { until } from '../../server/test/support/harness.ts'
import { skip } from '../browser.ts'
import { assertStill, bootPortal, inspect, type PortalWorld } from './portal-world.ts'

const world = skip
  ? (undefined as unknown as PortalWorld)
  : await bootPortal({ env: { SOURCES_FIND_EMAIL: 'directory' } })

test("a key's name, budget and expiry are edited; a test key and a profile key are labelled as such", {
  skip,
}, async () => {
  const { workspaceId, live } = await world.neighbour()
  const profileId = await createProfile(live, 'Example harbour')
  const made = await live('POST', '/v1/api-keys', { name: 'Harbour app', scope: 'profiles', profile_ids: [profileId] })
  assert.equal(made.status, 201, made.text)
  await live('POST', '/v1/api-keys', { name: 'Old importer' })
  await world.db`update api_keys set created_at = created_at - interval '40 days' where name = 'Old importer'`
  const { page, problems } = await world.open('/keys', { workspaceId })
  await page.getByRole('row', { name: /Harbour app Live.*Only Example harbour/ }).waitFor()
  await page.getByRole('row', { name: /Old importer.*Stale/ }).waitFor()
  await assertStill(page)
  await page.getByRole('button', { name: 'Actions for Harbour app' }).click()
  await page.getByRole('button', { name: 'Edit…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Harbour app, read only')
  await dialog.getByLabel('Permission').selectOption('read')
  await dialog.getByLabel('Expires').selectOption('90')
  await dialog.getByLabel('Monthly budget (credits)').fill('500')
  await inspect(page, 'edit key')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Harbour app, read only updated').waitFor()
  await page.getByRole('row', { name: /Harbour app, read only.*Read.*0 of 500.*expires/ }).waitFor()
  await inspect(page, 'keys')
  const changed = (await live('GET', `/v1/api-keys/${made.body.id}`)).body
  assert.deepEqual([changed.permission, changed.monthly_budget], ['read', 500])
  await page.getByLabel('Mode').selectOption('test')
  await page.waitForURL(/mode=test/)
  await page.getByRole('row', { name: /Harbour app/ }).waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
})

test('a request is found by its id, with its charge and the result of each source', { skip }, async () => {
  const { ctx, db } = world
  const { workspaceId, live } = await world.neighbour()
  await grantCredits(ctx, db, workspaceId, { kind: 'manual', source: 'tests', amount: 1000, expiresAt: null })
  await addPeople(
    ctx,
    'crm',
    Array.from({ length: 3 }, (_, n) => examplePerson(n)),
  )
  const found = await live('POST', '/v1/data/contacts/find-email', { query: 'Ada Example b1, widgets.example' })
  assert.equal(found.status, 200, found.text)
  const missed = await live('POST', '/v1/data/contacts/find-email', { query: 'Nemo Example, nowhere.example' })
  const requestId = found.headers.get('x-quoin-request-id') ?? ''
  await until('the receipt', async () => (await live('GET', `/v1/requests/${requestId}`)).status === 200)
  const { page, problems } = await world.open('/requests', { workspaceId })
  await page.getByRole('row', { name: /contacts\/find-email.*Found/ }).waitFor()
  await assertStill(page)
  await inspect(page, 'requests')
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('button', { name: 'Outcome' }).click()
  await page.getByLabel('Outcome').selectOption('not_found')
  await page.waitForURL(/outcome=not_found/)
  await page.getByText(requestId, { exact: true }).waitFor({ state: 'detached' })
  await page.getByText(missed.headers.get('x-quoin-request-id') ?? '').waitFor()
  await page.getByRole('textbox', { name: 'Request ID' }).fill(`x-quoin-request-id: ${requestId}`)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.waitForURL(new RegExp(`request=${requestId}`))
  const receipt = page.getByRole('dialog')
  await receipt.getByText('directory').first().waitFor()
  await receipt.getByRole('row', { name: /^Total/ }).waitFor()
  await inspect(page, 'receipt')
  await page.keyboard.press('Escape')
  await receipt.waitFor({ state: 'hidden' })
  await page.getByRole('textbox', { name: 'Request ID' }).fill('req_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB')
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByText('There is no request').waitFor()
  // The one 404 is for the unknown id.
  assert.deepEqual(
    problems.filter((text) => !text.includes('/v1/requests/req_01KA2Z3W9G')),
    [],
  )
})

test('the log of requests shows every call, filters in the URL, and the response to a failed one', {
  skip,
}, async () => {
  const { workspaceId, live } = await world.neighbour()
  const key = (await live('POST', '/v1/api-keys', { name: 'Deploys' })).body
  const deploys = world.client(key.key)
  const made = await deploys('POST', '/v1/profiles', { name: 'Example harbour' })
  const missing = await deploys('GET', '/v1/posts/post_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB', undefined, {
    'x-request-id': 'deploy-7',
  })
  const invalid = await deploys('POST', '/v1/profiles', { name: 3 })
  const idOf = ({ headers }: typeof made) => headers.get('x-quoin-request-id') ?? ''
  await until('the requests', async () => {
    const { data } = (await live('GET', `/v1/requests?api_key_id=${key.id}`)).body
    return data.length === 3
  })
  const { page, problems } = await world.open('/requests', { workspaceId })
  const row = (reply: typeof made) => page.getByRole('row', { name: new RegExp(idOf(reply)) })
  assert.match(await row(made).innerText(), /POST \/v1\/profiles[^]*201 Created[^]*Deploys/)
  assert.match(await row(missing).innerText(), /GET \/v1\/posts\/post_01KA2[^]*404 Not found/)
  await assertStill(page)
  await inspect(page, 'requests with errors')

  await page.getByLabel('Status').selectOption('4xx')
  await page.waitForURL(/status=4xx/)
  await row(made).waitFor({ state: 'detached' })
  await page.getByLabel('Path starts with').fill('/v1/profiles')
  await page.waitForURL(/path=%2Fv1%2Fprofiles/)
  await row(missing).waitFor({ state: 'detached' })
  await page.reload()
  await row(invalid).waitFor()
  assert.equal(await page.getByLabel('Path starts with').inputValue(), '/v1/profiles')
  await page.getByRole('button', { name: 'Clear' }).click()
  await row(made).waitFor()
  await page.getByLabel('Called by').selectOption(key.id)
  await page.waitForURL(new RegExp(`key=${key.id}`))
  await page.getByLabel('Method').selectOption('GET')
  await row(made).waitFor({ state: 'detached' })

  await row(missing).getByRole('link').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('404 Not found').waitFor()
  await drawer.getByText('deploy-7').waitFor()
  await drawer.getByText('posts.get', { exact: true }).waitFor()
  assert.match(await drawer.getByRole('region', { name: 'Response body' }).innerText(), /"code": "not_found"/)
  const command = await drawer.getByRole('region', { name: 'Command' }).innerText()
  assert.match(command, /^curl 'http:[^']*\/v1\/posts\/post_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'/)
  assert.ok(!command.includes(key.key))
  await inspect(page, 'failed request')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  assert.deepEqual(problems, [])
})

test('the sandbox page joins, posts, comments, reviews, and fails on demand', { skip }, async () => {
  const { workspaceId, live } = await world.neighbour()
  const { page, problems } = await world.open('/sandbox', { workspaceId })
  await page.getByText('No sandbox accounts yet').waitFor()
  await page.getByLabel('Username').fill('harbour')
  await page.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('heading', { name: 'Receive a message' }).waitFor()
  const [account] = (await live('GET', '/v1/accounts')).body.data
  const panel = (title: string) => page.getByRole('region', { name: title })
  const message = panel('Receive a message')
  await message.getByLabel('Message').fill('Is the ferry on time?')
  await message.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Message sent to your inbox').waitFor()
  await until('the conversation', async () => (await live('GET', '/v1/conversations')).body.data.length === 1)

  await panel('Receive a review').getByRole('button', { name: 'Review' }).click()
  await until('the review', async () => (await live('GET', '/v1/reviews')).body.data.length === 1)

  const fail = panel('Simulate a fault')
  await fail.getByLabel('Fault', { exact: true }).selectOption('reject')
  await fail.getByRole('button', { name: 'Add fault' }).click()
  await fail.getByText('Publishing a post: rejects it').waitFor()
  await inspect(page, 'sandbox')
  const publish = () => live('POST', '/v1/posts', { content: 'Hello', targets: [{ account_id: account.id }] })
  const { id } = (await publish()).body
  await until('the post to fail', async () => (await live('GET', `/v1/posts/${id}`)).body.status === 'failed')
  await fail.getByText('Publishing a post: rejects it').waitFor({ state: 'detached' })

  const second = (await publish()).body
  await until('a post', async () => (await live('GET', `/v1/posts/${second.id}`)).body.status === 'published')
  const comment = panel('Receive a comment')
  await comment.getByLabel('Comment').fill('Lovely.')
  await comment.getByRole('button', { name: 'Comment' }).click()
  await until('the comment', async () => (await live('GET', '/v1/comments')).body.data.length === 1)

  await panel('Expire a token or revoke access').getByRole('button', { name: 'Revoke access' }).click()
  await fail.getByText('Anything: revokes access').waitFor()
  await fail.getByRole('button', { name: /^Remove: Anything/ }).click()
  await fail.getByText('Anything: revokes access').waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
})
