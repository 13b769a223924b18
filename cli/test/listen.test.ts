import assert from 'node:assert/strict'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer } from 'node:net'
import { test } from 'node:test'
import { verifyWebhook } from '../../sdk/src/webhooks.ts'
import { reviewNew } from '../../server/src/domains/social/inbox/reviews/contract/review.ts'
import { systemClock } from '../../server/src/kit/clock.ts'
import type { Db } from '../../server/src/kit/postgres/db.ts'
import { emit } from '../../server/src/webhooks/emit.ts'
import { atEnd, boot, until } from '../../server/test/support/harness.ts'
import { startReceiver } from '../../server/test/support/receiver.ts'
import { installCli } from './program.ts'

const world = await boot({ clock: systemClock })
const { ctx, workspaceId } = world
const key = await world.key()

const happen = (db: Db = ctx.db) => emit(ctx, db, reviewNew, reviewNew.example, { workspaceId })

/** Starts a proxy to the server whose connections can be cut, and that can refuse new ones. */
async function startProxy() {
  const { port } = new URL(world.url)
  const open = new Set<{ destroy(): void }>()
  const server = createServer((socket) => {
    const upstream = connect(Number(port), '127.0.0.1')
    for (const end of [socket, upstream]) {
      open.add(end)
      end
        .on('error', () => end.destroy())
        .on('close', () => {
          open.delete(end)
          socket.destroy()
          upstream.destroy()
        })
    }
    socket.pipe(upstream).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  const { port: own } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${own}`, cut: () => open.forEach((end) => end.destroy()) }
}

const idsIn = (text: string) => [...text.matchAll(/ {2}([0-9A-Z]{26})(?: |$)/gm)].map(([, id]) => id)

test('listen forwards each event once, signed, over cut connections and late commits', async () => {
  const proxy = await startProxy()
  const receiver = await startReceiver()
  const cli = installCli({ QUOIN_API_KEY: key, QUOIN_BASE_URL: proxy.url })
  const secret = (await cli.run('listen --print-secret')).stdout.trim()
  const listening = cli.start(['listen', '--forward-to', `${receiver.url}/hooks`])
  await until('it listens', () => listening.stderr().includes('Listening at'))
  const late: Promise<unknown>[] = []
  for (let n = 0; n < 60; n++) {
    if (n % 10 === 5)
      late.push(
        ctx.db.begin(async (tx) => [await happen(tx), await new Promise((resolve) => setTimeout(resolve, 1500))]),
      )
    else await happen()
    if (n % 20 === 10) {
      await until('an event', () => receiver.hits.length > 0)
      proxy.cut()
    }
  }
  await Promise.all(late)
  const rows = await ctx.db<{ id: string }[]>`select id from webhook_events`
  assert.equal(rows.length, 60)
  await until('every event', () => receiver.hits.length >= 60)
  const got = await Promise.all(
    receiver.hits.map(async ({ body, headers }) => (await verifyWebhook(body, headers, secret)).id),
  )
  assert.deepEqual(got.toSorted(), rows.map(({ id }) => id).toSorted())
  assert.match(listening.stderr(), /The connection was lost: .* no event is lost/)
  listening.child.kill('SIGINT')
  const { code, stdout } = await listening.ended
  assert.equal(code, 130)
  assert.equal(idsIn(stdout).length, 60)
  assert.equal(
    (await cli.run('listen --print-secret')).stdout.trim(),
    secret,
    'the secret is the same in every session',
  )
})

/** Starts a receiver that responds with 500 at this port; with port 0 it only finds a free one. */
async function listenAt(wanted: number): Promise<{ port: number }> {
  const server = createHttpServer((_request, response) => response.writeHead(500).end())
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  if (wanted === 0) await new Promise((resolve) => server.close(resolve))
  else atEnd(() => server.close())
  return { port }
}

test('listen waits for a receiver that is down, and shows a response that is not a success', async () => {
  const cli = installCli({ QUOIN_API_KEY: key, QUOIN_BASE_URL: world.url })
  const { port } = await listenAt(0)
  const url = `http://127.0.0.1:${port}/`
  const listening = cli.start(['listen', '--forward-to', url, '--limit', '1'])
  await until('it listens', () => listening.stderr().includes('Listening at'))
  await happen()
  await until('it says so', () => listening.stderr().includes('cannot be reached'))
  await listenAt(port)
  const { code, stdout } = await listening.ended
  assert.equal(code, 0)
  assert.match(stdout, /review\.new +\S{26} {2}→ 500 \(\d+ ms\)/)
})

test('listen prints bodies for scripts, only of the requested events, and since a time', async () => {
  const cli = installCli({ QUOIN_API_KEY: key, QUOIN_BASE_URL: world.url })
  const { stdout } = await cli.run('listen --since 10m --events review.new --limit 2 --json --quiet')
  const lines = stdout.trim().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).type),
    ['review.new', 'review.new'],
  )
  const wrong = await cli.run('listen --events review.old')
  assert.deepEqual([wrong.code, /there is no event review\.old/.test(wrong.stderr)], [2, true])
  const resent = await startReceiver()
  const { id } = JSON.parse(lines[0] ?? '')
  const again = await cli.run(['events', 'resend', id, '--forward-to', resent.url])
  assert.equal(again.code, 0, again.stderr)
  assert.deepEqual(
    resent.hits.map(({ body }) => JSON.parse(body).id),
    [id],
  )
})

