import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '../../kit/declare/type.ts'
import type { UnexpectedShape } from '../session.ts'
import { Id, readResponse, UnexpectedResponse } from './response.ts'

const platform = { id: 'example', label: 'Example' }
const Post = Type.Object({ id: Id, author: Type.Object({ name: Type.String() }) })
const answer = (body: unknown, text = JSON.stringify(body)) => ({ status: 200, headers: {}, body, text })

test('a response of another shape names the platform and the field, and the operator gets the masked body', () => {
  const reported: UnexpectedShape[] = []
  const report = (unexpected: UnexpectedShape) => void reported.push(unexpected)
  const body = { id: 7, author: { name: null }, access_token: 'secret-token-value-0123456789', echo: 'opaque' }
  assert.throws(
    () => readResponse(platform, answer(body), Post, { secrets: ['opaque'], report }),
    (error: unknown) => {
      assert.ok(error instanceof UnexpectedResponse)
      assert.equal(error.kind, 'unavailable')
      assert.equal(error.rule, 'example.response.unexpected')
      assert.equal(error.message, 'Example sent a response without a valid `author.name`.')
      return true
    },
  )
  assert.equal(reported[0]?.field, 'author.name')
  assert.match(reported[0]?.raw ?? '', /"name":null/)
  assert.doesNotMatch(reported[0]?.raw ?? '', /secret-token-value|opaque/)
})

test('after a mutation a response of another shape leaves the outcome unknown', () => {
  const read = () => readResponse(platform, answer(undefined, '<html>'), Post, { mutates: true })
  assert.throws(read, (error: unknown) => error instanceof UnexpectedResponse && error.kind === 'ambiguous')
})
