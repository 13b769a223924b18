import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tokens } from '../../../../connectors/session.ts'
import { mergeTokens, parseTokens } from './grants.ts'

const before: Tokens = {
  access: 'old access',
  refresh: 'old refresh',
  expiresAt: new Date('2026-01-15T10:00:00Z'),
  reauthAt: null,
  extra: { server: 'https://example.com' },
}

test('a refresh token is never replaced by nothing', () => {
  const renewed = { access: 'new access', expiresAt: null, reauthAt: null }
  for (const answer of [renewed, { ...renewed, refresh: '' }])
    assert.deepEqual(mergeTokens(before, answer), { ...before, access: 'new access', expiresAt: null })
  assert.equal(mergeTokens(before, { ...renewed, refresh: 'new refresh' }).refresh, 'new refresh')
})

test('tokens come out of storage as they went in', () => {
  assert.deepEqual(parseTokens(JSON.stringify(before)), before)
})
