import assert from 'node:assert/strict'
import { test } from 'node:test'
import vectors from '../../../../sdk/vectors/webhooks.json' with { type: 'json' }
import { signatureHeaders, signingKeys } from './sign.ts'

for (const vector of vectors.sign) {
  const { body } = vector
  if (body === undefined) continue
  test(`the shared vector is signed to the byte: ${vector.name}`, () => {
    const secrets = [vector.secret, ...(vector.previous_secret === null ? [] : [vector.previous_secret])]
    const headers = signatureHeaders({
      eventId: vector.event_id,
      body,
      timestamp: vector.timestamp,
      keys: secrets.map(signingKeys),
    })
    const expected = Object.entries(vector.headers).map(([name, value]) => [name.toLowerCase(), value])
    assert.deepEqual(headers, Object.fromEntries(expected))
  })
}
