import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256Hex } from '../../../src/kit/hash.ts'
import { normalisePerson } from '../../../src/sources/directory/import/normalise.ts'
import { writePeople } from '../../../src/sources/directory/import/write-people.ts'
import { findKnownEmail, findPerson } from '../../../src/sources/directory/search/find-people.ts'
import { searchCompanies, searchPeople } from '../../../src/sources/directory/search/search.ts'
import { listSuppressions } from '../../../src/sources/directory/sql/suppressions.ts'
import { isSubjectSuppressed, listSuppressedSubjects } from '../../../src/sources/directory/suppress/subject.ts'
import { EVERYWHERE, liftSuppression, suppress } from '../../../src/sources/directory/suppress/suppress.ts'
import { boot } from '../../support/harness.ts'

const world = await boot()
const { ctx, live, workspaceId } = world
const db = ctx.directory
const other = await world.neighbour()

async function add(name: string) {
  const raw = {
    full_name: name,
    email: `${name}@mail.${name}.example`,
    company_domain: `${name}.example`,
    company_name: name,
  }
  const person = normalisePerson(raw, 'test')
  await writePeople(db, [person], { source: 'test', now: ctx.clock.now() })
  return { ...raw, id: person.id }
}

/** Lists every way in which the directory returns a person. */
async function seenBy(workspace: string, person: Awaited<ReturnType<typeof add>>): Promise<string[]> {
  const { id, email, full_name, company_domain: domain } = person
  const ways = {
    search: (await searchPeople(db, { workspaceId: workspace, query: full_name, filters: {}, limit: 5 })).people[0],
    list: (await searchPeople(db, { workspaceId: workspace, query: '', filters: {}, limit: 100 })).people.find(
      (each) => each.id === id,
    ),
    id: await findPerson(db, workspace, { by: 'id', id }),
    email: await findPerson(db, workspace, { by: 'email', email }),
    name: await findPerson(db, workspace, { by: 'name', full_name, domain }),
    known: await findKnownEmail(db, workspace, { full_name, domain }),
  }
  return Object.entries(ways).flatMap(([way, found]) => (found ? [way] : []))
}

const EVERY_WAY = ['search', 'list', 'id', 'email', 'name', 'known']

for (const [kind, toSuppressedValue] of [
  ['email', (person: { email: string }) => person.email.toUpperCase()],
  ['email_sha256', (person: { email: string }) => sha256Hex(person.email)],
  ['domain', (person: { company_domain: string }) => person.company_domain],
  ['person', (person: { id: string }) => person.id],
] as const)
  test(`a person suppressed by ${kind} is never returned, in this workspace alone, until it is lifted`, async () => {
    const person = await add(`${kind.replace('_', '')}er`)
    assert.deepEqual(await seenBy(workspaceId, person), EVERY_WAY)
    const made = await live('POST', '/v1/suppressions', { kind, value: toSuppressedValue(person), reason: 'asked' })
    assert.equal(made.status, 201)
    assert.deepEqual(made.body, {
      id: made.body.id,
      kind,
      value: toSuppressedValue(person),
      reason: 'asked',
      created_at: ctx.clock.now().toISOString(),
    })
    assert.deepEqual(await seenBy(workspaceId, person), [])
    assert.deepEqual(await seenBy(other.workspaceId, person), EVERY_WAY)

    const again = await live('POST', '/v1/suppressions', { kind, value: toSuppressedValue(person) })
    assert.deepEqual([again.status, again.body.id], [201, made.body.id])
    assert.equal((await other.live('DELETE', `/v1/suppressions/${made.body.id}`)).status, 404)
    assert.equal((await live('DELETE', `/v1/suppressions/${made.body.id}`)).body.id, made.body.id)
    assert.equal((await live('DELETE', `/v1/suppressions/${made.body.id}`)).status, 404)
    assert.deepEqual(await seenBy(workspaceId, person), EVERY_WAY)
  })

test('a suppressed company is not returned to the workspace that suppressed it', async () => {
  const person = await add('firm')
  const companies = async () =>
    (await searchCompanies(db, { workspaceId, query: 'firm', filters: {}, limit: 5 })).companies
  assert.equal((await companies()).length, 1)
  await live('POST', '/v1/suppressions', { kind: 'domain', value: `https://www.${person.company_domain}/imprint` })
  assert.equal((await companies()).length, 0)
})

