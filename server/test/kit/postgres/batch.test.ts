import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BatchOptions, createBatcher } from '../../../src/kit/postgres/batch.ts'
import { until } from '../../support/harness.ts'

const LIMITS = { sizeMax: 10, queueMax: 10, onFull: () => new Error('full') }

/** A database that is away until it is set to be back; keeps what was sent to it. */
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

function errorOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  )
}

test('callers get the error soon; what stands in for their items is sent until the database answers, the rest for a while', async () => {
  const { sent, state, run } = awayDatabase()
  const abandoned: string[] = []
  const batcher = createBatcher<string, string>({
    ...LIMITS,
    run,
    resendMs: 2000,
    abandon: (item, wasSent) => (item === 'kept' ? item : wasSent ? `no ${item}` : undefined),
    onAbandoned: (item) => abandoned.push(item),
  })
  const first = ['kept', 'a', 'b'].map((item) => errorOf(batcher.submit(item)))
  await until('the first attempt', () => sent.length > 0)
  const behind = ['kept', 'c'].map((item) => errorOf(batcher.submit(item)))
  assert.deepEqual(await Promise.all([...first, ...behind]), Array(5).fill('away'))
  await until('the end of what is sent again', () => sent.at(-1)?.length === 2)
  assert.deepEqual(sent[0], ['kept', 'a', 'b'])
  assert.deepEqual(sent.at(-1), ['no a', 'no b'])
  assert.ok(sent.some((items) => items.join() === 'kept,no a,no b'))
  assert.deepEqual(abandoned, [])
  state.isBack = true
  await batcher.drain()
  assert.deepEqual(abandoned, ['a', 'b'])
  // Of those behind, the one that was not sent is not; the other one is, and has no stand-in.
  assert.deepEqual(sent.slice(-2), [['no a', 'no b'], ['kept']])
  assert.equal(await batcher.submit('d'), 'd!')
})

test('a batcher that ends gives up what stands in, when the database stays away', async () => {
  const { run } = awayDatabase()
  const batcher = createBatcher<string, string>({ ...LIMITS, run, resendMs: 2000, abandon: (item) => `no ${item}` })
  assert.equal(await errorOf(batcher.submit('a')), 'away')
  await batcher.drain()
})
