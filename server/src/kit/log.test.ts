import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskSecrets } from './log.ts'

test('secrets are cut by their shape wherever they stand', () => {
  const line = `key qk_live_${'a'.repeat(40)} secret whsec_QUJD+/= url postgres://quoin:hunter2@db.example.com/quoin`
  assert.equal(
    maskSecrets(line),
    'key qk_live_[redacted] secret whsec_[redacted] url postgres://quoin:[redacted]@db.example.com/quoin',
  )
})

test('a long line costs no more than its length', () => {
  const started = performance.now()
  maskSecrets('x'.repeat(200_000))
  assert.ok(performance.now() - started < 1000)
})
