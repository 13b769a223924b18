import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grantCredits } from '../../../src/domains/billing/credits/grants.ts'
import { emitMissedLowBalances } from '../../../src/domains/billing/credits/low-balance.ts'
import { routes } from '../../../src/http/catalogue.ts'
import { transaction } from '../../../src/kit/postgres/db.ts'
import { boot, type Client, until } from '../../support/harness.ts'
import { meteredRoutes } from '../../support/metered-routes.ts'

const world = await boot({ routes: [...routes, ...meteredRoutes] })
const { ctx, db } = world

/** Creates a workspace with its 50 free credits that subscribes to the event. */
async function workspace() {
  const { live, workspaceId } = await world.neighbour()
  const subscribed = await live('POST', '/v1/webhooks', { url: 'http://127.0.0.1:9999/', events: ['credits.low'] })
  assert.equal(subscribed.status, 201, subscribed.text)
  const events = async () => {
    const rows = await db<{ body: string }[]>`
      select body from webhook_events where workspace_id = ${workspaceId} and type = 'credits.low' order by id`
    return rows.map(({ body }) => JSON.parse(body).data)
  }
  const grant = (source: string, amount: number) =>
    transaction(db, (tx) => grantCredits(ctx, tx, workspaceId, { kind: 'manual', source, amount }))
  return { live, workspaceId, events, grant }
}

const spend = (live: Client, credits: number) => live('POST', '/v1/demo/find', { find: credits / 5, most: credits / 5 })

test('credits.low is sent once when the balance falls below the threshold, and again only after it was above it', async () => {
  const { live, events, grant } = await workspace()
  await spend(live, 30)
  await emitMissedLowBalances(ctx)
  assert.deepEqual(await events(), [], '20 left are not below 20')
  await spend(live, 5)
  await until('the event', async () => (await events()).length === 1)
  const [{ credits, threshold }] = await events()
  assert.deepEqual([credits.available, credits.spent, threshold], [15, 35, 20])

  ctx.clock.advance(10_000)
  await spend(live, 5)
  await grant('too little', 5)
  ctx.clock.advance(10_000)
  await spend(live, 5)
  await emitMissedLowBalances(ctx)
  assert.equal((await events()).length, 1, 'it was low all the time')

  ctx.clock.advance(10_000)
  await grant('enough', 100)
  await spend(live, 100)
  await until('the second event', async () => (await events()).length === 2)
})

test('if a process ended before it could send the event, the timer sends it, once', async () => {
  const { live, events, workspaceId } = await workspace()
  await db`
    update wallets set spent = spent + 45, available = available - 45 where workspace_id = ${workspaceId}`
  await Promise.all([emitMissedLowBalances(ctx), emitMissedLowBalances(ctx)])
  assert.equal((await events()).length, 1)
  assert.equal((await live('GET', '/v1/credits')).body.available, 5)
})
