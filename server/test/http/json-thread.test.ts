import assert from 'node:assert/strict'
import test from 'node:test'
import type { Worker } from 'node:worker_threads'
import { createJsonThread } from '../../src/http/body/json-thread.ts'
import { until } from '../support/harness.ts'

test('an idle parser thread ends, and the next body is parsed by a new one', async (t) => {
  const threads: Worker[] = []
  const note = (thread: Worker) => threads.push(thread)
  process.on('worker', note)
  const thread = createJsonThread({ idleMs: 10 })
  t.after(() => {
    process.off('worker', note)
    return thread.close()
  })
  assert.deepEqual(await thread.read(toUnsharedBuffer('{"n":1}')), { n: 1 })
  await until('the idle thread has ended', () => threads[0]?.threadId === -1)
  const both = [thread.read(toUnsharedBuffer('{"n":2}')), thread.read(toUnsharedBuffer('{"n":3}'))]
  assert.deepEqual(await Promise.all(both), [{ n: 2 }, { n: 3 }])
  assert.equal(threads.length, 2)
})

/** Small buffers share memory, which cannot be transferred to a thread. */
function toUnsharedBuffer(text: string): Buffer<ArrayBuffer> {
  return Buffer.from(new TextEncoder().encode(text).buffer)
}
