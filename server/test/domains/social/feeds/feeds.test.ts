import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertCode, scriptFault } from '../../../support/account-scene.ts'
import { bootInbox } from '../../../support/inbox-scene.ts'

const { live, insider, stranger, account, pass } = await bootInbox()
const path = `/v1/accounts/${account.id}/feeds`

async function fetchFeed(name: string) {
  const { data } = (await live('GET', path)).body
  return data.find(({ feed }: { feed: string }) => feed === name)
}

test('an account shows what is read from its platform, when, and what went wrong', async () => {
  await pass()
  const names = (await live('GET', path)).body.data.map(({ feed }: { feed: string }) => feed)
  for (const name of ['account_metrics', 'comments', 'messages', 'reviews', 'templates'])
    assert.ok(names.includes(name))
  const read = await fetchFeed('comments')
  assert.deepEqual([read.status, read.failures, read.error], ['current', 0, null])
  assert.ok(read.read_at < read.next_read_at, JSON.stringify(read))
  await scriptFault(live, 'reviews.list', 'fail_before', { times: null })
  await pass()
  const failing = await fetchFeed('reviews')
  assert.equal(failing.status, 'failing', JSON.stringify(failing))
  assert.ok(failing.failures > 0)
  assert.equal(typeof failing.error.message, 'string')
})

test('keys of another profile do not see the feeds, and those of a signed-out account are stopped', async () => {
  assert.equal((await insider('GET', path)).status, 200)
  assertCode(await stranger('GET', path), 403, 'out_of_scope')
  assert.equal((await live('DELETE', `/v1/accounts/${account.id}`)).status, 200)
  const stopped = await fetchFeed('comments')
  assert.deepEqual([stopped.status, stopped.next_read_at], ['stopped', null])
})
