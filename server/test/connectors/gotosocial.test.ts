import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountJobs } from '../../src/domains/social/accounts/jobs.ts'
import { postMetricsFeed } from '../../src/domains/social/analytics/feed.ts'
import { pollFeed } from '../../src/domains/social/feeds/poll.ts'
import { messageFeed } from '../../src/domains/social/inbox/conversations/feed.ts'
import { conversationJobs } from '../../src/domains/social/inbox/conversations/jobs.ts'
import { postJobs } from '../../src/domains/social/posts/jobs.ts'
import { startQueue } from '../../src/queue/start.ts'
import { openFixture } from '../support/connectors/mastodon.ts'
import { GOTOSOCIAL } from '../support/connectors/mastodon-kinds.ts'
import { openScene } from '../support/connectors/mastodon-scene.ts'
import { testConnector } from '../support/connectors/suite.ts'
import { atEnd } from '../support/harness.ts'

const fixture = await openFixture(GOTOSOCIAL)
const { fake, ctx, live, workspaceId, account } = await openScene(GOTOSOCIAL)
const queue = await startQueue(ctx, { jobs: [...accountJobs, ...postJobs, ...conversationJobs] })
atEnd(() => queue.stop())

const isPost = ({ method, path }: { method: string; path: string }) => method + path === 'POST/api/v1/statuses'
const own = () => [...fake.statuses.values()].filter((status) => status.account.username === 'brand')

testConnector(fixture)

async function pass(seconds: number): Promise<void> {
  ctx.clock.advance(seconds * 1000)
  await queue.idle()
}

async function publish(content: string, options: object = {}) {
  const targets = [{ account_id: account.id, options }]
  const made = await live('POST', '/v1/posts', { content, targets })
  assert.equal(made.status, 201, made.text)
  await queue.idle()
  return async () => (await live('GET', `/v1/posts/${made.body.id}`)).body.targets[0]
}

async function conversationWith(username: string, said: string) {
  fake.sendDirect(username, 'brand', said)
  await pollFeed(ctx, workspaceId, account.id, messageFeed)
  const { data } = (await live('GET', '/v1/conversations')).body
  const path = `/v1/conversations/${data[0].id}/messages`
  const send = async (body: string) => {
    const { id } = (await live('POST', path, { body })).body
    await queue.idle()
    return (await live('GET', path)).body.data.find((one: { id: string }) => one.id === id)
  }
  return { send }
}

test('an account connects, and its entity names the software of the server', async () => {
  assert.deepEqual([account.status, account.health.status], ['connected', 'healthy'])
  assert.deepEqual(account.granted_scopes, [
    'read:accounts',
    'read:statuses',
    'read:notifications',
    'write:statuses',
    'write:media',
  ])
  const [{ metadata }] = (await live('GET', `/v1/accounts/${account.id}/entities`)).body.data
  assert.deepEqual([metadata.software, metadata.version], ['gotosocial', '0.20.1'])
  assert.deepEqual([metadata.limits.max_media, metadata.limits.max_characters], [6, 500])
})

test('a message reaches the person it is for, also when it names one whose handle starts alike', async () => {
  const bobby = fake.signUp('bobby')
  const { send } = await conversationWith('bob', 'Any news?')
  const message = await send('do not tell @bobby')
  assert.equal(message.status, 'sent')
  const status = fake.statuses.get(message.external_id)
  assert.equal(status.source, '@bob do not tell @bobby')
  assert.deepEqual(new Set(status.mentions.map((one: { acct: string }) => one.acct)), new Set(['bob', bobby.acct]))
  const named = await send('well, @bob, yes')
  assert.equal(fake.statuses.get(named.external_id).source, 'well, @bob, yes', 'a handle that is there is not repeated')
  ctx.clock.advance(600_000)
  await pollFeed(ctx, workspaceId, account.id, messageFeed)
  const { data } = (await live('GET', '/v1/conversations')).body
  const people = data.map(({ participant }: { participant: { username: string } }) => participant.username)
  assert.deepEqual(people, ['bob'], 'the one who is only named has no conversation')
})

