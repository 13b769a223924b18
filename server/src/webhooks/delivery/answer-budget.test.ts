import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AnswerBudget } from './claimer.ts'

test('responses are stored in full up to 16 MiB per workspace, then shortened, and in full again later', () => {
  const budget = new AnswerBudget()
  const answer = 'x'.repeat(16_384)
  const kept = (workspaceId: string, nowMs: number) => budget.cut(workspaceId, answer, nowMs).length
  for (let n = 0; n < 1024; n++) assert.equal(kept('a', 0), 16_384)
  assert.equal(kept('a', 0), 256)
  assert.equal(kept('b', 0), 16_384)
  assert.equal(budget.cut('a', 'ok', 0), 'ok')
  assert.equal(kept('a', 3999), 256)
  assert.equal(kept('a', 4000), 16_384)
  assert.equal(kept('a', 4000), 256)
})
