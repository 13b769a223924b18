import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseError } from 'pg'
import { isUnavailable, violatedConstraint } from './db.ts'

function databaseError(code: string, message: string, constraint?: string): DatabaseError {
  return Object.assign(new DatabaseError(message, message.length, 'error'), { code, constraint })
}

test('the constraint of a shard maps to the constraint of its table', () => {
  const named = databaseError(
    '23505',
    'duplicate key value violates unique constraint "accounts_entity_key"',
    'accounts_entity_key',
  )
  assert.equal(violatedConstraint(named), 'accounts_entity_key')
  const unique = databaseError('23505', 'duplicate key value violates unique constraint "accounts_entity_key_102418"')
  assert.equal(violatedConstraint(unique), 'accounts_entity_key')
  const reference = databaseError(
    '23503',
    'insert or update on table "posts_102390" violates foreign key constraint "posts_profile_fkey_102390"',
  )
  assert.equal(violatedConstraint(reference), 'posts_profile_fkey')
  assert.equal(violatedConstraint(databaseError('42601', 'no constraint "x" here')), undefined)
  assert.equal(violatedConstraint(new Error('constraint "x"')), undefined)
})

test('a lost worker is retryable, other internal errors are not', () => {
  assert.equal(isUnavailable(databaseError('XX000', 'failure on connection marked as essential: 10.0.0.2:5432')), true)
  assert.equal(isUnavailable(databaseError('08006', 'connection to the remote node 10.0.0.2:5432 failed')), true)
  assert.equal(isUnavailable(databaseError('XX000', 'cache lookup failed for type 12345')), false)
})
