import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startQueue } from '../../src/queue/start.ts'
import { jobs, timers } from '../../src/worker/worker.ts'
import { GOTOSOCIAL, MASTODON } from '../support/connectors/mastodon-kinds.ts'
import { openScene } from '../support/connectors/mastodon-scene.ts'
import { atEnd } from '../support/harness.ts'

/** Within this time each feed of a quiet account is read: once in three minutes, and at first once in four and a half. */
const QUIET = 300

async function openWorkingScene(kind: typeof MASTODON) {
  const scene = await openScene(kind)
  const queue = await startQueue(scene.ctx, { jobs, timers })
  atEnd(() => queue.stop())
  const { ctx, fake, live, account } = scene
  const pass = async (seconds: number, step = 10) => {
    for (let left = seconds; left > 0; left -= step) {
      ctx.clock.advance(Math.min(left, step) * 1000)
      await queue.idle()
    }
  }
  const bodies = async () => {
    const found: string[] = []
    // A page ends at one mebibyte.
    for (let cursor = ''; ; ) {
      const { body: page } = await live('GET', `/v1/comments?limit=100${cursor && `&cursor=${cursor}`}`)
      found.push(...page.data.map(({ body }: { body: string }) => body.slice(0, 20)))
      if (!page.has_more) return found
      cursor = page.next_cursor
    }
  }
  const issues = async () => {
    const { status, issues: all } = (await live('GET', `/v1/accounts/${account.id}`)).body.health
    return [status, ...all.map(({ code, feed }: Record<string, string>) => `${code} ${feed}`)]
  }
  const post = () => fake.post('brand', 'Ask me').id as string
  return { ...scene, queue, pass, bodies, issues, post }
}

for (const [name, kind] of [
  ['Mastodon', MASTODON],
  ['GoToSocial', GOTOSOCIAL],
] as const)
  test(`a quiet account on ${name} causes at most three requests in 150 s`, async () => {
    const { fake, pass, post, bodies } = await openWorkingScene(kind)
    const id = post()
    fake.comment('asker', id, 'A known comment')
    fake.comment('asker', id, 'A known comment')
    await pass(1200, 60)
    assert.deepEqual(await bodies(), ['A known comment', 'A known comment'])
    const counts: number[] = []
    for (let window = 0; window < 12; window++) {
      const before = fake.requests.length
      await pass(150, 30)
      counts.push(fake.requests.length - before)
    }
    const all = counts.reduce((sum, count) => sum + count, 0)
    assert.ok(Math.max(...counts) <= 3, counts.join())
    assert.ok(all <= 24, `${counts.join()}: on average two at most`)
    assert.ok(fake.requests.slice(-all).some(({ path }) => path === '/api/v1/notifications'))
  })

test('comments and messages that arrive together are read soon, with one list', async () => {
  const { fake, live, pass, post, bodies } = await openWorkingScene(GOTOSOCIAL)
  await pass(QUIET)
  fake.comment('asker', post(), 'In public')
  fake.sendDirect('asker', 'brand', 'In private')
  for (let step = 0; step < 60; step++) {
    const before = fake.requests.length
    await pass(10)
    const lists = fake.requests.slice(before).filter(({ path }) => path === '/api/v1/notifications')
    assert.ok(lists.length <= 1, 'two feeds, one list')
  }
  assert.deepEqual(await bodies(), ['In public'])
  assert.equal((await live('GET', '/v1/conversations')).body.data.length, 1)
})

test('comments arrive also after whole pages of muted people', async () => {
  const { fake, pass, post, bodies } = await openWorkingScene(GOTOSOCIAL)
  const id = post()
  await pass(30)
  fake.muted.add('noisy')
  for (let count = 0; count < 130; count++) fake.comment('noisy', id, `Noise ${count}`)
  fake.comment('asker', id, 'After the noise')
  await pass(QUIET)
  assert.deepEqual(await bodies(), ['After the noise'])
})

test('long replies are read in smaller pages, and one that is too long is skipped after the health showed it', async () => {
  const { fake, pass, post, bodies, issues, live, account } = await openWorkingScene(GOTOSOCIAL)
  const id = post()
  await pass(QUIET)
  assert.deepEqual(await issues(), ['healthy'])
  for (let count = 0; count < 12; count++) fake.comment('bore', id, `Long ${count} ${'a'.repeat(250_000)}`)
  await pass(QUIET)
  assert.equal((await bodies()).length, 12, 'five of them do not fit into a response')
  assert.deepEqual(await issues(), ['healthy'])

  fake.comment('bore', id, `Endless ${'a'.repeat(1_100_000)}`)
  fake.comment('asker', id, 'After the endless one')
  const seen = new Set<string>()
  for (let step = 0; step < 40 && !(await bodies()).includes('After the endless on'); step++) {
    await pass(10)
    for (const issue of await issues()) seen.add(issue)
  }
  assert.ok(seen.has('feed_failing comments'), 'the health showed it before it was skipped')
  assert.ok(!(await bodies()).some((body: string) => body.startsWith('Endless')))
  assert.deepEqual((await issues()).slice(0, 2), ['warning', 'feed_skipped comments'])
  const { health } = (await live('GET', `/v1/accounts/${account.id}`)).body
  assert.match(health.issues[0].message, /^1 item of comments could not be read .* larger than 1048576 bytes/)
  await pass(60)
  fake.sendDirect('asker', 'brand', 'And the messages?')
  await pass(QUIET)
  assert.equal((await live('GET', '/v1/conversations')).body.data.length, 1)
})

test('a reply that cannot be read is skipped, and the others around it are read', async () => {
  const { fake, pass, post, bodies, issues } = await openWorkingScene(MASTODON)
  const id = post()
  await pass(QUIET)
  fake.comment('asker', id, 'Before')
  fake.statuses.get(fake.comment('asker', id, 'Odd')).content = 42
  fake.comment('asker', id, 'After')
  for (let step = 0; step < 60 && (await bodies()).length < 2; step++) await pass(10)
  assert.deepEqual((await bodies()).toSorted(), ['After', 'Before'])
  assert.deepEqual((await issues()).slice(0, 2), ['warning', 'feed_skipped comments'])
})

for (const [name, kind] of [
  ['Mastodon', MASTODON],
  ['GoToSocial', GOTOSOCIAL],
] as const)
  test(`replies on ${name} that are edited or deleted are updated`, async () => {
    const { fake, pass, post, bodies } = await openWorkingScene(kind)
    const id = post()
    const [edited, deleted] = [fake.comment('asker', id, 'Befour'), fake.comment('asker', id, 'Regretted')]
    const others = kind.listsStatusesById ? 28 : 8
    for (let count = 0; count < others; count++) fake.comment('asker', id, `Kept ${count}`)
    await pass(60)
    assert.equal((await bodies()).length, others + 2)
    fake.edit(edited, 'Before')
    fake.statuses.delete(deleted)
    await pass(kind.listsStatusesById ? 900 : 3600, 60)
    const now = await bodies()
    assert.deepEqual([now.length, now.includes('Before'), now.includes('Regretted')], [others + 1, true, false])
  })
