import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BatchOptions, createBatcher } from '../../../src/kit/postgres/batch.ts'
import { until } from '../../support/harness.ts'

const LIMITS = { sizeMax: 10, queueMax: 10, onFull: () => new Error('full') }

/** Creates a database that is unavailable until `isBack` is set, and records what was sent to it. */
function awayDatabase() {
  const sent: (readonly string[])[] = []
  const state = { isBack: false }
  const run: BatchOptions<string, string>['run'] = async (items) => {
    sent.push(items)
    if (!state.isBack) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    return items.map((item) => `${item}!`)
  }
  return { sent, state, run }
}

function catchErrorMessage(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  )
}

test('callers get the error soon; items or their replacements are resent until the database is back, others for a while', async () => {
  const { sent, state, run } = awayDatabase()
  const abandoned: string[] = []
  const batcher = createBatcher<string, string>({
    ...LIMITS,
    run,
    resendMs: 2000,
    abandon: (item, wasSent) => (item === 'kept' ? item : wasSent ? `no ${item}` : undefined),
    onAbandoned: (item) => abandoned.push(item),
  })
  const first = ['kept', 'a', 'b'].map((item) => catchErrorMessage(batcher.submit(item)))
  await until('the first attempt', () => sent.length > 0)
  const behind = ['kept', 'c'].map((item) => catchErrorMessage(batcher.submit(item)))
  assert.deepEqual(await Promise.all([...first, ...behind]), Array(5).fill('away'))
  assert.deepEqual(sent[0], ['kept', 'a', 'b'])
  const last = (count: number) => sent.slice(-count).map((items) => items.join())
  await until('what is sent on', () => last(2).join() === 'no a,no b')
  assert.ok(sent.some((items) => items.join() === 'kept'))
  // Items without a replacement are resent for a while.
  await until('the end of the others', () => last(4).join() === 'no a,no b,no a,no b')
  assert.deepEqual(abandoned, [])
  const before = sent.length
  state.isBack = true
  assert.equal(await batcher.submit('d'), 'd!')
  await batcher.drain()
  assert.deepEqual(abandoned, ['a', 'b'])
  assert.deepEqual(new Set(sent.slice(before).map((items) => items.join())), new Set(['d', 'no a', 'no b']))
})

test('a batcher that drains gives up replacements if the database stays unavailable', async () => {
  const { run } = awayDatabase()
  const batcher = createBatcher<string, string>({ ...LIMITS, run, resendMs: 2000, abandon: (item) => `no ${item}` })
  assert.equal(await catchErrorMessage(batcher.submit('a')), 'away')
  await batcher.drain()
})

test('while a part of the database is unavailable, items of other parts do not wait behind its items', async () => {
  const { run: fail } = awayDatabase()
  const sent: string[] = []
  const batcher = createBatcher<string, string>({
    ...LIMITS,
    resendMs: 2000,
    abandon: (item) => `no ${item}`,
    async run(items, isResend) {
      sent.push(items.join())
      return items.some((item) => item.endsWith('lost')) ? fail(items, isResend) : items
    },
  })
  assert.equal(await catchErrorMessage(batcher.submit('lost')), 'away')
  await until('the item that stands in', () => sent.includes('no lost'))
  assert.equal(await batcher.submit('found'), 'found')
  await batcher.drain()
})
