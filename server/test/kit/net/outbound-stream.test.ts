import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOutbound } from '../../../src/kit/net/outbound.ts'
import { OutboundError, type OutboundFailure } from '../../../src/kit/net/outbound-error.ts'
import type { OutboundStream } from '../../../src/kit/net/outbound-stream.ts'
import { atEnd } from '../../support/harness.ts'
import { startOrigin } from '../../support/media-world.ts'

const outbound = createOutbound({ allowLoopback: true, httpsOnly: false })
atEnd(() => outbound.close())
const { url, answers } = await startOrigin()
const open = (path: string, options = {}) =>
  outbound.stream({ url: `${url}${path}`, deadlineMs: 60_000, idleMs: 60_000, bytesMax: 1_000_000, ...options })

async function read({ body }: OutboundStream): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const failsBy = (reason: OutboundFailure) => (error: unknown) =>
  error instanceof OutboundError && error.reason === reason

test('a body arrives piece by piece, whole, up to its limit', async () => {
  const bytes = Buffer.alloc(1_000_000, 5)
  answers['/exact'] = bytes
  assert.deepEqual(await read(await open('/exact')), bytes)
  answers['/over'] = Buffer.alloc(1_000_001)
  await assert.rejects(async () => read(await open('/over')), failsBy('too_large'))
})

test('a silent server fails the download after the idle time, before the response or in the middle of it', async () => {
  answers['/mute'] = () => {}
  answers['/stalls'] = (_request, response) => response.write('something')
  const isSilence = (error: Error) => failsBy('timeout')(error) && /sent nothing for 100 ms/.test(error.message)
  for (const path of ['/mute', '/stalls'])
    await assert.rejects(async () => read(await open(path, { idleMs: 100 })), isSilence)
})

test('the idle time counts only the server: a reader may be slow', async () => {
  answers['/big'] = Buffer.alloc(900_000)
  let size = 0
  for await (const chunk of (await open('/big', { idleMs: 2000 })).body) {
    if (size === 0) await sleep(2500)
    size += chunk.length
  }
  assert.equal(size, 900_000)
})

test('the whole exchange has one deadline, even while bytes arrive', async () => {
  answers['/drips'] = async (_request, response) => {
    while (!response.destroyed) {
      response.write('x')
      await sleep(20)
    }
  }
  await assert.rejects(async () => read(await open('/drips', { deadlineMs: 300 })), failsBy('timeout'))
})

test('an abort passes on its reason, before and during the exchange', async () => {
  const gone = new Error('no longer wanted')
  await assert.rejects(open('/big', { signal: AbortSignal.abort(gone) }), gone)
  const abort = new AbortController()
  const stream = await open('/stalls', { signal: abort.signal })
  setTimeout(() => abort.abort(gone), 50)
  await assert.rejects(read(stream), gone)
})

test('a stream closed unread releases its connection', async () => {
  let closed: Promise<unknown> | undefined
  answers['/unread'] = (_request, response) => {
    closed = new Promise((resolve) => response.once('close', resolve))
    response.write(Buffer.alloc(500_000))
  }
  ;(await open('/unread')).close()
  await closed
})
