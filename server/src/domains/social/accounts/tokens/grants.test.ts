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

test('a renewal without a refresh token keeps the old one', () => {
  const renewed = { access: 'new access', expiresAt: null, reauthAt: null }
  for (const answer of [renewed, { ...renewed, refresh: '' }])
    assert.deepEqual(mergeTokens(before, answer), { ...before, access: 'new access', expiresAt: null })
  assert.equal(mergeTokens(before, { ...renewed, refresh: 'new refresh' }).refresh, 'new refresh')
})

test('tokens are read from storage as they were written', () => {
  assert.deepEqual(parseTokens(JSON.stringify(before)), before)
})
