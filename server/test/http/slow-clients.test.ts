import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { boot, until, type World } from '../support/harness.ts'

const impatient = await boot({ env: { SLOW_CLIENT_SECONDS: '1' } })
const key = await impatient.key()

interface RawConnection {
  readonly socket: Socket
  text: string
}

const opened: RawConnection[] = []
afterEach(() => {
  for (const { socket } of opened.splice(0)) socket.destroy()
})

/** Opens a connection that has sent these headers, except for the empty line that ends them. */
async function open({ url }: World, first?: string, ...headers: string[]): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const wire = { socket: connect(Number(port), hostname), text: '' }
  opened.push(wire)
  await once(wire.socket, 'connect')
  wire.socket.on('data', (chunk) => (wire.text += chunk.toString('latin1')))
  wire.socket.on('error', () => {})
  if (first) wire.socket.write(`${[first, 'host: localhost', ...headers].join('\r\n')}\r\n`)
  return wire
}

async function post(world: World, { secret = key, bytes = 1000 } = {}): Promise<RawConnection> {
  const headers = [`authorization: Bearer ${secret}`, 'content-type: application/json', `content-length: ${bytes}`]
  const wire = await open(world, 'POST /v1/profiles HTTP/1.1', ...headers)
  wire.socket.write('\r\n')
  return wire
}

const closed = ({ socket }: RawConnection) => until('the server to close the connection', () => socket.destroyed)

async function cuts(world: World, reason: string): Promise<number> {
  const { text } = await world.client()('GET', '/metrics')
  return Number(new RegExp(`cut_total\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
}

test('a body that arrives too slowly gets 408 and its connection is closed', async () => {
  const wire = await post(impatient)
  const drip = setInterval(() => wire.socket.write(' '), 50)
  await closed(wire)
  clearInterval(drip)
  assert.match(wire.text, /^HTTP\/1.1 408 Request Timeout\r\n/)
  assert.match(wire.text, /content-type: application\/problem\+json/)
  assert.match(wire.text, /"code":"request_timeout"/)
})

test('headers that arrive too slowly get 408', async () => {
  const wire = await open(impatient, 'GET /v1/profiles HTTP/1.1')
  await closed(wire)
  assert.match(wire.text, /^HTTP\/1.1 408 /)
})

test('a large body that keeps the pace is accepted, however long it takes', async () => {
  const body = JSON.stringify({ name: 'n', metadata: {} }).padEnd(120_000)
  const wire = await post(impatient, { bytes: body.length })
  for (let at = 0; at < body.length; at += 10_000) {
    wire.socket.write(body.slice(at, at + 10_000))
    await sleep(250)
  }
  await until('the answer', () => wire.text)
  assert.match(wire.text, /^HTTP\/1.1 201 /)
})

test('a client refused before its body was read cannot keep the connection by sending it slowly', async () => {
  const wire = await post(impatient, { secret: 'qk_live_wrong' })
  const drip = setInterval(() => wire.socket.write(' '), 50)
  await until('the answer', () => wire.text)
  assert.match(wire.text, /^HTTP\/1.1 401 /)
  await closed(wire)
  clearInterval(drip)
})

/** Inserts a resource whose response is too large for the machine's buffers. */
async function insertHuge({ ctx, db, workspaceId }: World): Promise<string> {
  const id = ctx.ids.next('profile')
  await db`
    insert into profiles (workspace_id, id, name, metadata, created_at, updated_at)
    values (${workspaceId}, ${id}, 'huge', jsonb_build_object('text', repeat('x', 24000000)), now(), now())`
  return id
}

async function ask(world: World, secret: string, id: string): Promise<RawConnection> {
  const wire = await open(world, `GET /v1/profiles/${id} HTTP/1.1`, `authorization: Bearer ${secret}`)
  wire.socket.pause().write('\r\n')
  return wire
}

test('a client that does not read its response is cut off; one that reads is not', async () => {
  const id = await insertHuge(impatient)
  const stuck = await ask(impatient, key, id)
  assert.equal((await impatient.client(key)('GET', `/v1/profiles/${id}`)).status, 200)
  await until('the cut', async () => (await cuts(impatient, 'slow_reader')) > 0)
  stuck.socket.resume()
  await closed(stuck)
  assert.ok(stuck.text.length < 24_000_000)
})

test('the bytes of unread responses are bounded: the client that has waited longest is cut off', async () => {
  const world = await boot({ env: { UNREAD_BYTES_MAX: '40000000', SLOW_CLIENT_SECONDS: '300' } })
  const secret = await world.key()
  const id = await insertHuge(world)
  await ask(world, secret, id)
  await ask(world, secret, id)
  const seen = new Set<number>()
  await until('room for others', async () => {
    const { status, body } = await world.live('GET', '/v1/credits')
    seen.add(status)
    if (status === 503) assert.equal(body.code, 'unavailable')
    assert.equal((await world.client()('GET', '/healthz')).status, 200)
    return (await cuts(world, 'slow_reader')) > 0 && status === 200
  })
  assert.ok([...seen].every((status) => status === 200 || status === 503))
})

test('connections beyond the maximum are closed at once', async () => {
  const world = await boot({ env: { CONNECTIONS_MAX: '3' } })
  const idle = [await open(world), await open(world), await open(world)]
  const extra = await open(world)
  await closed(extra)
  for (const { socket } of idle) socket.destroy()
  await until('a place', async () => (await world.live('GET', '/healthz').catch(() => undefined))?.status === 200)
  assert.equal(await cuts(world, 'full').then((count) => count >= 1), true)
})

test('small requests are served between large bodies that arrive at the same time', async () => {
  const world = await boot()
  const secret = await world.key()
  const body = JSON.stringify({ name: 'n', metadata: { list: Array.from({ length: 80_000 }, (_, n) => `item ${n}`) } })
  const wires = await Promise.all(Array.from({ length: 60 }, () => post(world, { secret, bytes: body.length })))
  for (const { socket } of wires) socket.write(body.slice(0, -1))
  await until('all but the last byte of each', () => wires.every(({ socket }) => socket.writableLength === 0))
  await world.live('GET', '/v1/profiles?limit=1')
  const small = await open(world, 'GET /v1/profiles HTTP/1.1', `authorization: Bearer ${secret}`)
  for (const { socket } of wires) socket.write('}')
  small.socket.write('\r\n')
  await until('the small answer', () => small.text)
  const answered = wires.filter(({ text }) => text !== '').length
  await until('the large answers', () => wires.every(({ text }) => text !== ''))
  assert.ok(wires.every(({ text }) => text.startsWith('HTTP/1.1 422 ')))
  assert.ok(answered < 30, `${answered} of 60 large bodies were worked on first`)
})
