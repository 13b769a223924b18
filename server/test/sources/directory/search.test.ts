import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { InvalidRequest } from '../../../src/kit/declare/errors.ts'
import { COMPANY_SIZES, type PeopleFilters, SENIORITIES } from '../../../src/sources/directory/contract.ts'
import { normalisePerson } from '../../../src/sources/directory/import/normalise.ts'
import { syntheticPerson } from '../../../src/sources/directory/import/synthetic.ts'
import { writePeople } from '../../../src/sources/directory/import/write-people.ts'
import { findKnownEmail, findPerson } from '../../../src/sources/directory/search/find-people.ts'
import { type PeopleSearch, searchCompanies, searchPeople } from '../../../src/sources/directory/search/search.ts'
import { fits } from '../../support/directory-model.ts'
import { testContext } from '../../support/harness.ts'

const { db, clock } = await testContext()
const workspaceId = 'ws_test'
const origin = { source: 'test', now: clock.now() }
const invented = Array.from({ length: 1500 }, (_, n) => normalisePerson(syntheticPerson(n, 1500), 'test'))
const odd = [
  {
    full_name: "Siobhán O'Brien \\ Co",
    title: 'C++ & C# Développeur',
    company_name: "L'Équipe & Søn",
    country: 'Narnia',
    skills: ['C++', 'C#', '日本語'],
  },
  {
    full_name: 'Groß Ærø',
    title: 'VP of the West',
    company_domain: 'https://www.Odd.example/about',
    company_size: '75',
    country: 'uk',
    keywords: ['tea; milk'],
  },
  { full_name: 'One', company_name: 'Solo', email: 'One@Mail.Odd.example' },
].map((raw) => normalisePerson(raw, 'test'))
const people = [...invented, ...odd]
for (let at = 0; at < people.length; at += 500) await writePeople(db, people.slice(at, at + 500), origin)

async function walk(search: Partial<PeopleSearch>): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await searchPeople(db, { workspaceId, query: '', filters: {}, limit: 100, ...search, cursor })
    assert.equal(page.hasMore, page.nextCursor !== null)
    assert.ok(page.people.length <= (search.limit ?? 100))
    seen.push(...page.people.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return seen
}

/** Generates values that occur, and sometimes one that does not. */
function some(of: (person: (typeof people)[number]) => string | null | undefined) {
  const known = [...new Set(people.flatMap((person) => of(person) ?? []))]
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.constantFrom('nowhere', '&', 'the') },
  )
}

function choice<T extends string>(value: fc.Arbitrary<T>) {
  const list = fc.array(value, { minLength: 1, maxLength: 3 })
  return fc.oneof(
    list,
    fc.record({ include: list }),
    fc.record({ exclude: list }),
    fc.record({ include: list, exclude: list }),
  )
}

const word = some((person) =>
  `${person.full_name} ${person.title} ${person.city} ${person.skills.join(' ')}`
    .split(' ')
    .at(person.full_name.length % 5),
)
const filters: fc.Arbitrary<PeopleFilters> = fc.record(
  {
    title: choice(some((person) => person.title?.split(' ').slice(0, 2).join(' '))),
    seniority: choice(fc.constantFrom(...SENIORITIES)),
    department: choice(some((person) => person.department)),
    company: fc.record(
      {
        name: choice(some((person) => person.company_name?.split(' ')[0])),
        domain: choice(some((person) => person.company_domain)),
        size: choice(fc.constantFrom(...COMPANY_SIZES)),
        industry: choice(some((person) => person.company_industry)),
      },
      { requiredKeys: [] },
    ),
    location: fc.record(
      {
        city: choice(some((person) => person.city)),
        region: choice(some((person) => person.region)),
        country: choice(
          fc.oneof(
            some((person) => person.country),
            fc.constantFrom('Germany', 'United States', 'usa', 'gb'),
          ),
        ),
      },
      { requiredKeys: [] },
    ),
    skills: choice(some((person) => person.skills[0])),
    keywords: choice(word),
  },
  { requiredKeys: [] },
)

test('a search finds the same people as a check of every person, with any inclusions and exclusions', async () => {
  const query = fc.oneof(
    fc.constant(''),
    word,
    fc.tuple(word, word).map((words) => words.join(' ')),
  )
  await fc.assert(
    fc.asyncProperty(query, filters, async (asked, filter) => {
      const wanted = people.filter((person) => fits(person, asked, filter)).map(({ id }) => id)
      assert.deepEqual((await walk({ query: asked, filters: filter })).toSorted(), wanted.toSorted())
    }),
    { numRuns: 80 },
  )
})

test('pages of any size show every row exactly once, in one order', async () => {
  const whole = await walk({})
  assert.equal(whole.length, people.length)
  assert.equal(new Set(whole).size, people.length)
  assert.deepEqual(await walk({ limit: 7 }), whole)
  const engineers = await walk({ query: 'engineer' })
  assert.ok(engineers.length > 100)
  assert.deepEqual(await walk({ query: 'engineer', limit: 13 }), engineers)
  assert.deepEqual(
    engineers,
    whole.filter((id) => engineers.includes(id)),
  )
})

