import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { type AddressInfo, createServer, connect as dial } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../../../src/kit/clock.ts'
import { checkInvariants } from '../../../../src/ledger/verify.ts'
import { atEnd, type Client } from '../../../support/harness.ts'
import { main } from '../../../support/processes.ts'
import { bootWithStripe, stripeEnvironment } from '../../../support/stripe-double/world.ts'

const world = await bootWithStripe({ now: () => systemClock.now() })
const { db, double, deliver } = world
const DATABASE_URL = await overTcp()
const QUOIN_DATA = mkdtempSync(join(tmpdir(), 'quoin-kill-'))

/** Returns a URL for a separate process: the test's PostgreSQL has only a Unix socket. */
async function overTcp(): Promise<string> {
  const server = createServer((client) => {
    const upstream = dial(`${process.env['TEST_POSTGRES']}/.s.PGSQL.5432`)
    client.pipe(upstream).pipe(client)
    client.on('error', () => upstream.destroy())
    upstream.on('error', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => server.close())
  const [row] = await db<{ name: string }[]>`select current_database() as name`
  return `postgres://quoin@127.0.0.1:${(server.address() as AddressInfo).port}/${row?.name}`
}

/** Starts the real worker; `ended` is its exit code or signal. */
function startWorker(failpoint?: string) {
  const env = { ...process.env, ...stripeEnvironment(double), DATABASE_URL, QUOIN_DATA, LOG_LEVEL: 'error' }
  const worker = spawn(process.execPath, [main, 'work'], {
    env: { ...env, ...(failpoint !== undefined && { QUOIN_FAILPOINT: failpoint }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(worker, 'exit').then(([code, signal]) => (signal ?? code) as string | number)
  atEnd(async () => {
    worker.kill('SIGKILL')
    await ended
  })
  const ready = once(worker.stdout, 'data')
  return { ended, ready, stop: () => worker.kill('SIGTERM') }
}

const credits = async (of: Client) => (await of('GET', '/v1/credits')).body.available as number
const fetchLatestOrder = async (of: Client) => (await of('GET', '/v1/credits/orders')).body.data[0]

async function lowWithCard() {
  const { live: us, workspaceId } = await world.neighbour()
  const { body: order } = await us('POST', '/v1/credits/checkout', { pack_id: 'starter' })
  const before = double.events.length
  const { customer } = double.pay(order.url.split('/').at(-1))
  await deliver(...double.events.slice(before))
  await us('PUT', '/v1/credits/auto-topup', { threshold: 100, pack_id: 'starter' })
  await us('POST', '/v1/demo/find', { find: 100, most: 100 })
  while ((await fetchLatestOrder(us)).kind !== 'topup') await sleep(10)
  const charges = () => double.state.list('charge').filter((charge) => charge['customer'] === customer).length - 1
  return { us, workspaceId, charges }
}

for (const hasWebhook of [false, true])
  test(`killed between the charge and the grant: granted once after the restart${hasWebhook ? ', and by the webhook' : ''}`, async () => {
    const { us, workspaceId, charges } = await lowWithCard()
    assert.equal(await startWorker('topup_after_charge').ended, 'SIGKILL')
    assert.deepEqual([charges(), await credits(us), (await fetchLatestOrder(us)).status], [1, 50, 'pending'])
    // As if two minutes had passed: the claim of the dead process has expired.
    await db`update orders set attempt_at = now() where workspace_id = ${workspaceId} and status = 'pending'`
    const worker = startWorker()
    if (hasWebhook) await deliver(...double.events.slice(-2), ...double.events.slice(-2))
    while ((await fetchLatestOrder(us)).status === 'pending') await sleep(20)
    await worker.ready
    worker.stop()
    assert.equal(await worker.ended, 0)
    assert.deepEqual([charges(), await credits(us), (await fetchLatestOrder(us)).status], [1, 550, 'paid'])
    const grants = await db`select id from grants where workspace_id = ${workspaceId} and kind = 'pack'`
    assert.equal(grants.length, 2)
    assert.deepEqual(await checkInvariants(db), [])
  })
