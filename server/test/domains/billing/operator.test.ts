import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { STANDARD_BOOK } from '../../../src/domains/billing/credits/standard-book.ts'
import { routes } from '../../../src/http/catalogue.ts'
import { commandsOn } from '../../support/commands.ts'
import { boot } from '../../support/harness.ts'
import { meteredRoutes } from '../../support/metered-routes.ts'

const world = await boot({ routes: [...routes, ...meteredRoutes] })
const { ctx, live, workspaceId, operator } = world
const quoin = commandsOn(ctx)
const by = { actor: 'tester@example.com', reason: 'a test' }
const actorAndReason = ['--actor', by.actor, '--reason', by.reason]
const balance = async (of = live) => (await of('GET', '/v1/credits')).body
const audit = async (of = workspaceId) => {
  const { body } = await operator('GET', `/v1/operator/audit?workspace_id=${of}&limit=100`)
  return body.data as { action: string; actor: string; reason: string; detail: Record<string, unknown> }[]
}

async function chargedCall(find: number, of = live): Promise<string> {
  const reply = await of('POST', '/v1/demo/find', { find, most: find })
  return (await of('GET', `/v1/requests/${reply.headers.get('x-request-id')}`)).body.hold_id
}

test('a charge is refunded once, with a grant that names it, and never beyond the amount charged', async () => {
  const { workspaceId: theirs, live: them } = await world.neighbour()
  const hold = await chargedCall(2, them)
  const refund = (credits?: number) =>
    operator('POST', `/v1/operator/charges/${hold}/refund`, { workspace_id: theirs, credits, ...by })
  const tooMuch = await refund(11)
  assert.deepEqual([tooMuch.status, tooMuch.body.detail[0].loc], [422, ['body', 'credits']])
  const replies = await Promise.all(Array.from({ length: 5 }, () => refund()))
  assert.deepEqual(new Set(replies.map(({ status, body }) => `${status} ${body.id} ${body.credits}`)).size, 1)
  assert.equal((await refund(3)).body.code, 'wrong_state')
  const { available, spent, granted } = await balance(them)
  assert.deepEqual([available, spent, granted], [50, 10, 60])
  const ledger = (await them('GET', '/v1/credits/ledger')).body.data[0]
  assert.deepEqual(
    [ledger.kind, ledger.credits, ledger.detail.kind, ledger.detail.source],
    ['grant', 10, 'refund', hold],
  )
  assert.deepEqual(
    (await audit(theirs)).map(({ action, detail }) => [action, detail['hold_id'], detail['credits']]),
    [['credits.refund', hold, 10]],
  )
  const foreign = { workspace_id: workspaceId, ...by }
  assert.equal((await operator('POST', `/v1/operator/charges/${hold}/refund`, foreign)).status, 404)
})

test('a refund expires when the spent credits would have expired', async () => {
  const { workspaceId: theirs, live: them } = await world.neighbour()
  await chargedCall(10, them)
  const expires_at = new Date(ctx.clock.now().getTime() + 90 * 86_400_000).toISOString()
  const body = { workspace_id: theirs, credits: 20, expires_at, ...by }
  await operator('POST', '/v1/operator/grants', body, { 'idempotency-key': 'short-lived' })
  const hold = await chargedCall(1, them)
  const refund = { workspace_id: theirs, ...by }
  const reply = await operator('POST', `/v1/operator/charges/${hold}/refund`, refund)
  assert.equal(reply.body.expires_at, expires_at)
})

const run = (...args: string[]) => quoin('credits', ...args, ...actorAndReason)

test('the commands grant, revoke, refund and adjust, each with an audit entry', async () => {
  const { workspaceId: theirs, live: them } = await world.neighbour()
  assert.match(await run('grant', theirs, '100', '--key', 'k1'), /Granted 100/)
  assert.match(await run('grant', theirs, '100', '--key', 'k1'), /Granted 100/)
  assert.equal((await balance(them)).available, 150)
  const grantId = (await balance(them)).grants.find((grant: { amount: number }) => grant.amount === 100).id
  assert.match(await run('revoke', theirs, grantId, '--credits', '30'), /Revoked 30/)
  assert.match(await run('revoke', theirs, grantId), /Revoked 70/)
  await assert.rejects(run('revoke', theirs, grantId), /Nothing is left of this grant/)
  const hold = await chargedCall(1, them)
  assert.match(await run('refund', theirs, hold, '--credits=2'), /Refunded 2 credits/)
  await run('adjust', theirs, '+8')
  await run('adjust', theirs, '-15')
  await assert.rejects(run('adjust', theirs, '-41'), /Only 40 of 41/)
  assert.equal((await balance(them)).available, 40)
  assert.deepEqual(
    (await audit(theirs)).map(({ action, detail, actor, reason }) => [action, detail['credits'], actor, reason]),
    [
      ['credits.adjust', -15],
      ['credits.adjust', 8],
      ['credits.refund', 2],
      ['credits.revoke', 70],
      ['credits.revoke', 30],
      ['credits.grant', 100],
    ].map((entry) => [...entry, by.actor, by.reason]),
  )
})