test('people who are added or deleted between two pages do not move the others', async () => {
  const first = await searchPeople(db, { workspaceId, query: 'sales', filters: {}, limit: 20 })
  const late = Array.from({ length: 40 }, (_, n) =>
    normalisePerson({ full_name: `Late ${n}`, title: 'Sales', company_name: 'Late' }, 'test'),
  )
  await writePeople(db, late, origin)
  const rest = await searchPeople(db, {
    workspaceId,
    query: 'sales',
    filters: {},
    limit: 20,
    cursor: first.nextCursor ?? '',
  })
  const ids = new Set(first.people.map(({ id }) => id))
  assert.ok(rest.people.every(({ id }) => !ids.has(id)))
})

test('a person is shown as imported, without the email', async () => {
  const [found] = (await searchPeople(db, { workspaceId, query: 'groß', filters: {}, limit: 5 })).people
  assert.deepEqual(found, {
    id: odd[1]?.id,
    full_name: 'Groß Ærø',
    first_name: 'Groß',
    last_name: 'Ærø',
    title: 'VP of the West',
    seniority: 'vp',
    department: null,
    company: { name: null, domain: 'odd.example', industry: null, size: '51-200', country: null },
    location: { city: null, region: null, country: 'GB' },
    skills: [],
    links: [],
    sources: [
      {
        name: 'test',
        fields: [
          'company_domain',
          'company_size',
          'country',
          'first_name',
          'full_name',
          'keywords',
          'last_name',
          'seniority',
          'title',
        ],
        seen_at: origin.now.toISOString(),
      },
    ],
    updated_at: origin.now.toISOString(),
  })
})

test('a cursor that is changed, of another search or of another workspace is refused, and the error names the field', async () => {
  const search = { workspaceId, query: 'engineer', filters: {}, limit: 5 }
  const { nextCursor, cursor } = await searchPeople(db, { ...search, trackDelta: true })
  const refused = (wrong: Partial<PeopleSearch>, field: string) =>
    assert.rejects(searchPeople(db, { ...search, ...wrong }), (error) => {
      assert.ok(error instanceof InvalidRequest)
      assert.deepEqual(error.violations[0]?.loc, ['body', field])
      return true
    })
  const bent = Buffer.from('["people","x",1e400,"y",2]').toString('base64url')
  for (const wrong of ['', 'x', bent, `${nextCursor}x`.repeat(3), cursor ?? ''])
    await refused({ cursor: wrong }, 'cursor')
  for (const wrong of ['', 'x', bent, nextCursor ?? '']) await refused({ sinceCursor: wrong }, 'since_cursor')
  await refused({ cursor: nextCursor ?? '', query: 'sales' }, 'cursor')
  await refused({ cursor: nextCursor ?? '', workspaceId: 'ws_other' }, 'cursor')
  await refused({ sinceCursor: cursor, filters: { seniority: ['vp'] } }, 'since_cursor')
})

test('a person is found by id, by email, and by name and domain in any spelling', async () => {
  const known = invented.find(({ email }) => email !== null)
  assert.ok(known?.email && known.company_domain)
  for (const by of [
    { by: 'id', id: known.id },
    { by: 'email', email: known.email.toUpperCase() },
    { by: 'name', full_name: known.full_name.toUpperCase(), domain: `www.${known.company_domain}` },
  ] as const)
    assert.equal((await findPerson(db, workspaceId, by))?.full_name, known.full_name)
  assert.equal(await findPerson(db, workspaceId, { by: 'id', id: 'per_00000000000000000000000000' }), undefined)
  assert.equal(await findPerson(db, workspaceId, { by: 'email', email: 'nobody@example.com' }), undefined)
  assert.equal(
    await findPerson(db, workspaceId, { by: 'name', full_name: 'Elia', domain: 'nowhere.example' }),
    undefined,
  )
  assert.equal(await findPerson(db, workspaceId, { by: 'name', full_name: '&', domain: 'nowhere.example' }), undefined)
})

test('a known email is found for a name at the domain of the company or of the email', async () => {
  const known = invented.find(({ email }) => email !== null)
  const found = await findKnownEmail(db, workspaceId, {
    full_name: known?.full_name ?? '',
    domain: known?.company_domain ?? '',
  })
  assert.equal(found?.email, known?.email)
  assert.equal(
    (await findKnownEmail(db, workspaceId, { full_name: 'one', domain: 'mail.odd.example' }))?.email,
    'one@mail.odd.example',
  )
  assert.equal(await findKnownEmail(db, workspaceId, { full_name: 'Groß Ærø', domain: 'odd.example' }), undefined)
})

test('companies come from the people, each once, and are searched by the same filters', async () => {
  const wanted = new Set(people.flatMap((person) => person.company_domain ?? person.company_name ?? []))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await searchCompanies(db, { workspaceId, query: '', filters: {}, limit: 30, cursor })
    seen.push(...page.companies.map((company) => company.domain ?? company.name ?? ''))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  assert.equal(seen.length, wanted.size + 1) // 'Late', who came late
  const retail = await searchCompanies(db, {
    workspaceId,
    query: 'retail',
    filters: { size: ['1-10'], country: { exclude: ['Germany'] } },
    limit: 100,
  })
  assert.ok(retail.companies.length > 0)
  assert.ok(
    retail.companies.every(
      (company) => company.industry === 'Retail' && company.size === '1-10' && company.country !== 'DE',
    ),
  )
})
