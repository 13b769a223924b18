import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BoundedCache, estimateBytes } from './bounded-cache.ts'

test('a cache never exceeds its bytes, and evicts the least recently used entry', () => {
  const cache = new BoundedCache<number>(10_000)
  for (let n = 0; n < 1000; n++) {
    cache.set(`k${n}`, n, 744)
    assert.ok(cache.bytes <= 10_000)
    if (n > 0) assert.equal(cache.get('k0'), 0, 'a used entry stays')
  }
  assert.deepEqual([cache.get('k999'), cache.get('k1')], [999, undefined])
})

test('a value that is set again counts once, and a deleted one does not count', () => {
  const cache = new BoundedCache<string>(10_000)
  for (let n = 0; n < 50; n++) cache.set('one', String(n), 1000)
  assert.deepEqual([cache.get('one'), cache.bytes], ['49', 1256])
  cache.delete('one')
  assert.equal(cache.bytes, 0)
  cache.set('one', 'again', 1000)
  cache.clear()
  assert.deepEqual([cache.get('one'), cache.bytes], [undefined, 0])
})

test('a value larger than the cache is not cached and evicts nothing', () => {
  const cache = new BoundedCache<string>(10_000)
  cache.set('small', 's', 1000)
  cache.set('large', 'l', 20_000)
  assert.deepEqual([cache.get('small'), cache.get('large')], ['s', undefined])
})

test('a key of unbounded length is rejected', () => {
  assert.throws(() => new BoundedCache<number>(1000).set('x'.repeat(65), 1, 0), RangeError)
})

test('the bytes of a value are at least those of its text', () => {
  assert.ok(estimateBytes({ a: 'x'.repeat(100) }) >= 400)
  assert.equal(estimateBytes(undefined), 0)
})