test('a command without actor or reason does nothing and shows its usage', async () => {
  const before = await balance()
  await assert.rejects(quoin('credits', 'grant', workspaceId, '5', '--actor', 'x'), /--reason is missing/)
  await assert.rejects(quoin('credits', 'grant', workspaceId, '5', '--reason', 'x'), /--actor is missing/)
  await assert.rejects(quoin('credits', 'grant', workspaceId, '-5', ...actorAndReason), /not a number of credits/)
  await assert.rejects(quoin('credits', 'grant', workspaceId, '5', '--what', 'x'), /unknown option '--what'/)
  await assert.rejects(quoin('credits', 'grant', workspaceId), /missing required argument 'credits'/)
  assert.deepEqual(await balance(), before)
})

test('orders are listed, approved, canceled and refunded by command', async () => {
  const { live: them } = await world.neighbour()
  const order = async (pack_id: string) => (await them('POST', '/v1/credits/checkout', { pack_id })).body.id as string
  const [first, second] = [await order('starter'), await order('growth')]
  const listed = await quoin('orders', 'list')
  assert.ok(listed.includes(first) && listed.includes(second))
  assert.match(await quoin('orders', 'approve', first, ...actorAndReason), / paid /)
  assert.match(await quoin('orders', 'cancel', second, ...actorAndReason), / canceled /)
  await assert.rejects(quoin('orders', 'approve', second, ...actorAndReason), /This order is canceled/)
  await assert.rejects(quoin('orders', 'refund', second, ...actorAndReason), /This order is canceled/)
  assert.equal(await quoin('orders', 'list'), 'No orders.')
  await them('POST', '/v1/demo/find', { find: 50, most: 50 })
  assert.match(await quoin('orders', 'refund', first, ...actorAndReason), / refunded /)
  // The 50 free credits are spent first: 200 of the pack's 500 are spent and owed, the rest is revoked.
  const { available, granted, spent, expired } = await balance(them)
  assert.deepEqual([available, granted, spent, expired], [0, 550, 250, 300])
  const { body } = await them('GET', '/v1/credits/orders')
  assert.deepEqual(
    body.data.map((row: { status: string; debt_credits: number }) => [row.status, row.debt_credits]),
    [
      ['canceled', 0],
      ['refunded', 200],
    ],
  )
})

test('a price book is published from a file, once, with an audit entry', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-prices-'))
  const write = (book: unknown) => {
    writeFileSync(join(folder, 'book.json'), typeof book === 'string' ? book : JSON.stringify(book))
    return quoin('prices', 'publish', join(folder, 'book.json'), ...actorAndReason)
  }
  for (const [bad, says] of [
    ['{', /not a valid price book/],
    [{ ...STANDARD_BOOK, packs: [{ id: 'x' }] }, /not a valid price book.*packs/],
    [{ ...STANDARD_BOOK, name: 'Not A Name' }, /lower-case letters/],
    [{ ...STANDARD_BOOK, extra: 1 }, /not a valid price book/],
  ] as const)
    await assert.rejects(write(bad), says)
  await assert.rejects(quoin('prices', 'publish', join(folder, 'nowhere'), ...actorAndReason), /Cannot read/)
  assert.match(await write({ ...STANDARD_BOOK, name: 'from-a-file' }), /Published price book from-a-file/)
  assert.equal((await live('GET', '/v1/public/pricing')).body.price_book, 'from-a-file')
  const packs = [{ id: 'starter', name: 'Starter', credits: 1, price_usd: 1 }]
  await assert.rejects(write({ ...STANDARD_BOOK, name: 'from-a-file', packs }), /new name/)
  const { body } = await operator('GET', '/v1/operator/audit?limit=1')
  assert.deepEqual(
    [body.data[0].workspace_id, body.data[0].action, body.data[0].detail],
    [null, 'prices.publish', { price_book: 'from-a-file' }],
  )
})
