import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FailureKind, PlatformError } from '../../../../src/connectors/platform-error.ts'
import { connector as sandbox } from '../../../../src/connectors/sandbox/connector.ts'
import { environmentApp } from '../../../../src/domains/social/accounts/apps/app.ts'
import { callFor } from '../../../../src/domains/social/accounts/platform-calls.ts'
import { describeFailure, toPlatformApiError } from '../../../../src/domains/social/accounts/platform-errors.ts'
import { getConnector, requireCapability } from '../../../../src/domains/social/accounts/platforms.ts'
import { ApiError, InvalidRequest } from '../../../../src/kit/declare/errors.ts'
import { OutboundError } from '../../../../src/kit/net/outbound-error.ts'
import { testContext } from '../../../support/harness.ts'

const ctx = await testContext()

test('each kind of platform failure has its own API error', () => {
  const answers: Record<FailureKind, string> = {
    auth: '409 wrong_state',
    rate_limited: '429 rate_limited',
    invalid: '422 validation_error',
    unavailable: '502 upstream_error',
    ambiguous: '502 upstream_error',
  }
  for (const [kind, answer] of Object.entries(answers)) {
    const failure = new PlatformError(kind as FailureKind, 'No.', { rule: 'sandbox.text.max', retryAfterSeconds: 7 })
    const error = toPlatformApiError('sandbox', failure)
    assert.ok(error instanceof ApiError)
    assert.equal(`${error.status} ${error.code}`, answer)
    if (error instanceof InvalidRequest) assert.equal(error.violations[0]?.ctx?.['rule'], 'sandbox.text.max')
    else assert.equal(error.members['rule'], 'sandbox.text.max')
    if (kind === 'rate_limited') assert.equal(error.headers['retry-after'], '7')
    assert.equal(error.members['outcome'], kind === 'ambiguous' ? 'unknown' : undefined)
    assert.equal(describeFailure('sandbox', failure).code, kind)
  }
  const timeout = new PlatformError('unavailable', 'Late.', { cause: new OutboundError('timeout', 'Late.') })
  assert.equal((toPlatformApiError('sandbox', timeout) as ApiError).code, 'upstream_timeout')
  const bug = new TypeError('a bug')
  assert.equal(toPlatformApiError('sandbox', bug), bug, 'what is not a failure of the platform stays a bug')
})

test('a missing capability is refused before anything happens', async () => {
  assert.equal((await getConnector(ctx, 'sandbox')).platform, sandbox.platform)
  requireCapability(sandbox.platform, 'comments.hide')
  assert.throws(
    () => requireCapability({ ...sandbox.platform, capabilities: ['comments'] }, 'comments.hide'),
    (error: ApiError) => error.code === 'unsupported_by_platform' && error.status === 422,
  )
})

test('a connector gets its own settings and no others', async () => {
  const caller = { workspaceId: 'ws_example', connector: sandbox }
  const own = await testContext({ env: { SANDBOX_WEBHOOK_SECRET: 'a secret' } })
  assert.deepEqual(callFor(own, { ...caller, app: environmentApp(own, sandbox.platform) }).app, {
    webhookSecret: 'a secret',
  })
  assert.deepEqual(callFor(ctx, { ...caller, app: environmentApp(ctx, sandbox.platform) }).app, {
    webhookSecret: undefined,
  })
})
