import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDuration, formatSize, requestIdIn, toCurl } from './request-labels.ts'

test('a request ID is found on its own, in a header and in a log line', () => {
  const id = 'req_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'
  for (const text of [id, `x-quoin-request-id: ${id}`, `{"request_id":"${id}","code":"not_found"}`, `  ${id}\n`])
    assert.equal(requestIdIn(text), id, text)
  assert.equal(requestIdIn('post_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'), undefined)
})

test('durations and sizes have the unit that one would use', () => {
  assert.deepEqual([1.25, 12.5, 999, 1400].map(formatDuration), ['1.3 ms', '13 ms', '999 ms', '1.4 s'])
  assert.deepEqual([0, 512, 1400, 2_500_000].map(formatSize), ['0 B', '512 B', '1.4 kB', '2.5 MB'])
})

test('a request is copied as a command without its key, with a place for its body', () => {
  assert.equal(
    toCurl('GET', '/v1/posts', 'https://api.example.com'),
    `curl 'https://api.example.com/v1/posts' \\\n  -H "Authorization: Bearer $QUOIN_API_KEY"`,
  )
  assert.match(toCurl('POST', "/v1/o'clock", 'https://api.example.com'), /-X POST '[^']*%27clock' [^]*-d @body\.json$/)
})
