import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer, connect as dial } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sweepLeftovers } from '../../../../src/domains/social/media/cleanup.ts'
import { systemClock } from '../../../../src/kit/clock.ts'
import { newMasterKey } from '../../../../src/kit/secrets.ts'
import { connectSandbox, createProfile } from '../../../support/account-scene.ts'
import { atEnd } from '../../../support/harness.ts'
import { png } from '../../../support/media-samples.ts'
import { bootWithMedia, filesUnder } from '../../../support/media-world.ts'
import { main } from '../../../support/processes.ts'

const QUOIN_MASTER_KEY = newMasterKey()
const world = await bootWithMedia({ clock: systemClock, isWorking: false, env: { QUOIN_MASTER_KEY } })
const { ctx, db, live, origin, get, data } = world
const DATABASE_URL = await overTcp()

/** Returns a URL for a separate process: the test's PostgreSQL has only a Unix socket. */
async function overTcp(): Promise<string> {
  const server = createServer((client) => {
    const upstream = dial(`${process.env['TEST_POSTGRES']}/.s.PGSQL.5432`)
    client.pipe(upstream).pipe(client)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => server.close())
  const [row] = await db<{ name: string }[]>`select current_database() as name`
  return `postgres://quoin@127.0.0.1:${(server.address() as AddressInfo).port}/${row?.name}`
}

function startWorker(failpoint?: string) {
  const worker = spawn(process.execPath, [main, 'work'], {
    env: {
      ...process.env,
      DATABASE_URL,
      QUOIN_DATA: data,
      QUOIN_MASTER_KEY,
      LOG_LEVEL: 'error',
      ...(failpoint !== undefined && { QUOIN_FAILPOINT: failpoint }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(worker, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    worker.kill(signal)
    await ended
  }
  atEnd(() => end('SIGKILL'))
  return { end, ended }
}

test('after a worker was killed during a fetch, the next one makes the asset ready, and nothing is left over or counted twice', async () => {
  const whole = Buffer.concat([png(30, 40), Buffer.alloc(3_000_000, 9)])
  let requests = 0
  origin.answers['/slow.png'] = async (_request, response) => {
    if (++requests > 1) return response.end(whole)
    response.writeHead(200, { 'content-length': String(whole.length) })
    return response.write(whole.subarray(0, 1_000_000))
  }
  const { id } = (await live('POST', '/v1/media', { url: `${origin.url}/slow.png` })).body
  const folder = join(data, 'media')
  const victim = startWorker()
  while (!existsSync(folder) || !filesUnder(folder).some((name) => name.endsWith('.part'))) await sleep(10)
  await victim.end('SIGKILL')
  assert.equal((await get(id)).status, 'fetching')
  const [left] = filesUnder(folder)
  assert.ok(left?.endsWith('.part'))
  const used = async () => (await live('GET', '/v1/media/usage')).body.bytes_used
  assert.equal(await used(), 4096 + whole.length)

  // As if half a minute had passed: the killed worker's lease expires.
  await db`update jobs set lease_until = now() where state = 'running' and job = 'media.fetch'`
  const second = startWorker()
  while ((await get(id)).status !== 'ready') await sleep(20)
  await second.end('SIGTERM')
  const asset = await get(id)
  assert.deepEqual([asset.bytes_size, asset.width, requests], [whole.length, 30, 2])

  assert.deepEqual(filesUnder(folder), [asset.storage_key])
  assert.equal(await used(), 4096 + whole.length)
  const read = await fetch(world.reach(asset.public_url))
  assert.ok(Buffer.from(await read.arrayBuffer()).equals(whole))
})

test('a sweep frees the bytes that a killed worker was fetching when no other worker fetches them', async () => {
  const before = (await live('GET', '/v1/media/usage')).body.bytes_used
  origin.answers['/lost.png'] = (_request, response) => {
    response.writeHead(200, { 'content-length': '3000000' })
    response.write(Buffer.concat([png(30, 40), Buffer.alloc(1_000_000, 9)]))
  }
  const { id } = (await live('POST', '/v1/media', { url: `${origin.url}/lost.png` })).body
  const folder = join(data, 'media')
  const victim = startWorker()
  while (!filesUnder(folder).some((name) => name.endsWith('.part'))) await sleep(10)
  await victim.end('SIGKILL')
  await live('DELETE', `/v1/media/${id}`)
  await sweepLeftovers(ctx)
  const used = async () => (await live('GET', '/v1/media/usage')).body.bytes_used
  assert.equal(await used(), before + 3_000_000, 'a file that may still be written is not removed yet')
  await db`update media_leftovers set remove_at = now() - interval '1 minute'`
  await sweepLeftovers(ctx)
  assert.equal(await used(), before)
  assert.equal(filesUnder(folder).length, 1)
})

test('killed while its media become ready or while it is woken, a waiting post is published once', async () => {
  const { id: accountId } = await connectSandbox(live, { profileId: await createProfile(live), username: 'waits' })
  origin.answers['/waited.png'] = png(30, 40)
  const { id: mediaId } = (await live('POST', '/v1/media', { url: `${origin.url}/waited.png` })).body
  const created = await live('POST', '/v1/posts', { targets: [{ account_id: accountId }], media_ids: [mediaId] })
  assert.equal(created.status, 201, created.text)
  const postId = created.body.id
  const status = async () => (await live('GET', `/v1/posts/${postId}`)).body.status
  const seen: string[][] = []
  for (const failpoint of ['media_finishing', 'post_waking']) {
    const [, signal] = await startWorker(failpoint).ended
    assert.equal(signal, 'SIGKILL', failpoint)
    seen.push([(await get(mediaId)).status, await status()])
    await db`update jobs set lease_until = now(), run_at = now()`
  }
  assert.deepEqual(seen, [
    ['fetching', 'publishing'],
    ['ready', 'publishing'],
  ])
  const survivor = startWorker()
  while ((await status()) === 'publishing') await sleep(20)
  await survivor.end('SIGTERM')
  assert.equal(await status(), 'published')
  assert.equal((await live('GET', '/v1/sandbox/posts')).body.data.length, 1)
})
