import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { pollFeed } from '../../../src/domains/social/feeds/poll.ts'
import { messageFeed } from '../../../src/domains/social/inbox/conversations/feed.ts'
import { startQueue } from '../../../src/queue/start.ts'
import { jobs, timers } from '../../../src/worker/worker.ts'
import { createProfile } from '../../support/account-scene.ts'
import { loopback } from '../../support/connectors/loopback.ts'
import { FakeMastodon } from '../../support/connectors/mastodon-fake.ts'
import { connectAs } from '../../support/connectors/mastodon-scene.ts'
import { atEnd, boot, until } from '../../support/harness.ts'

/** Number of accounts: more than a server's publishing slots, and twice the slots for feeds. */
const ACCOUNTS = 45
/** Conversations per account: in all nine times the slots for messages. */
const FRIENDS = 2

const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const { ctx, url, live } = world
const neighbour = await world.neighbour()
const [slow, quick] = [await new FakeMastodon().start(), await new FakeMastodon().start()]
for (const fake of [slow, quick]) fake.now = () => ctx.clock.now()

const hanging = new Set<string>()
/** Leaves the neighbour's requests without a response from then on. */
function hang(tokens: Iterable<string>): void {
  for (const token of tokens) hanging.add(`Bearer ${token}`)
  loopback.watcher = (_origin, { headers }) =>
    hanging.has(headers.authorization ?? '') ? new Promise(() => {}) : Promise.resolve(true)
}

let [own, guest]: { id: string }[] = []
const accounts: { id: string }[] = []
const conversations: { id: string }[] = []

async function readConversations(client: typeof live, workspaceId: string, accountId: string | undefined) {
  await pollFeed(ctx, workspaceId, accountId ?? '', messageFeed)
  return (await client('GET', `/v1/conversations?account_id=${accountId}`)).body.data as { id: string }[]
}

before(async () => {
  const profileId = await createProfile(neighbour.live)
  for (let n = 0; n < ACCOUNTS; n++) {
    const account = await connectAs(slow, { live: neighbour.live, url }, profileId, `slow${n}`)
    accounts.push(account)
    for (let at = 0; at < FRIENDS; at++) slow.sendDirect(`friend${at}`, `slow${n}`, 'Hello?')
    conversations.push(...(await readConversations(neighbour.live, neighbour.workspaceId, account.id)))
  }
  assert.equal(conversations.length, ACCOUNTS * FRIENDS)
  hang([...slow.tokens.keys()])
  const profile = await createProfile(live)
  own = await connectAs(quick, { live, url }, profile, 'own')
  guest = await connectAs(slow, { live, url }, profile, 'guest')
  const queue = await startQueue(ctx, { jobs, timers, drainSeconds: 0 })
  atEnd(() => queue.stop())
})

/** Counts the running jobs of a kind for the neighbour. */
async function countRunning(job: string): Promise<number> {
  const rows = await ctx.db`
    select from jobs where workspace_id = ${neighbour.workspaceId} and job = ${job} and state = 'running'`
  return rows.length
}

test("a reply is sent while another tenant's replies wait for a server that hangs", async () => {
  quick.sendDirect('asker', 'own', 'Are you there?')
  const [conversation] = await readConversations(live, world.workspaceId, own?.id)
  for (const { id } of conversations) {
    const { status } = await neighbour.live('POST', `/v1/conversations/${id}/messages`, { body: 'Yes' })
    assert.equal(status, 201)
  }
  await until('replies that hang', async () => (await countRunning('messages.send')) >= 10)
  const path = `/v1/conversations/${conversation?.id}/messages`
  const { body } = await live('POST', path, { body: 'Of course' })
  await until('the reply', async () => {
    const { data } = (await live('GET', path)).body
    return data.find((one: { id: string }) => one.id === body.id).status === 'sent'
  })
})

test('a post is published while the posts of another tenant hang, even on the same server', async () => {
  for (const { id } of accounts) {
    const { status } = await neighbour.live('POST', '/v1/posts', { content: 'Hello', targets: [{ account_id: id }] })
    assert.equal(status, 201)
  }
  await until('posts that hang', async () => (await countRunning('posts.publish')) >= 15)
  for (const account of [own, guest]) {
    const { body } = await live('POST', '/v1/posts', { content: 'Good news', targets: [{ account_id: account?.id }] })
    await until('the post', async () => {
      const post = (await live('GET', `/v1/posts/${body.id}`)).body
      return post.targets[0].status === 'published'
    })
  }
})

test("feeds are read and accounts checked while another tenant's server hangs", async () => {
  const path = `/v1/accounts/${own?.id}`
  const read = async () => (await live('GET', `${path}/feeds`)).body.data as { read_at: string | null }[]
  ctx.clock.advance(2 * 86_400_000)
  const since = ctx.clock.now().toISOString()
  await until('feeds that hang', async () => (await countRunning('feeds.read')) >= 15)
  await until('the feeds', async () => (await read()).every(({ read_at }) => read_at !== null && read_at >= since))
  await until('the check', async () => (await live('GET', path)).body.health.checked_at >= since)
})
