import assert from 'node:assert/strict'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import type { MediaAsset } from '../../../../src/domains/social/media/contract/resources.ts'
import { type Client, until } from '../../../support/harness.ts'
import { png } from '../../../support/media-samples.ts'
import { bootWithMedia } from '../../../support/media-world.ts'

const QUOTA = 1_000_000
const ROW = 4096
const world = await bootWithMedia({ env: { MEDIA_BYTES_PER_WORKSPACE: String(QUOTA) } })
const { db, origin, ingest, get, files, queue } = world

const picture = (bytes: number) => {
  const head = png(10, 10)
  return Buffer.concat([head, Buffer.alloc(bytes - head.length)])
}
const chunked = (bytes: Buffer) => (_request: unknown, response: ServerResponse) => {
  response.writeHead(200, { 'transfer-encoding': 'chunked' })
  response.end(bytes)
}
const usage = async (client: Client): Promise<number> => (await client('GET', '/v1/media/usage')).body.bytes_used
const readStatusAndError = ({ status, validation }: MediaAsset) => [status, validation.error?.code]

/** Asserts that the stored sum equals the sum of the rows, and that the files on disk are not larger. */
async function assertExact(): Promise<void> {
  const rows = await db<{ workspace_id: string; kept: number; there: number }[]>`
    select workspace_id, bytes as kept, (
      coalesce((select sum(4096 + coalesce(bytes_size, 0)) from media_assets a where a.workspace_id = u.workspace_id), 0) +
      coalesce((select sum(bytes) from media_leftovers l where l.workspace_id = u.workspace_id), 0))::bigint as there
    from media_usage u`
  for (const { workspace_id, kept, there } of rows) {
    assert.equal(kept, there, workspace_id)
    assert.ok(kept <= QUOTA)
    const own = files().filter((name) => name.startsWith(workspace_id))
    const onDisk = own.reduce((sum, name) => sum + statSync(join(world.data, 'media', name)).size, 0)
    assert.ok(onDisk <= kept, `${onDisk} bytes on the disk, ${kept} counted`)
  }
}

test('usage shows how much space media use and may use, and a deletion frees it', async () => {
  const { live } = await world.neighbour()
  origin.answers['/a.png'] = picture(300_000)
  const asset = await ingest('/a.png', live)
  assert.deepEqual((await live('GET', '/v1/media/usage')).body, { bytes_used: 300_000 + ROW, bytes_max: QUOTA })
  await ingest('/missing.png', live)
  assert.equal(await usage(live), 300_000 + 2 * ROW)
  await live('DELETE', `/v1/media/${asset.id}`)
  await until('the freed bytes', async () => (await usage(live)) === ROW)
  await assertExact()
})

test('a file whose length exceeds the quota is refused before it is read', async () => {
  const { live } = await world.neighbour()
  let sent = 0
  origin.answers['/long.png'] = (_request, response) => {
    response.writeHead(200, { 'content-length': String(QUOTA) })
    response.write(png(10, 10), () => (sent += 1))
  }
  const asset = await ingest('/long.png', live)
  assert.deepEqual(readStatusAndError(asset), ['failed', 'media_quota_exceeded'])
  assert.match(asset.validation.error?.message ?? '', /1000000 bytes or more; .* 4096 of 1000000 bytes\. Delete some/)
  assert.ok(sent <= 1)
  assert.equal(await usage(live), ROW)
  await assertExact()
})

test('a file of unknown length is cut off at the quota, and one that just fits is accepted', async () => {
  const { live } = await world.neighbour()
  let sent = 0
  origin.answers['/endless.png'] = async (_request, response) => {
    const closed = once(response, 'close')
    for (let chunk = picture(65_536); !response.destroyed; sent += chunk.length)
      if (!response.write(chunk)) await Promise.race([once(response, 'drain'), closed])
  }
  assert.deepEqual(readStatusAndError(await ingest('/endless.png', live)), ['failed', 'media_quota_exceeded'])
  assert.ok(sent < 20 * QUOTA, `${sent} bytes were sent`)
  const room = QUOTA - (await usage(live)) - ROW
  origin.answers['/over.png'] = chunked(picture(room + 1))
  assert.deepEqual(readStatusAndError(await ingest('/over.png', live)), ['failed', 'media_quota_exceeded'])
  origin.answers['/exact.png'] = chunked(picture(room - ROW))
  assert.equal((await ingest('/exact.png', live)).status, 'ready')
  assert.equal(await usage(live), QUOTA)
  await assertExact()
})

