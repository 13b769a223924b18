import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createOutbound } from '../../../src/kit/net/outbound.ts'
import { atEnd } from '../../support/harness.ts'

const outbound = createOutbound({ allowLoopback: true, httpsOnly: false })
atEnd(() => outbound.close())

/** Starts a raw TCP server that passes every request to the test, which writes the response. */
async function startServer(answer: (socket: Socket, request: string) => void) {
  const requests: string[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      requests.push(bytes.toString())
      answer(socket, bytes.toString())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?a=b`
  const send = (body = 'x', deadlineMs = 20_000) =>
    outbound.sendFrequent({ url, headers: { 'x-number': '1' }, body, deadlineMs, bytesMax: 100 })
  return { requests, sockets, send }
}

/** Waits until connections can be reused, a turn of the event loop after their last use. */
async function rest(): Promise<void> {
  for (let n = 0; n < 3; n++) await turn()
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

test('a request is written whole, with the length of its bytes, and connections are reused', async () => {
  const { requests, sockets, send } = await startServer((socket) => socket.write(OK))
  for (let n = 0; n < 3; n++) {
    assert.equal((await send('Grüße')).body.toString(), 'ok')
    await rest()
  }
  assert.equal(sockets.length, 1)
  const [first = ''] = requests
  assert.match(
    first,
    /^POST \/hooks\?a=b HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\nconnection: keep-alive\r\nx-number: 1\r\n/,
  )
  assert.ok(first.endsWith('content-length: 7\r\n\r\nGrüße'), first)
  await Promise.all([send(), send(), send()])
  assert.ok(sockets.length >= 3, 'as many connections as exchanges at a time')
})

test('a connection is not reused if the server closes it, sends unrequested data, or keeps it alive too briefly', async () => {
  const ends = [
    (socket: Socket) => socket.end(OK),
    (socket: Socket) => socket.write(`${OK}HTTP/1.1 200 OK\r\n`),
    (socket: Socket) => socket.write(OK.replace('\r\n', '\r\nKeep-Alive: timeout=1\r\n')),
    (socket: Socket) => socket.write(OK.replace('\r\n', '\r\nConnection: close\r\n')),
  ]
  for (const end of ends) {
    const { sockets, send } = await startServer(end)
    for (let n = 0; n < 2; n++) assert.equal((await send()).status, 200)
    assert.equal(sockets.length, 2, String(end))
  }
})

test('a response that is cut off, is not HTTP or never comes fails once, and nothing is sent again', async () => {
  const failures: [RegExp, (socket: Socket) => unknown][] = [
    [/^connect_failed .*before the response was complete/, (socket) => socket.end()],
    [/^connect_failed .*before the response was complete/, (socket) => socket.end(OK.slice(0, -1))],
    [/^connect_failed .*ECONNRESET/, (socket) => socket.resetAndDestroy()],
    [/^connect_failed The response does not begin/, (socket) => socket.write('220 mail.example\r\n\r\n')],
    [/^timeout No complete response within 300 ms/, (socket) => socket.write(OK.slice(0, -1))],
    [/^timeout No complete response within 300 ms/, () => {}],
  ]
  for (const [expected, answer] of failures) {
    let isFirst = true
    const { requests, sockets, send } = await startServer((socket) => {
      if (isFirst) socket.write(OK)
      else answer(socket)
      isFirst = false
    })
    await send()
    await rest()
    const deadlineMs = expected.source.startsWith('^timeout') ? 300 : 60_000
    const error = await send('x', deadlineMs).then(
      () => undefined,
      (reason: { reason: string; message: string }) => `${reason.reason} ${reason.message}`,
    )
    assert.match(error ?? 'no error', expected)
    assert.deepEqual(
      [requests.length, sockets.length],
      [2, 1],
      'the connection was used again, and the request sent once',
    )
  }
})

test('a header with a line break is not sent', async () => {
  const { requests, send } = await startServer((socket) => socket.write(OK))
  await send()
  const { url } = { url: `http://127.0.0.1:1025/` }
  const broken = outbound.sendFrequent({ url, headers: { a: 'b\r\nc: d' }, body: '' })
  await assert.rejects(broken, /not allowed in headers/)
  assert.equal(requests.length, 1)
})
