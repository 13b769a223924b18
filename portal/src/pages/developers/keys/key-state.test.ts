import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getKeyState, type Key, staleness } from './key-state.ts'

const now = Date.parse('2026-06-01T00:00:00Z')
const key: Key = {
  id: 'key_1',
  name: null,
  key_prefix: 'qk_live_EXAMPLE0',
  app: null,
  mode: 'live',
  scope: 'full',
  profile_ids: [],
  permission: 'read',
  role: 'owner',
  created_by: null,
  member_id: null,
  expires_at: null,
  last_used_at: null,
  revoked_at: null,
  created_at: '2026-05-20T00:00:00Z',
}

test('a key is stale 90 days after its last use, or 30 days after its creation if it was never used', () => {
  assert.equal(staleness(key, now), undefined)
  assert.match(staleness({ ...key, created_at: '2026-04-30T00:00:00Z' }, now) ?? '', /since it was created/)
  const old = { ...key, created_at: '2025-01-01T00:00:00Z' }
  assert.equal(staleness({ ...old, last_used_at: '2026-05-01T00:00:00Z' }, now), undefined)
  assert.match(staleness({ ...old, last_used_at: '2026-02-01T00:00:00Z' }, now) ?? '', /for 90 days/)
  assert.equal(staleness({ ...old, revoked_at: '2026-01-01T00:00:00Z' }, now), undefined)
})

test('a revoked key stays revoked after it has expired', () => {
  const expired = { ...key, expires_at: '2026-05-31T00:00:00Z' }
  assert.equal(getKeyState(expired, now), 'expired')
  assert.equal(getKeyState({ ...expired, revoked_at: '2026-05-01T00:00:00Z' }, now), 'revoked')
  assert.equal(getKeyState({ ...key, expires_at: '2026-06-02T00:00:00Z' }, now), 'active')
})
