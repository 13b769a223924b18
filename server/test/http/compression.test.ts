import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { boot } from '../support/harness.ts'

const world = await boot({ env: { CORS_ORIGINS: 'https://app.example.com' } })
const key = await world.key()
for (let n = 0; n < 20; n++) await world.live('POST', '/v1/profiles', { name: `Example brand ${n}` })

interface PlainResponse {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

/** Sends a request without a client that decompresses its response. */
function get(path: string, headers: Readonly<Record<string, string>>): Promise<PlainResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(world.url + path, { headers: { authorization: `Bearer ${key}`, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(chunks) }))
    })
    sent.on('error', reject).end()
  })
}

test('a large response to a read is compressed for clients that accept it, and is otherwise the same', async () => {
  const plain = await get('/v1/profiles', {})
  const zipped = await get('/v1/profiles', { 'accept-encoding': 'br, gzip' })
  assert.deepEqual([plain.headers['content-encoding'], plain.headers['vary']], [undefined, 'Origin, accept-encoding'])
  assert.deepEqual([zipped.headers['content-encoding'], zipped.headers['vary']], ['gzip', 'Origin, accept-encoding'])
  assert.equal(zipped.headers['content-length'], String(zipped.bytes.length))
  assert.ok(zipped.bytes.length < plain.bytes.length / 4, `${zipped.bytes.length} of ${plain.bytes.length}`)
  assert.equal(gunzipSync(zipped.bytes).toString(), plain.bytes.toString())
})

test('a small response is not compressed', async () => {
  const { headers, bytes } = await get('/v1/profiles?limit=1', { 'accept-encoding': 'gzip' })
  assert.equal(headers['content-encoding'], undefined)
  assert.equal(JSON.parse(bytes.toString()).data.length, 1)
})
