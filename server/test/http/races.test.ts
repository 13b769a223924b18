import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockKeys } from '../../src/domains/identity/keys/sql.ts'
import { addPeople, examplePerson } from '../support/directory-people.ts'
import { boot, type Reply, until } from '../support/harness.ts'
import { hasLockWait } from '../support/lock-waits.ts'

// `write-races.test.ts` tests every two writes to one resource, `deletion-races.test.ts` every write to a resource that is
// being deleted.
const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const { live, ctx, db, workspaceId } = world
const owner = await world.session()
await addPeople(ctx, 'crm', [examplePerson(0, {})])
const SEARCH = { query: 'example', limit: 1 }

const listStatuses = (replies: readonly Reply[]) =>
  [...new Set(replies.map(({ status }) => status))].toSorted((a, b) => a - b)

test('of twelve concurrent invitations to one address, only the last is open', async () => {
  for (let round = 0; round < 3; round++) {
    const email = `guest-${round}@example.com`
    const invite = (n: number) =>
      owner('POST', '/v1/invitations', { email: n % 2 ? email : email.toUpperCase(), role: 'viewer' })
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => invite(n)))
    assert.deepEqual(listStatuses(replies), [201])
    const { data } = (await owner('GET', '/v1/invitations?limit=100')).body
    const ofGuest = data.filter((one: { email: string }) => one.email.toLowerCase() === email)
    assert.equal(ofGuest.length, 12)
    assert.equal(ofGuest.filter(({ status }: { status: string }) => status === 'open').length, 1)
  }
})

test('concurrent creates and updates of keys, by sessions and keys, do not deadlock', async () => {
  const { id } = (await live('POST', '/v1/api-keys', { name: 'Changed' })).body
  for (let round = 0; round < 4; round++) {
    const calls = [owner, live].flatMap((client) =>
      Array.from({ length: 4 }, (_, n) => [
        client('POST', '/v1/api-keys', { name: `Made ${n}` }),
        client('PATCH', `/v1/api-keys/${id}`, { name: `Changed ${n}` }),
      ]),
    )
    assert.deepEqual(listStatuses(await Promise.all(calls.flat())), [200, 201])
  }
})

test('an unmetered call does nothing if a metered call uses its Idempotency-Key meanwhile', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const count = async () => (await db`select from api_keys where workspace_id = ${workspaceId}`).length
  const before = await count()
  let created: Promise<Reply> | undefined
  await db.begin(async (tx) => {
    await lockKeys(tx, workspaceId)
    created = live('POST', '/v1/api-keys', { name: 'Late' }, headers)
    await until('the call to wait', () => hasLockWait(db))
    assert.equal((await live('POST', '/v1/data/search/people', SEARCH, headers)).status, 200)
  })
  const reply = (await created) as Reply
  assert.deepEqual([reply.status, reply.body.code], [422, 'idempotency_key_reused'])
  assert.equal(await count(), before)
})

test('of a concurrent metered and unmetered call with one Idempotency-Key, one runs', async () => {
  for (let round = 0; round < 20; round++) {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const replies = await Promise.all([
      live('POST', '/v1/data/search/people', SEARCH, headers),
      live('POST', round % 2 ? '/v1/profiles' : '/v1/api-keys', { name: 'Beside' }, headers),
    ])
    assert.equal(replies.filter(({ status }) => status < 300).length, 1, JSON.stringify(replies))
    for (const { status, body } of replies)
      if (status >= 300) assert.match(body.code, /^idempotency_(in_progress|key_reused)$/)
  }
})
