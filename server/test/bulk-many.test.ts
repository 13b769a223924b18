import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findKnownEmails, findPeople } from '../src/sources/directory/find-many.ts'
import { findKnownEmail, findPerson, type PersonKey } from '../src/sources/directory/find-person.ts'
import { suppress } from '../src/sources/directory/suppress.ts'
import { bring, somebody } from './directory-people.ts'
import { testContext } from './harness.ts'

const ctx = await testContext()
const at = (company_domain: string, full_name: string, email: string | null = null) => ({
  full_name,
  company_domain,
  company_name: company_domain,
  ...(email !== null && { email }),
})
// More than are looked through one by one.
await bring(
  ctx,
  'crm',
  Array.from({ length: 450 }, (_, n) => somebody(n)),
)
await bring(ctx, 'crm', [
  at('small.example', 'Jürgen Groß', 'jg@small.example'),
  at('small.example', 'Ada Twin', 'one@small.example'),
  at('small.example', 'Ada Twin', 'two@elsewhere.example'),
  at('small.example', 'No Email'),
  at('private.example', 'Left Out', 'left@private.example'),
  at('sub.small.example', 'Ada Below', 'below@sub.small.example'),
])
await suppress(ctx.db, 'ws_a', {
  id: ctx.ids.ulid(),
  kind: 'domain',
  value: 'private.example',
  reason: null,
  now: ctx.clock.now(),
})

const names = [
  ['Ada Example b1', 'widgets.example'],
  ['ada  example  B1', 'https://www.widgets.example/team'],
  ['Ada Example z449', 'widgets.example'],
  ['Ada Example', 'widgets.example'],
  ['Jurgen Gross', 'small.example'],
  ['JÜRGEN GROSS', 'Small.Example'],
  ['Ada Twin', 'small.example'],
  ['Ada Twin', 'elsewhere.example'],
  ['No Email', 'small.example'],
  ['Left Out', 'private.example'],
  ['Ada Below', 'small.example'],
  ['Ada Below', 'sub.small.example'],
  ['Nobody Here', 'small.example'],
  ['Nobody', 'nowhere.example'],
  ['of the', 'small.example'],
  ['Odd', "it's|(not) a domain"],
].map(([full_name = '', domain = '']) => ({ full_name, domain }))

for (const workspaceId of ['ws_a', 'ws_b'])
  test(`many asked together are answered as each alone (${workspaceId})`, async () => {
    const known = await findPerson(ctx.db, workspaceId, { by: 'email', email: 'jg@small.example' })
    const keys: PersonKey[] = [
      ...names.map((name) => ({ by: 'name', ...name }) as const),
      { by: 'email', email: ' ADA7@widgets.example ' },
      { by: 'email', email: 'nobody@widgets.example' },
      { by: 'email', email: 'left@private.example' },
      { by: 'id', id: known?.id ?? '' },
      { by: 'id', id: 'per_unknown' },
    ]
    const alone = await Promise.all(keys.map((key) => findPerson(ctx.db, workspaceId, key)))
    assert.deepEqual(await findPeople(ctx.db, workspaceId, keys), alone)
    assert.ok(alone.filter((person) => person !== undefined).length >= 10)
    const emails = await Promise.all(names.map((name) => findKnownEmail(ctx.db, workspaceId, name)))
    assert.deepEqual(await findKnownEmails(ctx.db, workspaceId, names), emails)
    assert.equal(emails[9] === undefined, workspaceId === 'ws_a')
  })

test('nobody asked is nobody answered', async () => {
  assert.deepEqual(await findPeople(ctx.db, 'ws_a', []), [])
  assert.deepEqual(await findKnownEmails(ctx.db, 'ws_a', []), [])
})
