import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Slots } from './slots.ts'

const group = (workspaceId: string, remote = 0, job = 'a') => ({ job, workspaceId, remote })

/** Starts as many jobs of the group as allowed. Returns their number. */
function fill(slots: Slots, ...args: Parameters<typeof group>): number {
  let started = 0
  for (; slots.quota(group(...args)) > 0; started++) slots.start(group(...args))
  return started
}

test('a workspace that is alone gets the whole concurrency', () => {
  for (let concurrency = 1; concurrency <= 300; concurrency++) {
    const slots = new Slots(1000, () => concurrency)
    assert.equal(slots.quota(group('ws_1')), concurrency)
    assert.equal(fill(slots, 'ws_1'), concurrency)
  }
})

test('beside hanging workspaces, the next one still gets slots, fewer each time', () => {
  const slots = new Slots(1000, () => 20)
  const shares = ['ws_1', 'ws_2', 'ws_3', 'ws_4', 'ws_5'].map((id) => fill(slots, id))
  assert.deepEqual(shares, [20, 14, 9, 6, 4])
})

test('a hanging remote leaves slots for the other remotes of its workspace', () => {
  const slots = new Slots(1000, () => 20)
  assert.deepEqual([fill(slots, 'ws_1', 1), fill(slots, 'ws_1', 2), fill(slots, 'ws_1', 3)], [20, 10, 0])
  assert.equal(slots.quota(group('ws_2', 1)), 10)
})

test('a workspace with many kinds does not fill the process', () => {
  const slots = new Slots(30, () => 20)
  const kinds = ['a', 'b', 'c'].map((job) => fill(slots, 'ws_1', 0, job))
  assert.deepEqual(kinds, [20, 10, 0])
  assert.equal(slots.quota(group('ws_2', 0, 'c')), 15)
})

test('a job that ends frees its slot, and a workspace without jobs uses no memory', () => {
  const slots = new Slots(1000, () => 2)
  fill(slots, 'ws_1')
  assert.deepEqual(slots.listFull(), ['a ws_1 0'])
  slots.end(group('ws_1'))
  assert.equal(slots.quota(group('ws_1')), 1)
  assert.deepEqual(slots.listFull(), [])
  slots.end(group('ws_1'))
  assert.equal(slots.quota(group('ws_1')), 2)
  assert.equal(slots.free, 2000)
})

test('full groups are listed: a remote, a workspace in a kind, a workspace in every kind', () => {
  const slots = new Slots(20, () => 20)
  fill(slots, 'ws_1', 5)
  assert.deepEqual(slots.listFull(['a', 'b']), ['a ws_1', 'b ws_1'])
  const roomy = new Slots(1000, () => 20)
  fill(roomy, 'ws_1', 5)
  assert.deepEqual(roomy.listFull(['a', 'b']), ['a ws_1 5'])
  fill(roomy, 'ws_1', 6)
  assert.deepEqual(roomy.listFull(['a', 'b']), ['a ws_1'])
})
