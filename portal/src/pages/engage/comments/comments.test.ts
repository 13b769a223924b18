import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildCommentTrees, type Comment } from './comments.ts'

const comment = (external_id: string, parent: string | null, minute: number) =>
  ({
    id: external_id,
    external_id,
    parent_external_id: parent,
    occurred_at: `2026-03-01T10:0${minute}:00.000Z`,
  }) as Comment
const toTreeIds = (listed: Comment[]) =>
  buildCommentTrees(listed).map(({ comment: root, replies }) => [root.id, replies.map(({ id }) => id)])

test('replies are grouped under the first comment of their thread, oldest first', () => {
  const listed = [comment('d', 'c', 4), comment('c', 'a', 3), comment('b', null, 2), comment('a', null, 1)]
  assert.deepEqual(toTreeIds(listed), [
    ['a', ['c', 'd']],
    ['b', []],
  ])
})

test('a reply to an unknown comment starts its own thread, and comments that reply to each other are all shown', () => {
  assert.deepEqual(toTreeIds([comment('x', 'gone', 1)]), [['x', []]])
  assert.equal(
    toTreeIds([comment('p', 'q', 1), comment('q', 'p', 2)])
      .flat(2)
      .includes('p'),
    true,
  )
})
