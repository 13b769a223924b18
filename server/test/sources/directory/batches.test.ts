import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalisePerson } from '../../../src/sources/directory/import/normalise.ts'
import { syntheticPerson } from '../../../src/sources/directory/import/synthetic.ts'
import { writePeople } from '../../../src/sources/directory/import/write-people.ts'
import { listHitsBatched, START } from '../../../src/sources/directory/search/find-rows.ts'
import { toTsquery } from '../../../src/sources/directory/search/query.ts'
import { type PeopleSearch, searchPeople } from '../../../src/sources/directory/search/search.ts'
import { estimateRows } from '../../../src/sources/directory/sql/search.ts'
import { suppress } from '../../../src/sources/directory/suppress/suppress.ts'
import { testContext } from '../../support/harness.ts'

const { db, clock, ids } = await testContext()
const people = Array.from({ length: 600 }, (_, n) => normalisePerson(syntheticPerson(n, 600), 'test'))
await writePeople(db, people, { source: 'test', now: clock.now() })
for (const { id, company_domain: domain } of people.slice(0, 30)) {
  const common = { id: ids.ulid(), reason: null, now: clock.now() }
  await suppress(db, 'ws_strict', { ...common, kind: 'person', value: id })
  if (domain) await suppress(db, 'ws_strict', { ...common, id: ids.ulid(), kind: 'domain', value: domain })
}
// With statistics the table is known to be small, and every question is looked up at once; before, a scan comes first.
await db`analyze people`
assert.equal(await estimateRows(db, 'people'), 600)

const SEARCHES: readonly Pick<PeopleSearch, 'query' | 'filters'>[] = [
  { query: 'engineer', filters: {} },
  { query: 'engineer manager', filters: {} },
  { query: '', filters: { seniority: ['senior'] } },
  { query: '', filters: { seniority: { exclude: ['senior', 'entry'] } } },
  { query: 'sales', filters: { location: { country: { exclude: ['DE', 'US'] } } } },
  { query: 'data', filters: { seniority: ['senior'], location: { country: ['US'] } } },
  { query: 'nothing-like-this', filters: {} },
  { query: 'a name', filters: { company: { size: ['1-10'] }, skills: ['SQL', 'Python'] } },
]

/** Sends every question in two workspaces, in pages of several sizes. */
const QUESTIONS = SEARCHES.flatMap((search) =>
  ['ws_strict', 'ws_other'].flatMap((workspaceId) => [1, 7, 40].map((limit) => ({ ...search, workspaceId, limit }))),
)

async function firstPages(search: PeopleSearch) {
  const pages = []
  let cursor: string | undefined
  for (let page = 0; page < 4; page++) {
    const found = await searchPeople(db, { ...search, cursor })
    pages.push(found)
    if (found.nextCursor === null) break
    cursor = found.nextCursor
  }
  return pages
}

test('questions that share a statement get what they get alone, whatever their pages and suppressions', async () => {
  const alone = []
  for (const question of QUESTIONS) alone.push(await firstPages(question))
  assert.deepEqual(await Promise.all(QUESTIONS.map(firstPages)), alone)
  const found = alone.flat().reduce((sum, { people: { length } }) => sum + length, 0)
  assert.ok(found > 500, `only ${found} people were found`)
})

test('a question that the database refuses fails alone', async () => {
  const good = { queries: [toTsquery('engineer')], letters: 'ZYXW', workspaceId: 'ws_other', after: START, limit: 5 }
  const bad = { ...good, queries: ["'unfinished' &"] }
  const wanted = await listHitsBatched(db, 'people', good)
  assert.equal(wanted.length, 5)
  const asked = Array.from({ length: 20 }, (_, n) => (n % 5 === 0 ? bad : good))
  const outcomes = await Promise.allSettled(asked.map((lookUp) => listHitsBatched(db, 'people', lookUp)))
  for (const [n, outcome] of outcomes.entries())
    if (asked[n] === bad) assert.equal(outcome.status, 'rejected')
    else assert.deepEqual(outcome.status === 'fulfilled' && outcome.value, wanted)
})
