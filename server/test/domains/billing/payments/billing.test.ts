import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boot } from '../../../support/harness.ts'

const { live } = await boot({ env: { PAYMENT_PROVIDER: 'sandbox' } })
const billing = async () => (await live('GET', '/v1/credits/billing')).body

test('subscription and top-up are null when absent, and otherwise match their own endpoints', async () => {
  assert.deepEqual(await billing(), { provider: 'sandbox', subscription: null, auto_topup: null })
  await live('POST', '/v1/credits/checkout', { plan_id: 'starter', interval: 'year' })
  await live('PUT', '/v1/credits/auto-topup', { threshold: 20, pack_id: 'starter' })
  const { subscription, auto_topup } = await billing()
  assert.deepEqual(subscription, (await live('GET', '/v1/credits/subscription')).body)
  assert.deepEqual(auto_topup, (await live('GET', '/v1/credits/auto-topup')).body)
  assert.deepEqual([subscription.plan_id, subscription.interval, auto_topup.status], ['starter', 'year', 'active'])
})
