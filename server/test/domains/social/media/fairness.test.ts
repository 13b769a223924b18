import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../../support/harness.ts'
import { png } from '../../../support/media-samples.ts'
import { bootWithMedia } from '../../../support/media-world.ts'

const world = await bootWithMedia({ env: { MEDIA_SLOW_SECONDS: '1', MEDIA_SLOW_BYTES_PER_SECOND: '2000' } })
const { live, origin, get } = world
const PER_WORKSPACE = 8

test('a workspace whose sources hang runs eight fetches at a time, and the file of another does not wait for them', async () => {
  const neighbours = await Promise.all([world.neighbour(), world.neighbour(), world.neighbour()])
  for (const [at, neighbour] of neighbours.entries()) {
    const path = `/hangs-${at}.png`
    origin.answers[path] = (_request, response) => response.write(png(10, 10))
    await Promise.all(
      Array.from({ length: 100 }, () => neighbour.live('POST', '/v1/media', { url: `${origin.url}${path}` })),
    )
  }
  const isHanging = (at: number) => origin.asked.filter((path) => path === `/hangs-${at}.png`).length
  await until('the slow fetches', () => neighbours.every((_, at) => isHanging(at) === PER_WORKSPACE))

  origin.answers['/quick.png'] = png(3, 4)
  const { id } = (await live('POST', '/v1/media', { url: `${origin.url}/quick.png` })).body
  await until('the file', async () => (await get(id)).status === 'ready')
  assert.deepEqual(
    neighbours.map((_, at) => isHanging(at)),
    [PER_WORKSPACE, PER_WORKSPACE, PER_WORKSPACE],
  )
})

async function failure(path: string) {
  const { id } = (await live('POST', '/v1/media', { url: `${origin.url}${path}` })).body
  const asset = await until('the end', async () => {
    const it = await get(id)
    return (it.status === 'ready' || it.status === 'failed') && it
  })
  return [asset.status, asset.validation.error?.code]
}

/** Sends this many bytes every 50 ms. */
const trickle =
  (bytes: number, times: number) => async (_request: unknown, response: import('node:http').ServerResponse) => {
    response.write(png(10, 10))
    for (let n = 0; n < times && !response.destroyed; n++) {
      response.write(Buffer.alloc(bytes))
      await sleep(50)
    }
    response.end()
  }

test('a source that sends too slowly for some time fails the asset at once', async () => {
  origin.answers['/drips.png'] = trickle(10, 1000)
  assert.deepEqual(await failure('/drips.png'), ['failed', 'too_slow'])
  assert.equal(origin.asked.filter((path) => path === '/drips.png').length, 1)
})

test('a source that sends steadily does not, however long it takes', async () => {
  origin.answers['/steady.png'] = trickle(1000, 50)
  assert.deepEqual(await failure('/steady.png'), ['ready', undefined])
})
