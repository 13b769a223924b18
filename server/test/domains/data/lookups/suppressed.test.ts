import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suppress } from '../../../../src/sources/directory/suppress/suppress.ts'
import { addPeople, examplePerson } from '../../../support/directory-people.ts'
import {
  buildFoundEmail,
  cost,
  ctx,
  FIND,
  free,
  live,
  paid,
  post,
  UNKNOWN,
  vendor,
  verdict,
  world,
} from '../../../support/lookup-scene.ts'

test('a suppressed person is a miss, not charged and not named to a vendor', async () => {
  const kept = { reason: null, now: ctx.clock.now() }
  await suppress(ctx.directory, world.workspaceId, {
    id: ctx.ids.ulid(),
    kind: 'email',
    value: 'ada3@widgets.example',
    ...kept,
  })
  await suppress(ctx.directory, '', { id: ctx.ids.ulid(), kind: 'domain', value: 'private.example', ...kept })
  const asked = vendor.asked.length
  for (const [path, body] of [
    ['people/enrich', { query: 'ada3@widgets.example' }],
    ['people/enrich', { query: 'Ada Example d3, widgets.example' }],
    ['contacts/verify-email', { query: 'ada3@widgets.example' }],
    ['contacts/find-email', { query: 'Somebody Else, private.example' }],
  ] as const)
    assert.equal((await free(() => post(path, body))).body.data, null, path)
  assert.equal(vendor.asked.length, asked)
  vendor.script('finder', { found: { ...buildFoundEmail('ada3@widgets.example'), domain: 'widgets.example' } })
  assert.equal((await free(() => post('contacts/find-email', UNKNOWN))).body.data, null)
  vendor.script('finder', 'miss')
})

test('a person suppressed in the directory is not named to a vendor, by any key', async () => {
  const ids = await Promise.all(
    [6, 7].map(async (n) => (await post('people/enrich', { query: `ada${n}@widgets.example` })).body.data.id),
  )
  for (const [kind, value] of [
    ['person', ids[0]],
    ['person', ids[1]],
    ['email', 'ada8@widgets.example'],
  ])
    assert.equal((await live('POST', '/v1/suppressions', { kind, value })).status, 201)
  vendor.script('finder', { found: buildFoundEmail('other@widgets.example') })
  vendor.script('checker', verdict('valid'))
  vendor.script('painter', { found: portrait() })
  const asked = vendor.asked.length
  for (const [path, body] of [
    ['contacts/find-email', { query: 'Ada Example g6, widgets.example' }],
    ['contacts/find-email', { query: 'ada  EXAMPLE h7, www.widgets.example' }],
    ['contacts/find-email', { query: 'Ada Example i8, widgets.example' }],
    ['people/enrich', { query: 'Ada Example g6, widgets.example' }],
    ['people/enrich', { query: 'ada6@widgets.example' }],
    ['people/enrich', { filters: { person_id: ids[1] } }],
    ['contacts/verify-email', { query: 'ada7@widgets.example' }],
  ] as const)
    assert.equal((await free(() => post(path, body))).body.data, null, JSON.stringify(body))
  assert.equal(vendor.asked.length, asked)
  // A person of the same name at another company is looked up.
  await paid(5, () => post('contacts/find-email', { query: 'Ada Example g6, other.example' }))
  vendor.script('finder', { found: buildFoundEmail('ada6@widgets.example') })
  assert.equal((await free(() => post('contacts/find-email', UNKNOWN))).body.data, null)
  for (const source of ['finder', 'checker', 'painter']) vendor.script(source, 'miss')
})

test("a vendor's person is checked by the email that the vendor has, and by the vendor's id", async () => {
  const question = { query: 'Grace Painted, painted.example' }
  vendor.script('painter', { found: portrait(), about: { email: 'Grace@Home.example' } })
  const first = await paid(3, () => post('people/enrich', question))
  assert.deepEqual([first.body.data.id, first.text.includes('home.example')], ['painter:1', false])
  await live('POST', '/v1/suppressions', { kind: 'email', value: 'grace@home.example' })
  assert.equal((await free(() => post('people/enrich', question))).body.data, null)
  vendor.script('painter', { found: portrait() })
  await paid(3, () => post('people/enrich', question))
  const made = await live('POST', '/v1/suppressions', { kind: 'person', value: 'painter:1' })
  assert.equal(made.status, 201, made.text)
  assert.equal((await free(() => post('people/enrich', question))).body.data, null)
  vendor.script('painter', 'miss')
})

function portrait() {
  const unknown = { title: null, seniority: null, department: null, company: null, location: null }
  const name = { full_name: 'Grace Painted', first_name: 'Grace', last_name: 'Painted' }
  const updated_at = ctx.clock.now().toISOString()
  return { id: 'painter:1', ...name, ...unknown, skills: [], links: [], sources: [], updated_at }
}

