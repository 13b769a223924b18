import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '../../src/kit/config/config.ts'
import { allSources } from '../../src/sources/catalogue.ts'
import { openSources } from '../../src/sources/registry.ts'
import type { AnySource } from '../../src/sources/source.ts'
import { testContext } from '../support/harness.ts'
import { startVendor } from '../support/scripted-vendor.ts'

const vendor = await startVendor()
const FIND = 'contacts/find-email'

test('an order of sources that is not possible is refused at the start, with the reason', async () => {
  const base = await testContext()
  const sources = [...allSources(base), vendor.source({ id: 'locked', action: FIND, needs: ['STRIPE_SECRET_KEY'] })]
  const refusals: [Record<string, readonly string[]>, RegExp][] = [
    [
      { SOURCES_FIND_EMAIL: ['directory', 'hunt'] },
      /SOURCES_FIND_EMAIL contains hunt, which does not exist\. Use: .*locked/,
    ],
    [{ SOURCES_FIND_EMAIL: ['locked'] }, /SOURCES_FIND_EMAIL contains locked, which needs STRIPE_SECRET_KEY/],
    [{ SOURCES_DAILY_BUDGET: ['hunt:1'] }, /SOURCES_DAILY_BUDGET contains "hunt:1"/],
    [{ SOURCES_DAILY_BUDGET: ['locked:much'] }, /SOURCES_DAILY_BUDGET contains "locked:much"/],
  ]
  for (const [given, says] of refusals)
    assert.throws(
      () => openSources({ ...base, config: { ...base.config, ...given } }, sources),
      (error) => error instanceof ConfigError && says.test(error.message),
    )
})

test('a search that others can answer too is cut at its timeout; the only one is waited for', async () => {
  const quiet = await testContext()
  const source = (id: string, ms: number, more: Partial<AnySource> = {}): AnySource => ({
    ...vendor.source({ id, action: 'search/people' }),
    timeoutMs: 60_000,
    ask: async () => {
      await sleep(ms)
      return { outcome: 'found', data: [id], page: id }
    },
    ...more,
  })
  const slow = source('slow-pages', 150, { timeoutMs: 40, hasPages: true, isBuiltIn: true })
  const options = { workspaceId: 'ws_1', deadlineMs: 80, judge: () => 'good' as const, canWait: true }
  const alone = await openSources(quiet, [slow]).ask('search/people', {}, options)
  assert.deepEqual([alone.found?.data, alone.page], [['slow-pages'], 'slow-pages'])
  const both = await openSources(quiet, [slow, source('quick', 0)]).ask(
    'search/people',
    {},
    { ...options, deadlineMs: 60_000 },
  )
  assert.deepEqual([both.found?.data, both.steps.map(({ outcome }) => outcome)], [['quick'], ['timeout', 'found']])
})
