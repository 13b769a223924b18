import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadResponse, Http1Response } from './http1-response.ts'

/** Reads bytes in pieces of a size, and then the end of the connection. */
function read(text: string, pieces: number, { bytesMax = 100, isEnded = false } = {}) {
  const response = new Http1Response(bytesMax)
  const bytes = Buffer.from(text, 'latin1')
  for (let at = 0; at < bytes.length; at += pieces) response.push(bytes.subarray(at, at + pieces))
  if (isEnded) response.end()
  const { status, headers, body, isTruncated } = response.result()
  const { isDone, isReusable } = response
  return { status, headers: { ...headers }, body: body.toString('latin1'), isTruncated, isDone, isReusable }
}

const HEAD = 'HTTP/1.1 200 OK\r\n'
const whole = { status: 200, isTruncated: false, isDone: true, isReusable: true }

for (const pieces of [1, 2, 3, 7, 10_000])
  test(`a response that arrives in pieces of ${pieces} bytes is read completely`, () => {
    const { headers, ...sized } = read(`${HEAD}Content-Length: 5\r\nX-A:  b \r\nx-a: c\r\n\r\nhello`, pieces)
    assert.deepEqual(sized, { ...whole, body: 'hello' })
    assert.deepEqual(headers, { 'content-length': '5', 'x-a': ['b', 'c'] })
    const chunked = `${HEAD}Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\nA\r\n, world!!!\r\n0\r\nTrailer: x\r\n\r\n`
    assert.equal(read(chunked, pieces).body, 'hello, world!!!')
    assert.equal(read(chunked, pieces).isReusable, true)
    const early = `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204\r\n\r\n`
    assert.deepEqual(read(early, pieces), { ...whole, status: 204, headers: {}, body: '' })
    assert.deepEqual(read(`${HEAD}\r\nuntil the end`, pieces, { isEnded: true }).body, 'until the end')
    const long = read(`${HEAD}Content-Length: 500\r\n\r\n${'x'.repeat(500)}`, pieces)
    assert.deepEqual([long.body.length, long.isTruncated, long.isDone, long.isReusable], [100, true, true, false])
  })

test('a connection is not used again after a close, an HTTP/1.0 response, or unrequested bytes', () => {
  for (const text of [
    `${HEAD}Connection: Close\r\nContent-Length: 0\r\n\r\n`,
    'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n',
    `${HEAD}Content-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n`,
  ])
    assert.deepEqual([read(text, 10_000).isDone, read(text, 10_000).isReusable], [true, false], text)
})

test('a truncated response is not complete', () => {
  for (const text of [
    '',
    HEAD,
    `${HEAD}Content-Length: 5\r\n\r\nhell`,
    `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nhello`,
  ])
    assert.equal(read(text, 10_000, { isEnded: true }).isDone, false, text)
})

test('anything but exactly one response is rejected', () => {
  for (const text of [
    'SSH-2.0-server\r\n\r\n',
    'HTTP/2 200\r\n\r\n',
    'HTTP/1.1 20\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\n\r\n',
    `${HEAD}No colon\r\n\r\n`,
    `${HEAD}Space : x\r\n\r\n`,
    `${HEAD}A: b\r\n folded\r\n\r\n`,
    `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
    `${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`,
    `${HEAD}Content-Length: -1\r\n\r\n`,
    `${HEAD}Content-Length: 0x5\r\n\r\n`,
    `${HEAD}Transfer-Encoding: gzip, chunked\r\n\r\n`,
    `${HEAD}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`,
    `${HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n`,
    `${HEAD}Transfer-Encoding: chunked\r\n\r\n${'1'.repeat(2000)}`,
    `${HEAD}X: ${'x'.repeat(20_000)}`,
  ])
    assert.throws(() => read(text, 10_000), BadResponse, text.slice(0, 100))
})
