import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameInlineSchemas } from './name-inline-schemas.ts'
import type { Json } from './schemas.ts'

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const point = { type: 'object', properties: { x: { type: 'integer' } } }

test('an inline object is named after its position', () => {
  const post = {
    type: 'object',
    properties: {
      first_target: point,
      last: { ...point, nullable: true },
      list: { type: 'array', items: { type: 'object', properties: { at: point } } },
      map: { type: 'object', additionalProperties: point },
    },
  }
  assert.deepEqual(nameInlineSchemas({ Post: post }), {
    PostFirstTarget: point,
    PostLast: point,
    PostListItemAt: point,
    PostListItem: { type: 'object', properties: { at: refer('PostListItemAt') } },
    PostMapValue: point,
    Post: {
      type: 'object',
      properties: {
        first_target: refer('PostFirstTarget'),
        last: { nullable: true, allOf: [refer('PostLast')] },
        list: { type: 'array', items: refer('PostListItem') },
        map: { type: 'object', additionalProperties: refer('PostMapValue') },
      },
    },
  })
})

test('a union and its inline members are named', () => {
  const list = { type: 'array', items: { type: 'string' } }
  const post = { type: 'object', properties: { tags: { anyOf: [list, refer('Tags')] } } }
  assert.deepEqual(nameInlineSchemas({ Post: post }), {
    PostTagsArray: list,
    PostTags: { anyOf: [refer('PostTagsArray'), refer('Tags')] },
    Post: { type: 'object', properties: { tags: refer('PostTags') } },
  })
})

test('everything else stays where it is', () => {
  const post: Json = {
    type: 'object',
    additionalProperties: true,
    properties: { status: { type: 'string', enum: ['a'] }, options: { type: 'object', additionalProperties: true } },
  }
  assert.deepEqual(nameInlineSchemas({ Post: post }), { Post: post })
})

test('a name that is taken is refused', () => {
  const post = { type: 'object', properties: { target: point } }
  assert.throws(() => nameInlineSchemas({ Post: post, PostTarget: point }), /Two schemas are called PostTarget/)
})
