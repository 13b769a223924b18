import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMetric } from '../resources/posts/post-labels.ts'
import { formatCount } from './count.ts'

test('a noun agrees with its count', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => formatCount(count, 'account')),
    ['0 accounts', '1 account', '2 accounts'],
  )
  assert.equal(formatCount(1, 'delivery', 'deliveries'), '1 delivery')
})

test('a metric agrees with its value', () => {
  assert.equal(formatMetric('likes', 1), '1 like')
  assert.equal(formatMetric('replies', 1), '1 reply')
  assert.equal(formatMetric('reach', 1), '1 reach')
  assert.equal(formatMetric('likes', 2), '2 likes')
})
