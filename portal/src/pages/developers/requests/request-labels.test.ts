import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestIdIn } from './request-labels.ts'

test('a request ID is found on its own, in a header and in a log line', () => {
  const id = 'req_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'
  for (const text of [id, `x-quoin-request-id: ${id}`, `{"request_id":"${id}","code":"not_found"}`, `  ${id}\n`])
    assert.equal(requestIdIn(text), id, text)
  assert.equal(requestIdIn('post_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'), undefined)
})
