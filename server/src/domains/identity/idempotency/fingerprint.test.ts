import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sha256 } from '../../../kit/hash.ts'
import { hashRequest } from './fingerprint.ts'

const rest = { method: 'POST', url: '/v1/things?b=2&a=1', keyId: 'key_1' }

/** Returns the fingerprint computed in one piece. */
function expectedFingerprint(body: unknown): Buffer {
  return sha256(JSON.stringify(['POST', '/v1/things', 'a=1&b=2', canonical(body), 'key_1']))
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, canonical(inner)])
}

test('a fingerprint is the hash of the canonical JSON, whatever the body', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (body) => {
      assert.deepEqual(await hashRequest({ ...rest, body }), expectedFingerprint(body))
    }),
  )
  assert.deepEqual(await hashRequest({ ...rest, body: undefined }), expectedFingerprint(undefined))
})

test('a long text has the same fingerprint wherever it is split', async () => {
  for (const text of ['😀', 'a😀', '"', '\ud800a', '中'].map((piece) => piece.repeat(100_000)))
    assert.deepEqual(await hashRequest({ ...rest, body: { text } }), expectedFingerprint({ text }))
})