test('listen ends when its key is revoked, and with a test key after the examples', async () => {
  const made = (await world.live('POST', '/v1/api-keys', { name: 'Listener' })).body
  const cli = installCli({ QUOIN_API_KEY: made.key, QUOIN_BASE_URL: world.url })
  const listening = cli.start(['listen'])
  await until('it listens', () => listening.stderr().includes('Listening at'))
  await world.live('DELETE', `/v1/api-keys/${made.id}`)
  const { code, stderr } = await listening.ended
  assert.deepEqual([code, stderr.includes('invalid_api_key')], [4, true], stderr)
  const example = (await world.live('POST', '/v1/api-keys', { name: 'Test', mode: 'test' })).body
  const examples = await cli.run('listen --events post.published', { more: { QUOIN_API_KEY: example.key } })
  assert.deepEqual([examples.code, /post\.published/.test(examples.stdout)], [0, true])
})

test('trigger sends the declared example, signed, where the sandbox cannot cause the event', async () => {
  const cli = installCli({ QUOIN_API_KEY: key, QUOIN_BASE_URL: world.url })
  const receiver = await startReceiver()
  const secret = (await cli.run('listen --print-secret')).stdout.trim()
  const { code, stderr } = await cli.run(['trigger', 'credits.low', '--forward-to', receiver.url])
  assert.equal(code, 0, stderr)
  const [hit] = receiver.hits
  assert.equal((await verifyWebhook(hit?.body ?? '', hit?.headers ?? {}, secret)).type, 'credits.low')
  const unknown = await cli.run('trigger credits.lwo')
  assert.deepEqual([unknown.code, /Did you mean credits\.low\?/.test(unknown.stderr)], [2, true])
})

test('trigger causes an event on the sandbox, and logs show the delivery', async () => {
  const { startQueue } = await import('../../server/src/queue/start.ts')
  const { postJobs } = await import('../../server/src/domains/social/posts/jobs.ts')
  const queue = await startQueue(ctx, { jobs: postJobs, drainSeconds: 5 })
  atEnd(() => queue.stop())
  const cli = installCli({ QUOIN_API_KEY: key, QUOIN_BASE_URL: world.url })
  const receiver = await startReceiver()
  await world.live('POST', '/v1/webhooks', { url: receiver.url, events: ['post.published'] })
  const listening = cli.start(['listen', '--events', 'post.published', '--limit', '1'])
  await until('it listens', () => listening.stderr().includes('Listening at'))
  const { code, stderr } = await cli.run('trigger post.published')
  assert.equal(code, 0, stderr)
  assert.match((await listening.ended).stdout, /post\.published/)
  const tailed = await cli.run('logs tail deliveries --since 10m --limit 1')
  assert.match(tailed.stdout, /dlv_\S{26} {2}post\.published {2}pending/)
})

test('logs tail follows the requests of the workspace', async () => {
  const cli = installCli({ QUOIN_API_KEY: key, QUOIN_BASE_URL: world.url })
  const tailing = cli.start(['logs', 'tail', '--limit', '1'])
  await until('it follows', () => tailing.stderr().includes('Following requests'))
  await until('a line', async () => {
    await world.live('GET', '/v1/profiles')
    return tailing.stdout().includes('/v1/profiles')
  })
  const { code, stdout } = await tailing.ended
  assert.equal(code, 0)
  assert.match(stdout, /200.* {2}GET {2}\/v1\/profiles {2}[\d.]+ ms {2}req_/)
  await until('the log', async () => (await world.live('GET', '/v1/requests?path=/v1/profiles')).body.data.length > 0)
  const since = await cli.run('logs tail requests --since 1h --limit 1')
  assert.equal(since.code, 0, since.stderr)
  assert.match(since.stdout, /^\S+ {2}\d+ {2}[A-Z]+ {2}\/v1\//)
})
