import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { createLog } from '../../../src/kit/log/log.ts'
import { openRedisLimits } from '../../../src/kit/redis/open-limits.ts'
import { bulk, startFakeRedis } from '../../support/fake-redis.ts'
import { atEnd, until } from '../../support/harness.ts'

const BUCKET = { id: 'key:one', perSecond: 10, burst: 20 }

async function open(url: string, timeoutMs = 5000) {
  const lines: { level: number; msg: string }[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) })
  const registry = new Registry()
  const limits = await openRedisLimits({ url, timeoutMs, log, registry })
  atEnd(() => limits.close())
  const readMetricValue = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values[0]?.value
  return {
    limits,
    lines,
    isUp: () => readMetricValue('quoin_shared_limits_up'),
    fallbacks: () => readMetricValue('quoin_shared_limits_fallbacks_total'),
  }
}

test('without a Redis at its address the start continues, each process counts, and the log says so once', async () => {
  const unused = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => unused.once('listening', resolve))
  const { port } = unused.address() as { port: number }
  await new Promise((resolve) => unused.close(resolve))
  const { limits, lines, isUp } = await open(`redis://127.0.0.1:${port}`)
  assert.equal(limits.take([BUCKET]), undefined, 'there is nothing to wait for')
  assert.equal(limits.acquire({ id: 'publish:example.com', max: 3 }), undefined)
  assert.equal(await isUp(), 0)
  await until('the line', () => lines.length > 0)
  assert.match(lines[0]?.msg ?? '', /REDIS_URL/)
  assert.equal(lines.length, 1)
})

test('calls of one turn share one command, each with its own result', async () => {
  const redis = await startFakeRedis()
  const { limits } = await open(redis.url)
  redis.answer(bulk('-1 19'))
  await until('a connection', async () => (await limits.take([BUCKET])) !== undefined)
  redis.answer(bulk('-1 199 8.5 1 0.25 0'))
  const before = redis.commands()
  const [both, one] = await Promise.all([
    limits.take([BUCKET, { ...BUCKET, id: 'b' }]),
    limits.take([BUCKET, { ...BUCKET, id: 'c' }]),
  ])
  assert.deepEqual(
    [both, one],
    [
      { refusedBy: -1, tokens: [199, 8.5] },
      { refusedBy: 1, tokens: [0.25, 0] },
    ],
  )
  assert.equal(redis.commands() - before, 1)
})

test('a Redis that stops responding costs one wait, then none, until it responds again', async () => {
  const redis = await startFakeRedis()
  const { limits, isUp, fallbacks } = await open(redis.url, 20)
  redis.answer(bulk('-1 19'))
  await until('an answer', async () => (await limits.take([BUCKET])) !== undefined)
  redis.answer(undefined)
  assert.equal(await limits.take([BUCKET]), undefined)
  assert.equal(limits.take([BUCKET]), undefined, 'later calls do not wait at all')
  assert.equal(await isUp(), 0)
  assert.ok(((await fallbacks()) ?? 0) >= 2)
  redis.answer(bulk('-1 19'))
  await until('an answer again', async () => (await limits.take([BUCKET])) !== undefined)
  assert.equal(await isUp(), 1)
})

test('a Redis error decides nothing: the process counts', async () => {
  const redis = await startFakeRedis()
  const { limits } = await open(redis.url)
  redis.answer('-READONLY You can not write against a read only replica.\r\n')
  await until('an error', async () => (await limits.take([BUCKET])) === undefined)
  redis.answer(bulk('-1 7'))
  assert.deepEqual(await limits.take([BUCKET]), { refusedBy: -1, tokens: [7] })
})
