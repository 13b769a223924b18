import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPeople, examplePerson } from '../../../support/directory-people.ts'
import { boot, type Client, type Reply } from '../../../support/harness.ts'
import { startVendor } from '../../../support/scripted-vendor.ts'

const vendor = await startVendor()
const world = await boot({
  sources: [
    vendor.source({ id: 'atlas', action: 'search/people', lineage: 'atlas' }),
    vendor.source({ id: 'reseller', action: 'search/people', lineage: 'atlas' }),
    vendor.source({ id: 'census', action: 'people/enrich', lineage: 'census' }),
    vendor.source({ id: 'echo', action: 'people/enrich', lineage: 'census' }),
  ],
})
const { ctx, live } = world
const ask = (query: string, more: object = {}, as: Client = live) =>
  as('POST', '/v1/data/consensus', { query, ...more })
const cost = (reply: Reply) => Number(reply.headers.get('x-credits-charged'))
const spent = async () => (await live('GET', '/v1/credits')).body.spent

function person(name: string, title: string, domain: string, more: object = {}) {
  return {
    id: `vendor ${name}`,
    full_name: name,
    first_name: null,
    last_name: null,
    title,
    seniority: null,
    department: null,
    company: { name: null, domain, industry: null, size: null, country: null },
    location: null,
    skills: [],
    links: [],
    sources: [],
    updated_at: ctx.clock.now().toISOString(),
    ...more,
  }
}

test('in the directory each import is a lineage: two that agree are a consensus, one is not', async () => {
  await addPeople(ctx, 'crm', [examplePerson(1, { title: 'Baker' }), examplePerson(2, { title: 'Baker' })])
  await addPeople(ctx, 'fair', [examplePerson(1, { title: 'Master Baker' })])
  const before = await spent()
  const reply = await ask('baker')
  assert.deepEqual([reply.status, cost(reply), reply.body.data.length], [200, 3, 1])
  const [agreed] = reply.body.data
  assert.equal(agreed.person.full_name, 'Ada Example b1')
  assert.deepEqual(agreed.agreement, { votes: 2, lineages: ['crm', 'fair'], ratio: 1 })
  assert.deepEqual([reply.body.considered, reply.body.threshold.votes], [2, 2])
  assert.equal((await spent()) - before, 3)
})

test('a second import with the same values is a second vote', async () => {
  await addPeople(ctx, 'crm', [examplePerson(9, { title: 'Glazier' })])
  assert.equal((await ask('glazier', { limit: 1 })).body.data, null)
  await addPeople(ctx, 'fair', [examplePerson(9, { title: 'Glazier' })])
  const [agreed] = (await ask('glazier', { limit: 1 })).body.data
  assert.deepEqual([agreed.agreement.lineages, agreed.dissent], [['crm', 'fair'], []])
  assert.deepEqual(agreed.person.sources.map(({ name }: { name: string }) => name).toSorted(), ['crm', 'fair'])
})

test('without agreement the data is null and free', async () => {
  await addPeople(ctx, 'crm', [examplePerson(3, { title: 'Tailor' })])
  const before = await spent()
  const reply = await ask('tailor')
  assert.deepEqual([reply.status, cost(reply), reply.body.data, reply.body.considered], [200, 0, null, 1])
  assert.equal(await spent(), before)
})

test('a reseller adds no vote to its lineage', async () => {
  const nemo = person('Nemo Nobody', 'Diver', 'nowhere.example')
  vendor.script('atlas', { found: [nemo] })
  vendor.script('reseller', { found: [nemo] })
  const alone = await ask('diver')
  assert.deepEqual([alone.body.data, cost(alone), alone.body.considered], [null, 0, 1])
  vendor.script('census', { found: person('Nemo Nobody', 'Deep Diver', 'nowhere.example') })
  const from = vendor.asked.length
  const agreed = await ask('diver')
  assert.equal(cost(agreed), 3)
  assert.deepEqual(agreed.body.data[0].agreement, { votes: 2, lineages: ['atlas', 'census'], ratio: 1 })
  assert.deepEqual(agreed.body.data[0].dissent, [{ lineage: 'census', field: 'title', value: 'Deep Diver' }])
  assert.deepEqual(vendor.asked.slice(from).toSorted(), ['atlas', 'census', 'reseller'])
  const { sources } = (await live('GET', `/v1/requests/${agreed.headers.get('x-request-id')}`)).body
  assert.deepEqual(
    sources.map(({ source, outcome }: { source: string; outcome: string }) => `${source} ${outcome}`).toSorted(),
    ['atlas found', 'census found', 'directory not_found', 'reseller found'],
  )
})

test('lineages that name different companies do not agree; when two of three agree, the third dissents', async () => {
  const links = ['https://people.example/nemo']
  vendor.script('atlas', { found: [person('Nemo Nobody', 'Diver', 'nowhere.example', { links })] })
  vendor.script('reseller', 'miss')
  vendor.script('census', { found: person('Nemo Nobody', 'Diver', 'elsewhere.example', { links }) })
  assert.deepEqual([(await ask('diver')).body.data, cost(await ask('diver'))], [null, 0])
  await addPeople(ctx, 'club', [
    {
      full_name: 'Nemo Nobody',
      title: 'Diver',
      company_domain: 'elsewhere.example',
      links: 'https://people.example/nemo',
    },
  ])
  const reply = await ask('diver')
  const [agreed] = reply.body.data
  assert.equal(agreed.person.company.domain, 'elsewhere.example')
  assert.deepEqual([agreed.agreement.votes, Math.round(agreed.agreement.ratio * 100)], [2, 67])
  assert.deepEqual(agreed.dissent, [{ lineage: 'atlas', field: 'company', value: 'nowhere.example' }])
})

test('no more people are charged than the limit allows', async () => {
  vendor.script('atlas', 'miss')
  await addPeople(ctx, 'crm', [examplePerson(4, { title: 'Cook' }), examplePerson(5, { title: 'Cook' })])
  await addPeople(ctx, 'fair', [examplePerson(4, { title: 'Chief Cook' }), examplePerson(5, { title: 'Chief Cook' })])
  assert.equal(cost(await ask('cook')), 6)
  const one = await ask('cook', { limit: 1 })
  assert.deepEqual([cost(one), one.body.data.length], [3, 1])
})

test('with a failed source the others can still agree, but disagreement is then an error, not a miss', async () => {
  vendor.script('atlas', 'fail')
  vendor.script('census', 'miss')
  assert.equal((await ask('cook', { limit: 1 })).status, 200)
  const before = await spent()
  const reply = await ask('tailor', { limit: 2 })
  assert.deepEqual([reply.status, cost(reply)], [502, 0])
  assert.equal(await spent(), before)
})