test('a full workspace is refused at once with the reason, and no other workspace waits', async () => {
  const [full, other] = [await world.neighbour(), await world.neighbour()]
  origin.answers['/full.png'] = picture(QUOTA - ROW)
  const asset = await ingest('/full.png', full.live)
  const url = `${origin.url}/a.png`
  const refused = await full.live('POST', '/v1/media', { url })
  assert.deepEqual([refused.status, refused.body.code], [409, 'media_quota_exceeded'])
  assert.deepEqual([refused.body.bytes_used, refused.body.bytes_max], [QUOTA + ROW, QUOTA])
  assert.equal(await usage(full.live), QUOTA)
  assert.equal((await ingest('/a.png', other.live)).status, 'ready')
  await full.live('DELETE', `/v1/media/${asset.id}`)
  await until('the freed bytes', async () => (await full.live('POST', '/v1/media', { url })).status === 201)
  await queue.idle()
  await assertExact()
})

/** Ingests two files at the same moment. Returns both assets once no further attempt is planned. */
async function ingestTwins(live: Client, answer: (bytes: Buffer) => (_: unknown, response: ServerResponse) => void) {
  const both = Promise.withResolvers<void>()
  let requests = 0
  origin.answers['/twin.png'] = async (request, response) => {
    if (++requests === 2) both.resolve()
    await both.promise
    answer(picture(600_000))(request, response)
  }
  const twins = await Promise.all([1, 2].map(() => live('POST', '/v1/media', { url: `${origin.url}/twin.png` })))
  for (;;) {
    await queue.idle()
    await assertExact()
    const ended = await Promise.all(twins.map(({ body }) => get(body.id, live)))
    if (ended.every(({ status }) => status !== 'pending')) return ended
    world.ctx.clock.advance(300_000)
    await until(
      'the next attempt',
      async () => (await db`select from jobs where run_at > ${world.ctx.clock.now()}`).length === 0,
    )
  }
}

test('of two concurrent files that fit only alone, one is accepted and one refused', async () => {
  const { live } = await world.neighbour()
  const ended = await ingestTwins(live, (bytes) => (_, response) => response.end(bytes))
  assert.deepEqual(ended.map((asset) => readStatusAndError(asset).join()).toSorted(), [
    'failed,media_quota_exceeded',
    'ready,',
  ])
  assert.equal(await usage(live), 600_000 + 2 * ROW)
})

test('of two files of unknown length that fit only alone, at most one is accepted', async () => {
  const { live } = await world.neighbour()
  const taken = (await ingestTwins(live, chunked)).filter(({ status }) => status === 'ready').length
  assert.ok(taken <= 1)
  assert.equal(await usage(live), taken * 600_000 + 2 * ROW)
})

test('many concurrent files, with deletions between them, never exceed the quota together', async () => {
  const { live } = await world.neighbour()
  for (let n = 0; n < 16; n++) {
    const bytes = picture(60_000 + 17_000 * n)
    origin.answers[`/m${n}.png`] = n % 2 ? bytes : chunked(bytes)
  }
  const made = await Promise.all(
    Array.from({ length: 16 }, (_, n) => live('POST', '/v1/media', { url: `${origin.url}/m${n}.png` })),
  )
  const ids = made.map(({ body }) => body.id as string)
  await Promise.all(ids.slice(0, 6).map((id) => live('DELETE', `/v1/media/${id}`)))
  await queue.idle()
  await assertExact()
  const ended = (await Promise.all(ids.slice(6).map((id) => get(id, live)))).map(readStatusAndError)
  assert.ok(ended.every(([status, code]) => status === 'ready' || code === 'media_quota_exceeded'))
  assert.ok(ended.some(([status]) => status === 'ready'))
  await until('the removals', async () => (await db`select from media_leftovers`).length === 0)
  await assertExact()
})