test("a vendor's result is checked by email, domain and person", async () => {
  await live('POST', '/v1/suppressions', { kind: 'domain', value: 'vendor.example' })
  await live('POST', '/v1/suppressions', { kind: 'email', value: 'one@else.example' })
  assert.equal(await isSubjectSuppressed(db, workspaceId, { email: 'Any@eu.Vendor.example ' }), true)
  assert.equal(await isSubjectSuppressed(db, workspaceId, { domain: 'VENDOR.example' }), true)
  assert.equal(await isSubjectSuppressed(db, workspaceId, { domain: 'notvendor.example' }), false)
  assert.equal(await isSubjectSuppressed(db, other.workspaceId, { domain: 'vendor.example' }), false)
  const subjects = [{ email: 'one@else.example' }, { email: 'two@else.example' }, {}]
  assert.deepEqual(await listSuppressedSubjects(db, workspaceId, subjects), [subjects[0]])
})

test('a person suppressed everywhere is recognised by all their known keys, until it is lifted', async () => {
  const bring = async (more: object) => {
    const person = normalisePerson({ full_name: 'Comes Back', company_name: 'Back', ...more }, 'test')
    return (await writePeople(db, [person], { source: 'test', now: ctx.clock.now() })).added
  }
  const { rows: before } = await listSuppressions(db, EVERYWHERE, { after: undefined, limit: 50 })
  for (const kind of ['person', 'email', 'email_sha256'] as const) {
    const email = `${kind}@back.example`
    const known = { id: kind, email }
    assert.equal(await bring(known), 1)
    const { id = '' } = (await findPerson(db, workspaceId, { by: 'email', email })) ?? {}
    const value = { person: id, email, email_sha256: sha256Hex(email) }[kind]
    const left = { id: ctx.ids.next('suppression'), kind, value, reason: null, now: ctx.clock.now() }
    const made = await suppress(db, EVERYWHERE, left)
    assert.equal(await bring({ email, id: `other ${kind}` }), 0, `${kind}: the same email with another id`)
    assert.equal(await bring({ id: kind }), 0, `${kind}: the same id without an email`)
    const { rows: listed } = await listSuppressions(db, EVERYWHERE, { after: undefined, limit: 50 })
    assert.equal(listed.length, before.length + 1)
    assert.equal((await liftSuppression(db, EVERYWHERE, made.id, ctx.clock.now()))?.id, made.id)
    assert.equal(await bring(known), 1, `${kind}: lifted`)
  }
})

test('a derived suppression becomes independent when it is requested itself', async () => {
  const email = 'twice@back.example'
  const person = normalisePerson({ full_name: 'Twice Back', company_name: 'Back', email }, 'test')
  const write = () => writePeople(db, [person], { source: 'test', now: ctx.clock.now() })
  await write()
  const leave = (kind: 'person' | 'email', value: string) =>
    suppress(db, EVERYWHERE, { id: ctx.ids.next('suppression'), kind, value, reason: null, now: ctx.clock.now() })
  const first = await leave('person', person.id)
  const second = await leave('email', email)
  await liftSuppression(db, EVERYWHERE, first.id, ctx.clock.now())
  assert.equal((await write()).suppressed, 1)
  assert.equal((await liftSuppression(db, EVERYWHERE, second.id, ctx.clock.now()))?.kind, 'email_sha256')
  assert.equal((await write()).added, 1)
})

test('the list shows the suppressions of this workspace, newest first, page by page', async () => {
  const values = ['a', 'b', 'c'].map((name) => `${name}.list.example`)
  for (const value of values) await other.live('POST', '/v1/suppressions', { kind: 'domain', value })
  const first = await other.live('GET', '/v1/suppressions?limit=2')
  assert.deepEqual(
    [first.body.data.map((each: { value: string }) => each.value), first.body.has_more],
    [values.slice(1).toReversed(), true],
  )
  const second = await other.live('GET', `/v1/suppressions?limit=2&cursor=${first.body.next_cursor}`)
  assert.deepEqual([second.body.data.length, second.body.has_more], [1, false])
})

test('a value that does not match its kind is refused, and the error names the field', async () => {
  for (const [kind, value] of [
    ['email', 'nobody'],
    ['email_sha256', 'abc'],
    ['domain', 'com'],
    ['person', 'per_1'],
  ]) {
    const refused = await live('POST', '/v1/suppressions', { kind, value })
    assert.deepEqual([refused.status, refused.body.detail[0].loc], [422, ['body', 'value']])
  }
})
