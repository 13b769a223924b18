import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { boot } from '../../support/harness.ts'

const world = await boot()
const { live } = world
const PATH = '/v1/suppressions:bulk'
const suppress = (values: string[], more: object = {}, client = live) => client('POST', PATH, { values, ...more })

test('each value of a pasted list is suppressed by its detected kind, and the rest is listed', async () => {
  const hash = createHash('sha256').update('hidden@example.com').digest('hex')
  const values = [' Ada@Example.com ', 'example.org', hash, 'not a domain', 'ada@example.com', 'prof@@example']
  const reply = await suppress(values, { reason: 'asked by email' })
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(reply.body, {
    added: 3,
    already: 1,
    refused: [
      { index: 3, value: 'not a domain', message: 'this is not a domain' },
      { index: 5, value: 'prof@@example', message: 'this is not an email address' },
    ],
  })
  const listed = (await live('GET', '/v1/suppressions')).body.data
  assert.deepEqual(
    listed.map(({ kind, value, reason }: Record<string, unknown>) => [kind, value, reason]),
    [
      ['email_sha256', hash, 'asked by email'],
      ['domain', 'example.org', 'asked by email'],
      ['email', 'Ada@Example.com', 'asked by email'],
    ],
  )
  const again = await suppress(['hidden@example.com', 'new.example.org'])
  assert.deepEqual([again.body.added, again.body.already], [1, 1])
})

test('a given kind applies to all values, and a list belongs to one workspace', async () => {
  const { body } = await suppress(['ada@example.net'], { kind: 'domain' })
  assert.deepEqual([body.added, body.refused.length], [0, 1])
  const { live: theirs } = await world.neighbour()
  assert.deepEqual((await theirs('GET', '/v1/suppressions')).body.data, [])
})

test('pasted values are withheld at once', async () => {
  await suppress(['gone@example.com'])
  const answer = await live('POST', '/v1/data/contacts/verify-email', { query: 'gone@example.com' })
  assert.deepEqual([answer.status, answer.body.data], [200, null])
})

test('10,000 values are suppressed together, and one more gets 422', async () => {
  const values = Array.from({ length: 10_000 }, (_, n) => `person-${n}@example.com`)
  assert.deepEqual((await suppress(values)).body, { added: 10_000, already: 0, refused: [] })
  assert.equal((await suppress([...values, 'x@example.com'])).status, 422)
})

test('the list can be searched by value and reason, and filtered by kind', async () => {
  const { live: theirs } = await world.neighbour()
  await suppress(['ada@example.com', 'example.com', 'example.org'], { reason: 'Asked by Email' }, theirs)
  const found = async (query: string) => {
    const { body } = await theirs('GET', `/v1/suppressions?${query}`)
    return body.data.map(({ value }: { value: string }) => value)
  }
  assert.deepEqual(await found('q=EXAMPLE.com'), ['example.com', 'ada@example.com'])
  assert.deepEqual(await found('q=example.com&kind=domain'), ['example.com'])
  assert.equal((await found('q=by email')).length, 3)
  assert.deepEqual(await found('q=%25'), [])
})
