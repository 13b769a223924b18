import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sha256Hex } from '../../../../src/kit/hash.ts'
import { createCachedSearch } from '../../../../src/sources/directory/search/cached-search.ts'
import {
  findKnownEmail,
  findKnownEmails,
  findPeople,
  findPerson,
  type PersonLookup,
} from '../../../../src/sources/directory/search/find-people.ts'
import { suppress } from '../../../../src/sources/directory/suppress/suppress.ts'
import { fold } from '../../../../src/sources/directory/text/words.ts'
import { addPeople, examplePerson } from '../../../support/directory-people.ts'
import { testContext } from '../../../support/harness.ts'

const ctx = await testContext()
const at = (company_domain: string, full_name: string, email: string | null = null) => ({
  full_name,
  company_domain,
  company_name: company_domain,
  ...(email !== null && { email }),
})
await addPeople(
  ctx,
  'crm',
  Array.from({ length: 450 }, (_, n) => examplePerson(n)),
)
await addPeople(ctx, 'crm', [
  at('small.example', 'Jürgen Groß', 'jg@small.example'),
  at('small.example', 'Ada Twin', 'one@small.example'),
  at('small.example', 'Ada Twin', 'two@elsewhere.example'),
  at('small.example', 'No Email'),
  at('small.example', 'Jane Private', 'jane@small.example'),
  at('small.example', 'John Private', 'john@small.example'),
  at('private.example', 'Left Out', 'left@private.example'),
  at('sub.small.example', 'Ada Below', 'below@sub.small.example'),
])
for (const [kind, value] of [
  ['domain', 'private.example'],
  ['email', 'jane@small.example'],
  ['email_sha256', sha256Hex('john@small.example')],
  ['email', 'ada30@widgets.example'],
  ['email_sha256', sha256Hex('ada31@widgets.example')],
] as const)
  await suppress(ctx.directory, 'ws_a', { id: ctx.ids.ulid(), kind, value, reason: null, now: ctx.clock.now() })

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
  ['Jane Private', 'small.example'],
  ['John Private', 'small.example'],
  ['Ada Example e30', 'widgets.example'],
  ['Ada Example f31', 'widgets.example'],
  ['Odd', "it's|(not) a domain"],
].map(([full_name = '', domain = '']) => ({ full_name, domain }))

for (const workspaceId of ['ws_a', 'ws_b'])
  test(`a batch of lookups returns the same results as single lookups (${workspaceId})`, async () => {
    const known = await findPerson(ctx.db, workspaceId, { by: 'email', email: 'jg@small.example' })
    const keys: PersonLookup[] = [
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

test('a person suppressed by email or its hash is not returned by name, email or id, in batches of any size', async () => {
  const emails = ['jane@small.example', 'john@small.example', 'ada30@widgets.example', 'ada31@widgets.example']
  const people = await findPeople(
    ctx.db,
    'ws_b',
    emails.map((email) => ({ by: 'email', email })),
  )
  const keys: PersonLookup[] = people.flatMap((person, n) => [
    { by: 'id', id: person?.id ?? '' },
    { by: 'email', email: emails[n] ?? '' },
    { by: 'name', full_name: person?.full_name ?? '', domain: person?.company?.domain ?? '' },
  ])
  const seenBy = async (workspaceId: string) =>
    (await findPeople(ctx.db, workspaceId, keys)).filter((person) => person !== undefined).length
  assert.deepEqual([await seenBy('ws_b'), await seenBy('ws_a')], [12, 0])
})

test('a name is found however its accents are written, even among hundreds of names in another alphabet', async () => {
  const crowd = Array.from({ length: 250 }, (_, n) => at('many.example', `Иван ${'абвгд'[n % 5]}${'еёжзи'[n % 3]}${n}`))
  await addPeople(ctx, 'crm', [
    ...crowd,
    at('many.example', 'Łukasz Żółć', 'lz@many.example'),
    at('many.example', 'Ærø Groß', 'ag@many.example'),
    { ...at('many.example', 'Dr. Ada J. Example', 'ada@mail.example'), first_name: 'Ada', last_name: 'Example' },
  ])
  const found = async (full_name: string, domain = 'many.example') =>
    (await findPerson(ctx.db, 'ws_b', { by: 'name', full_name, domain }))?.full_name
  assert.equal(await found('LUKASZ zolc'), 'Łukasz Żółć')
  assert.equal(await found('aero gross'), 'Ærø Groß')
  assert.equal(await found(crowd[77]?.full_name.toUpperCase() ?? ''), crowd[77]?.full_name)
  for (const domain of ['many.example', 'mail.example'])
    for (const name of ['Ada Example', 'dr. ada j. example'])
      assert.equal(await found(name, domain), 'Dr. Ada J. Example')
})

test('the database folds each letter as the server does, or treats the name as empty', async () => {
  const letters = Array.from({ length: 0x500 }, (_, code) => String.fromCodePoint(code)).filter((one) =>
    /\p{L}/u.test(one),
  )
  const folded = letters.map((letter) => fold(`x${letter}y`))
  const rows = await ctx.db<{ letter: string; is_same: boolean; is_empty: boolean }[]>`
    select letter, keys = directory_name_keys(folded, null, null, 'a.example', null) as is_same,
      keys = directory_name_keys('', null, null, 'a.example', null) as is_empty
    from unnest(${letters}::text[], ${folded}::text[]) as n (letter, folded)
    cross join lateral directory_name_keys('X' || letter || 'y', null, null, 'a.example', 'a@a.example') as keys`
  assert.deepEqual(
    rows.filter((row) => !row.is_same && !row.is_empty),
    [],
  )
  assert.ok(rows.filter((row) => !row.is_empty).length > 200)
})

test('an empty batch returns nothing', async () => {
  assert.deepEqual(await findPeople(ctx.db, 'ws_a', []), [])
  assert.deepEqual(await findKnownEmails(ctx.db, 'ws_a', []), [])
})

test('the cache is bounded by bytes, not by the number of results', async () => {
  const search = createCachedSearch(ctx.db, { bytesMax: 60_000 })
  const page = (query: string, limit: number) => search({ workspaceId: 'ws_b', query, filters: {}, limit })
  const first = await page('research', 10)
  assert.equal(first.people.length, 10)
  assert.equal(await page('research', 10), first)
  for (let n = 0; n < 20; n++) assert.equal((await page(`nobody${n}`, 10)).people.length, 0)
  assert.equal(await page('research', 10), first, 'a miss takes next to nothing')
  for (let limit = 11; limit < 20; limit++) await page('research', limit)
  assert.notEqual(await page('research', 10), first)
})

test('a search that nothing can match is not cached', async () => {
  const search = createCachedSearch(ctx.db)
  const page = () => search({ workspaceId: 'ws_b', query: '!!!', filters: {}, limit: 10 })
  assert.notEqual(await page(), await page())
})
