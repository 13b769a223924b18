import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KnownHeads } from './known-heads.ts'

test('heads that were dropped while they were being read are left out until the next read', async () => {
  let read = Promise.withResolvers<string[]>()
  const heads = new KnownHeads<string>(() => read.promise)
  const reading = heads.read()
  heads.drop((head) => head === 'failed')
  read.resolve(['failed', 'other'])
  await reading
  assert.deepEqual([heads.all, heads.hasDropped], [['other'], true])

  read = Promise.withResolvers<string[]>()
  read.resolve(['failed'])
  await heads.read()
  assert.deepEqual([heads.all, heads.hasDropped], [['failed'], false])
})

test('heads that expire while they are being read are read again, and so are those of a failed read', async () => {
  let read = Promise.withResolvers<string[]>()
  const heads = new KnownHeads<string>(() => read.promise)
  const reading = heads.read()
  heads.isExpired = true
  read.resolve(['old'])
  await reading
  assert.equal(heads.isExpired, true)

  read = Promise.withResolvers<string[]>()
  read.reject(new Error('The connection was lost'))
  await assert.rejects(heads.read())
  assert.equal(heads.isExpired, true)

  read = Promise.withResolvers<string[]>()
  read.resolve(['new'])
  await heads.read()
  assert.equal(heads.isExpired, false)
})

test('a slow read delays the next one in proportion, and a single one not for long', async () => {
  let tookMs = 0
  const heads = new KnownHeads<string>(async () => {
    const began = performance.now()
    while (performance.now() - began < tookMs);
    return []
  })
  tookMs = 20
  await heads.read()
  assert.ok(heads.restMs <= 4, 'the first slow read counts as a millisecond')
  for (let n = 0; n < 5; n++) await heads.read()
  assert.ok(heads.restMs > 40)
})
