import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalisePerson } from '../src/sources/directory/normalise.ts'
import { searchPeople } from '../src/sources/directory/search.ts'
import { syntheticPerson } from '../src/sources/directory/synthetic.ts'
import { writePeople } from '../src/sources/directory/write.ts'
import { testContext } from './harness.ts'

const ctx = await testContext()
const origin = { source: 'synthetic', now: ctx.clock.now() }
const people = Array.from({ length: 3000 }, (_, n) => normalisePerson(syntheticPerson(n, 3000), 'synthetic'))
for (let at = 0; at < people.length; at += 1000) await writePeople(ctx.db, people.slice(at, at + 1000), origin)

test('paging walks every row exactly once', async () => {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await searchPeople(ctx.db, { workspaceId: 'ws', query: '', filters: {}, limit: 70, cursor })
    seen.push(...page.people.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  assert.equal(seen.length, 3000)
  assert.equal(new Set(seen).size, 3000)
})

test('delta', async () => {
  const base = { workspaceId: 'ws', query: 'engineer', filters: {}, limit: 10 }
  const first = await searchPeople(ctx.db, { ...base, trackDelta: true })
  assert.equal(first.people.length, 10)
  const none = await searchPeople(ctx.db, { ...base, sinceCursor: first.cursor })
  assert.deepEqual(none.people, [])
  await writePeople(
    ctx.db,
    [normalisePerson({ ...syntheticPerson(0, 3000), title: 'Quantum Engineer' }, 'synthetic')],
    origin,
  )
  const one = await searchPeople(ctx.db, { ...base, sinceCursor: first.cursor })
  assert.deepEqual(
    one.people.map((p) => [p.title, p.change]),
    [['Quantum Engineer', 'updated']],
  )
})
