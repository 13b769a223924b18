import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { type WebSocket, WebSocketServer } from 'ws'
import { createOutbound } from '../../../src/kit/net/outbound.ts'
import { OutboundError, type OutboundFailure } from '../../../src/kit/net/outbound-error.ts'
import { atEnd } from '../../support/harness.ts'

const outbound = createOutbound({ allowLoopback: true, httpsOnly: false })
atEnd(() => outbound.close())

/** Behaviour of the server for each message. */
const behaviour: Record<string, (client: WebSocket) => void> = {
  echo: (client) => client.send('echo'),
  'two large': (client) => {
    client.send('x'.repeat(600))
    client.send('x'.repeat(600))
  },
  'one huge': (client) => client.send('x'.repeat(5000)),
  last: (client) => {
    client.send('the last words')
    client.close()
  },
  nothing: () => {},
}

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
await once(server, 'listening')
let userAgent: string | undefined
server.on('connection', (client, { headers }) => {
  userAgent = headers['user-agent']
  client.on('error', () => {})
  client.on('message', (data: Buffer) => behaviour[data.toString()]?.(client))
})
atEnd(() => {
  for (const client of server.clients) client.terminate()
  server.close()
})
const { port } = server.address() as AddressInfo
const url = `ws://127.0.0.1:${port}/path`

const failsBy = (reason: OutboundFailure) => (error: unknown) =>
  error instanceof OutboundError && error.reason === reason

async function ask(message: string, options = {}) {
  const socket = await outbound.socket({ url, deadlineMs: 20_000, ...options })
  socket.send(message)
  return socket
}

test('messages wait until they are read, even those before the close', async () => {
  const socket = await ask('echo')
  assert.equal(await socket.next(), 'echo')
  assert.match(userAgent ?? '', /^Quoin\//)
  socket.send('last')
  assert.equal(await socket.next(), 'the last words')
  await assert.rejects(socket.next(), failsBy('connect_failed'))
  assert.throws(() => socket.send('echo'), failsBy('connect_failed'))
  socket.close()
})

test('all messages together have one limit, and a single one has the same', async () => {
  const several = await ask('two large', { bytesMax: 1000 })
  assert.equal((await several.next()).length, 600)
  await assert.rejects(several.next(), failsBy('too_large'))
  const huge = await ask('one huge', { bytesMax: 1000 })
  await assert.rejects(huge.next(), failsBy('too_large'))
})

test('the whole conversation has one deadline, even if the server never responds', async () => {
  const wait = async () => (await ask('nothing', { deadlineMs: 300 })).next()
  await assert.rejects(wait, failsBy('timeout'))
  const mute = createServer().on('upgrade', (_request, connection) => connection.on('error', () => {}))
  mute.listen(0, '127.0.0.1')
  await once(mute, 'listening')
  atEnd(() => {
    mute.closeAllConnections()
    mute.close()
  })
  const silent = `ws://127.0.0.1:${(mute.address() as AddressInfo).port}`
  await assert.rejects(outbound.socket({ url: silent, deadlineMs: 300 }), failsBy('timeout'))
})

test('closing a connection here closes it at the server too', async () => {
  const socket = await ask('echo')
  await socket.next()
  const [client] = [...server.clients].slice(-1)
  assert.ok(client)
  const closed = once(client, 'close')
  socket.close()
  await closed
  await assert.rejects(socket.next(), failsBy('connect_failed'))
})

test('a private address is refused as a literal, by its name, and when a public name resolves to it', async () => {
  const names = { resolve: async () => [{ address: '127.0.0.1', family: 4 as const }] }
  const guarded = createOutbound({ allowLoopback: false, httpsOnly: false, names })
  atEnd(() => guarded.close())
  const before = server.clients.size
  for (const address of [url, `ws://localhost:${port}`, `ws://relay.example.com:${port}`])
    await assert.rejects(guarded.socket({ url: address }), failsBy('blocked_address'), address)
  assert.equal(server.clients.size, before)
  const secure = createOutbound({ allowLoopback: false, httpsOnly: true, names })
  atEnd(() => secure.close())
  await assert.rejects(secure.socket({ url: 'ws://relay.example.com' }), failsBy('bad_url'))
})

test('a server without WebSocket support, and one that is not there, are connection failures', async () => {
  const plain = createServer((_request, response) => response.end('hello'))
  plain.listen(0, '127.0.0.1')
  await once(plain, 'listening')
  const address = `ws://127.0.0.1:${(plain.address() as AddressInfo).port}`
  await assert.rejects(outbound.socket({ url: address }), failsBy('connect_failed'))
  plain.close()
  await once(plain, 'close')
  await assert.rejects(outbound.socket({ url: address }), failsBy('connect_failed'))
})
