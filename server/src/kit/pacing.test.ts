import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPacing } from './pacing.ts'

const call = (member: string, isRead = false) => ({ group: 'app', member, isRead })

test('calls stop shortly before a limit is reached, reads before writes, and resume when it is reset', () => {
  let now = 0
  const pacing = createPacing(() => now)
  assert.equal(pacing.waitSeconds(call('a', true)), 0, 'no usage is known yet')
  pacing.record(call('a'), 'group', { usedShare: 0.9, resetSeconds: 60 })
  assert.equal(pacing.waitSeconds(call('a', true)), 60)
  assert.equal(pacing.waitSeconds(call('a')), 0)
  pacing.record(call('a'), 'group', { usedShare: 0.96, resetSeconds: 30 })
  assert.equal(pacing.waitSeconds(call('b')), 30)
  now = 30_000
  assert.equal(pacing.waitSeconds(call('b', true)), 0)
})

test('the limit of one member does not stop other members', () => {
  const pacing = createPacing(() => 0)
  pacing.record(call('a'), 'member', { usedShare: 1, resetSeconds: 10 })
  assert.equal(pacing.waitSeconds(call('a')), 10)
  assert.equal(pacing.waitSeconds(call('b')), 0)
  pacing.record(call('b', true), 'member', { usedShare: 1, resetSeconds: 10 })
  assert.deepEqual([pacing.waitSeconds(call('b', true)), pacing.waitSeconds(call('b'))], [10, 0], 'nor its writes')
})

test('when a shared limit runs short, the busiest member waits and the others do not', () => {
  const pacing = createPacing(() => 0)
  pacing.record(call('busy'), 'group', { usedShare: 0.5, resetSeconds: 600 })
  for (let made = 0; made < 50; made++) pacing.waitSeconds(call('busy'))
  pacing.waitSeconds(call('quiet'))
  assert.equal(pacing.waitSeconds(call('busy')), 0, 'there is enough for all')
  pacing.record(call('busy'), 'group', { usedShare: 0.8, resetSeconds: 600 })
  assert.ok(pacing.waitSeconds(call('busy')) > 0)
  for (let made = 0; made < 20; made++) assert.equal(pacing.waitSeconds(call('quiet')), 0)
})

test('a member that is alone in its group does not wait', () => {
  const pacing = createPacing(() => 0)
  pacing.record(call('a'), 'group', { usedShare: 0.8, resetSeconds: 600 })
  for (let made = 0; made < 100; made++) assert.equal(pacing.waitSeconds(call('a')), 0)
})
