import assert from 'node:assert/strict'
import { grantCredits } from '../../src/domains/billing/credits/grants.ts'
import { addPeople, examplePerson } from './directory-people.ts'
import { boot, type Client, type Reply } from './harness.ts'
import { buildVerdict, startVendor } from './scripted-vendor.ts'

export const vendor = await startVendor()
export const world = await boot({
  env: { SOURCES_FIND_EMAIL: 'directory,finder', SOURCES_VERIFY_EMAIL: 'checker' },
  sources: [
    vendor.source({ id: 'finder', action: 'contacts/find-email', costMicros: 20_000 }),
    vendor.source({ id: 'checker', action: 'contacts/verify-email' }),
    vendor.source({ id: 'painter', action: 'people/enrich' }),
  ],
})
export const { ctx, live } = world
await grantCredits(ctx, ctx.db, world.workspaceId, { kind: 'manual', source: 'tests', amount: 1000, expiresAt: null })
await addPeople(
  ctx,
  'crm',
  Array.from({ length: 12 }, (_, n) => examplePerson(n)),
)
await addPeople(ctx, 'crm', [examplePerson(50, { title: 'Gardener' }), examplePerson(51, { title: 'Gardener' })])

export const FIND = 'contacts/find-email'
export const cost = (reply: Reply) => Number(reply.headers.get('x-credits-charged'))
export const post = (path: string, body: object, headers?: Record<string, string>) =>
  live('POST', `/v1/data/${path}`, body, headers)
export const KNOWN = { query: 'Ada Example b1, widgets.example' }
export const UNKNOWN = { query: 'Nemo Nobody, nowhere.example' }
export const verdict = (status: string) => buildVerdict(status, ctx.clock.now())

/** Returns the ledger as shown by the API: the amount spent, and the newest entry. */
export async function books(of: Client = live) {
  const { spent, held, available } = (await of('GET', '/v1/credits')).body
  const [newest] = (await of('GET', '/v1/credits/ledger?limit=1')).body.data
  return { spent, held, available, seq: newest.seq, credits: newest.credits }
}

/** Makes a call that must not change the ledger. */
export async function free(call: () => Promise<Reply>): Promise<Reply> {
  const before = await books()
  const reply = await call()
  assert.equal(reply.headers.get('x-credits-charged'), '0')
  assert.equal(reply.headers.get('x-price-book'), 'standard-2026-11')
  assert.deepEqual(await books(), before)
  return reply
}

/** Makes a call that must cost exactly this, in the header and in the ledger. */
export async function paid(credits: number, call: () => Promise<Reply>): Promise<Reply> {
  const before = await books()
  const reply = await call()
  assert.equal(reply.status, 200, reply.text)
  assert.equal(cost(reply), credits)
  assert.equal(reply.headers.get('x-price-book'), 'standard-2026-11')
  assert.equal(reply.body.status, 'OK')
  const after = await books()
  assert.deepEqual(
    [after.spent - before.spent, after.available - before.available, after.held],
    [credits, -credits, before.held],
  )
  assert.deepEqual([after.seq, after.credits], [before.seq + 1, -credits])
  return reply
}

/** Builds the result of a finder. */
export function buildFoundEmail(email: string) {
  const person = { full_name: 'A B', first_name: 'A', last_name: 'B' }
  const domain = email.slice(email.indexOf('@') + 1)
  return { email, status: 'valid', confidence: 0.9, domain, person, sources: ['finder'], verified_at: null }
}