test('international domains are compared in their DNS form, in suppressions too', async () => {
  const { live: mine } = await world.neighbour()
  const ask = (path: string, body: object) => mine('POST', `/v1/data/${path}`, body)
  await addPeople(ctx, 'crm', [examplePerson(80, { company_domain: 'bücher.example', email: 'ada@Bücher.example' })])
  const named = { full_name: 'Ada Example c80', domain: 'https://www.BÜCHER.example/team' }
  const { data } = (await ask(FIND, { filters: named })).body
  assert.deepEqual([data.email, data.domain], ['ada@xn--bcher-kva.example', 'xn--bcher-kva.example'])
  assert.equal(cost(await ask(FIND, { query: 'Ada Example c80, xn--bcher-kva.example' })), 5)
  assert.equal(cost(await ask('people/enrich', { query: 'ada@bücher.example' })), 3)
  assert.equal((await ask(FIND, { query: 'Nemo Nobody, пример.xn--p1ai' })).status, 200)
  const verify = (query: string) => ask('contacts/verify-email', { query })
  vendor.script('checker', verdict('valid'))
  assert.equal(cost(await verify('ada@bücher.example')), 1)
  for (const query of ['ada@bücher.example/x', 'ada@bü cher.example', 'ada@bücher'])
    assert.equal((await verify(query)).status, 422, query)
  await mine('POST', '/v1/suppressions', { kind: 'email', value: 'Ada@bücher.example' })
  for (const domain of ['bücher.example', 'xn--bcher-kva.example'])
    assert.deepEqual((await verify(`ada@${domain}`)).body.data, null)
})

test('all pages of changes together cost the same as all pages of the search, whatever their size', async () => {
  const { live: mine } = await world.neighbour()
  const ask = (body: object) => mine('POST', '/v1/data/search/people', { query: 'miller', ...body })
  const millers = Array.from({ length: 15 }, (_, n) => examplePerson(100 + n, { title: 'Miller' }))
  await addPeople(ctx, 'crm', millers)
  const { cursor: since_cursor } = (await ask({ track_delta: true, limit: 1 })).body
  await addPeople(
    ctx,
    'crm',
    millers.map((person, n) => ({ ...person, title: n < 3 ? 'Head Miller' : 'Retired' })),
  )
  async function walk(limit: number) {
    const costs: number[] = []
    let page = await ask({ since_cursor, limit })
    let seen = page.body.data.length
    costs.push(cost(page))
    while (page.body.next_cursor !== null) {
      page = await ask({ since_cursor, limit, cursor: page.body.next_cursor })
      seen += page.body.data?.length ?? 0
      costs.push(cost(page))
    }
    return { seen, costs }
  }
  assert.deepEqual(await walk(5), { seen: 15, costs: [3, 0, 0] })
  assert.deepEqual(await walk(2), { seen: 15, costs: [2, 1, 0, 0, 0, 0, 0, 0] })
  const first = await ask({ since_cursor, limit: 5 })
  const [unsealed, ...seal] = first.body.next_cursor.split('.')
  const forged = Buffer.from(unsealed, 'base64url')
    .toString()
    .replace(/,\d+,"per_\w+"\]$/, ',0,""]')
  for (const cursor of [unsealed, [Buffer.from(forged).toString('base64url'), ...seal].join('.')])
    assert.equal(cost(await ask({ since_cursor, limit: 5, cursor })), 3)
})

test('a person who left the result is shown with only the id, the change and its time', async () => {
  const { live: mine } = await world.neighbour()
  const ask = (body: object) => mine('POST', '/v1/data/search/people', { query: 'falconer', ...body })
  const [leaver, hidden, gone] = [200, 201, 202].map((n) => examplePerson(n, { title: 'Falconer' }))
  await addPeople(ctx, 'crm', [leaver, hidden, gone] as never)
  const { cursor: since_cursor, data } = (await ask({ track_delta: true })).body
  assert.equal(data.length, 3)
  const getPersonId = (person: { full_name?: unknown } | undefined) =>
    data.find((one: { full_name: string }) => one.full_name === person?.full_name).id
  const times: string[] = []
  const atItsTime = async (change: () => Promise<unknown>) => {
    ctx.clock.advance(60_000)
    times.push(ctx.clock.now().toISOString())
    await change()
  }
  await atItsTime(() => addPeople(ctx, 'crm', [{ ...leaver, title: 'Retired' }] as never))
  await atItsTime(() => mine('POST', '/v1/suppressions', { kind: 'person', value: getPersonId(hidden) }))
  await atItsTime(() => addPeople(ctx, 'crm', [{ ...gone, title: 'Pensioner' }] as never))
  ctx.clock.advance(60_000)
  const { body } = await ask({ since_cursor })
  assert.deepEqual(
    body.data,
    [leaver, hidden, gone].map((person, n) => ({ id: getPersonId(person), change: 'removed', updated_at: times[n] })),
  )
})
