import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../src/kit/clock.ts'
import { newMasterKey } from '../../src/kit/secrets.ts'
import { listAccountEvents, subscribe } from '../support/account-scene.ts'
import { startBluesky } from '../support/connectors/bluesky.ts'
import { buildBlueskyEnv, openSignIns } from '../support/connectors/bluesky-scene.ts'
import { loopback } from '../support/connectors/loopback.ts'
import { HANG_MS } from '../support/hang-timeout.ts'
import { atEnd, boot, freshDatabase } from '../support/harness.ts'
import { startPostWorker } from '../support/post-workers.ts'

const { fake } = await startBluesky()
// Tokens of this kind are due for a renewal as soon as they are used.
fake.auth.tokenSeconds = 200
const address = await freshDatabase()
const env = { ...buildBlueskyEnv(fake), QUOIN_MASTER_KEY: newMasterKey() }
const world = await boot({ address, clock: systemClock, env })
const { db, live } = world
const { connectAtPage, reconnect, readAccount } = await openSignIns(world, fake)
await subscribe(live)
atEnd(() => {
  delete loopback.watcher
})

async function waitFor(what: string, isTrue: () => Promise<boolean> | boolean): Promise<void> {
  for (const deadline = Date.now() + HANG_MS; !(await isTrue()); await sleep(25))
    if (Date.now() > deadline) assert.fail(`${what} did not happen`)
}

const fetchTargetStatus = async (post: string) => (await live('GET', `/v1/posts/${post}`)).body.targets[0].status

/** Publishes with a worker that is killed while it renews the tokens; another worker continues when the leases have expired. */
async function killRenewal(accountId: string, content: string, moment: 'arrived' | 'done') {
  const made = await live('POST', '/v1/posts', { content, targets: [{ account_id: accountId }] })
  assert.equal(made.status, 201, made.text)
  const worker = startPostWorker(address, env)
  let isDead = false
  loopback.watcher = async (origin, { path }, at) => {
    const isRenewal = origin === fake.auth.issuer && path === '/oauth/token' && at === moment && !isDead
    if (!isRenewal) return true
    // A renewal that a nonce is missing from has no effect.
    const session = fake.auth.findSession((await readAccount(accountId)).external_identity_id)
    if (moment === 'done' && session?.used.size === 0) return true
    await worker.kill()
    isDead = true
    return false
  }
  await waitFor('the kill', () => isDead)
  await db`update account_grants set claim_until = now() - interval '1 second' where claim is not null`
  await db`update jobs set lease_until = now() - interval '1 second' where state = 'running'`
  return { post: made.body.id as string, next: startPostWorker(address, env) }
}

test('a worker that is killed before its renewal takes effect loses nothing', async () => {
  const { did, handle } = fake.signUp('before.test')
  const id = await connectAtPage(handle, did)
  const { post, next } = await killRenewal(id, 'Killed before', 'arrived')
  await waitFor('the post', async () => (await fetchTargetStatus(post)) === 'published')
  await next.kill()
  assert.deepEqual([(await readAccount(id)).status, fake.posts(did).length], ['connected', 1])
})

test('a worker that is killed before it stores a renewal leaves an account that needs a new sign-in, which repairs it', async () => {
  const { did, handle } = fake.signUp('after.test')
  const id = await connectAtPage(handle, did)
  const { post, next } = await killRenewal(id, 'Killed after', 'done')
  await waitFor('the sign-out', async () => (await readAccount(id)).status === 'reauth_required')
  await waitFor('the failure', async () => (await fetchTargetStatus(post)) === 'failed')
  const account = await readAccount(id)
  assert.deepEqual(
    [account.disconnect_reason, account.health.issues[0].code],
    ['authorization_revoked', 'reauth_required'],
  )
  assert.equal(fake.auth.findSession(did), undefined, 'the server ended the sign-in')
  const types = (await listAccountEvents(db, id)).map(({ type }) => type).filter((type) => type.startsWith('account.'))
  assert.deepEqual(types, ['account.connected', 'account.disconnected'])

  assert.equal(await reconnect(id, handle, did), id)
  assert.equal((await readAccount(id)).status, 'connected')
  assert.equal((await live('POST', `/v1/posts/${post}/retry`)).status, 200)
  await waitFor('the post', async () => (await fetchTargetStatus(post)) === 'published')
  await next.kill()
  assert.equal(fake.posts(did).length, 1)
})