test('a person of another server is not mistaken for one of the same name here', async () => {
  fake.signUp('carol')
  const { send } = await conversationWith('carol@elsewhere.example', 'Hello')
  const message = await send('ask @carol about it')
  const status = fake.statuses.get(message.external_id)
  assert.equal(status.source, '@carol@elsewhere.example ask @carol about it')
})

test('a message that the server addresses to other people is deleted, and fails', async () => {
  const { send } = await conversationWith('moved', 'Soon I have another name')
  const before = own().length
  const person = [...fake.people.values()].find(({ acct }) => acct === 'moved')!
  fake.people.delete(person.id)
  fake.people.set(person.id, { ...person, acct: 'renamed', username: 'renamed' })
  const message = await send('Good luck')
  assert.deepEqual([message.status, message.error.rule], ['failed', 'mastodon.message.recipient'])
  assert.match(message.error.message, /did not address the message to @moved\. It was deleted again\./)
  assert.equal(own().length, before)
})

test('a post that has only a warning is found after a lost response, and published once', async () => {
  fake.faults.push({ fault: 'drop_after', matches: isPost })
  const target = await publish('', { spoiler_text: 'Only a warning' })
  assert.equal((await target()).status, 'unconfirmed')
  await pass(10)
  const { status, external_id } = await target()
  const said = own().filter(({ spoiler_text }) => spoiler_text === 'Only a warning')
  assert.deepEqual([status, said.map(({ id }) => id)], ['published', [external_id]])
  // The same words with another visibility are another post.
  fake.faults.push({ fault: 'error_before', matches: isPost })
  const other = await publish('', { spoiler_text: 'Only a warning', visibility: 'private' })
  await pass(10)
  assert.equal((await other()).status, 'unconfirmed')
})

test('a request that arrives minutes after its timeout makes one post, though the server ignores keys', async () => {
  fake.faults.push({ fault: 'error_before', matches: isPost })
  const target = await publish('Late but once')
  for (let minutes = 0; minutes < 5; minutes++) for (let step = 0; step < 4; step++) await pass(15)
  assert.equal((await target()).status, 'unconfirmed', 'the request may still arrive')
  const { id } = fake.post('brand', 'Late but once')
  for (let step = 0; step < 20; step++) await pass(60)
  assert.deepEqual([(await target()).status, (await target()).external_id], ['published', id])
  assert.equal(own().filter(({ source }) => source === 'Late but once').length, 1)
})

test('a post whose request never arrived is sent again when the server has had ten minutes', async () => {
  fake.faults.push({ fault: 'error_before', matches: isPost })
  const target = await publish('Never arrived')
  for (let step = 0; step < 30; step++) await pass(60)
  assert.equal((await target()).status, 'published')
  assert.equal(own().filter(({ source }) => source === 'Never arrived').length, 1)
})

test('metrics of posts are read one by one where the server cannot list statuses', async () => {
  const target = await publish('Count me')
  const { external_id } = await target()
  Object.assign(fake.statuses.get(external_id), { favourites_count: 3, quotes_count: undefined })
  await pollFeed(ctx, workspaceId, account.id, postMetricsFeed)
  const [{ id }] = (await live('GET', '/v1/posts')).body.data
  const { body } = await live('GET', `/v1/posts/analytics?post_ids=${id}`)
  assert.match(JSON.stringify(body), /"likes":3/)
})

test('limits are counted as this server counts: code points, links and handles in full', async () => {
  const check = async (content: string) => {
    const { body } = await live('POST', '/v1/posts/validate', { content, targets: [{ account_id: account.id }] })
    return /mastodon\.text\.max_characters/.test(JSON.stringify(body))
  }
  assert.equal(await check('a'.repeat(500)), false)
  assert.equal(await check(`${'a'.repeat(470)} https://example.com/a/long/path`), true)
  assert.equal(await check(`${'a'.repeat(490)} @alice@mastodon.example`), true)
  // One family of four people is one grapheme and seven code points.
  assert.equal(await check('\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}'.repeat(72)), true)
})

test('the account is disconnected at the server too: its token is revoked', async () => {
  assert.equal(fake.tokens.size, 1)
  assert.equal((await live('DELETE', `/v1/accounts/${account.id}`)).status, 200)
  await queue.idle()
  assert.equal(fake.tokens.size, 0)
})
