import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { InvalidRequest } from '../../../src/kit/declare/errors.ts'
import { transaction } from '../../../src/kit/postgres/db.ts'
import type { RawPerson } from '../../../src/sources/directory/import/fields.ts'
import { normalisePerson } from '../../../src/sources/directory/import/normalise.ts'
import { isWriteConflict, writePeople } from '../../../src/sources/directory/import/write-people.ts'
import { tidyDirectory } from '../../../src/sources/directory/retention.ts'
import { type FoundPeople, searchPeople } from '../../../src/sources/directory/search/search.ts'
import { EVERYWHERE, liftSuppression, suppress } from '../../../src/sources/directory/suppress/suppress.ts'
import { testContext } from '../../support/harness.ts'

const ctx = await testContext()
const { db, clock } = ctx
const workspaceId = 'ws_test'
const origin = { source: 'test', now: clock.now() }

function person(name: string, title: string, more: RawPerson = {}) {
  return normalisePerson({ id: name, full_name: name, title, company_name: 'Example', ...more }, 'test')
}

const write = (...people: ReturnType<typeof person>[]) => writePeople(db, people, origin)

interface TrackOptions {
  readonly query?: string
  readonly workspaceId?: string
  readonly limit?: number
}

/** Returns a cursor of the current time. */
async function track({ query = '', ...asked }: TrackOptions = {}): Promise<string> {
  return (
    (await searchPeople(db, { workspaceId, filters: {}, limit: 1, query, ...asked, trackDelta: true })).cursor ?? ''
  )
}

/** Reads all changes since a cursor, page by page. Returns them with the next cursor. */
async function follow(sinceCursor: string, { query = '', ...asked }: TrackOptions = {}) {
  const people: FoundPeople['people'] = []
  let page: FoundPeople | undefined
  do {
    const cursor: string | undefined = page?.nextCursor ?? undefined
    page = await searchPeople(db, { workspaceId, filters: {}, limit: 100, query, ...asked, sinceCursor, cursor })
    people.push(...page.people)
  } while (page.hasMore)
  const changes = people.map(({ id, full_name, change }) => [full_name || id, change])
  return { people, changes, cursor: page.cursor ?? '' }
}

const inOrder = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

test('a change is added, updated or removed, by what the search found before and finds now', async () => {
  const query = 'baker'
  await write(person('Stays', 'Baker'), person('Leaves', 'Baker'), person('Comes', 'Brewer'), person('Never', 'Brewer'))
  const cursor = await track({ query })
  assert.deepEqual((await follow(cursor, { query })).changes, [])
  await write(
    person('Stays', 'Senior Baker'),
    person('Leaves', 'Brewer'),
    person('Comes', 'Baker'),
    person('Never', 'Senior Brewer'),
    person('New', 'Baker'),
  )
  const since = await follow(cursor, { query })
  assert.deepEqual(since.changes.toSorted(inOrder), [
    ['Comes', 'added'],
    ['New', 'added'],
    ['Stays', 'updated'],
    [person('Leaves', '').id, 'removed'],
  ])
  const removed = since.people.find(({ change }) => change === 'removed')
  assert.equal(removed?.full_name, '')
  assert.equal(removed?.title, null)
  assert.deepEqual((await follow(since.cursor, { query })).changes, [])
  assert.deepEqual((await follow(cursor, { query })).changes, since.changes, 'the same cursor tells the same again')
})

test('several changes of one person are one, also when the search finds the same as before', async () => {
  await write(person('Often', 'Cook'))
  const cursor = await track({ query: 'cook' })
  for (const title of ['Waiter', 'Cook', 'Head Cook']) await write(person('Often', title))
  await write(person('Brief', 'Cook'))
  await write(person('Brief', 'Waiter'))
  assert.deepEqual((await follow(cursor, { query: 'cook' })).changes, [['Often', 'updated']])
})

test('an import without new information changes nothing', async () => {
  await write(person('Same', 'Diver', { skills: ['a', 'b'] }))
  const cursor = await track()
  const written = await write(person('Same', 'Diver', { skills: ['a', 'b'] }))
  assert.equal(written.unchanged, 1)
  assert.deepEqual((await follow(cursor)).changes, [])
})

test('pages of changes show each change once, and a later change waits for the next cursor', async () => {
  const cursor = await track({ query: 'miner' })
  await write(...Array.from({ length: 25 }, (_, n) => person(`Miner ${n}`, 'Miner')))
  const asked = { workspaceId, query: 'miner', filters: {}, limit: 10, sinceCursor: cursor }
  const first = await searchPeople(db, asked)
  assert.equal(first.found, 10)
  await write(person('Miner late', 'Miner'))
  const second = await searchPeople(db, { ...asked, cursor: first.nextCursor ?? '' })
  const third = await searchPeople(db, { ...asked, cursor: second.nextCursor ?? '' })
  const seen = [first, second, third].flatMap(({ people }) => people.map(({ id }) => id))
  assert.deepEqual([seen.length, new Set(seen).size, third.hasMore], [25, 25, false])
  assert.equal(third.cursor, first.cursor)
  assert.deepEqual((await follow(first.cursor ?? '', { query: 'miner' })).changes, [['Miner late', 'added']])
})

test('a change that commits after a newer one is not lost', async () => {
  const cursor = await track({ query: 'tailor' })
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const slow = transaction(db, async (tx) => {
    await writePeople(tx, [person('First to begin', 'Tailor')], origin)
    begun.resolve()
    await gate.promise
  })
  await begun.promise
  await write(person('First to end', 'Tailor'))
  const between = await follow(cursor, { query: 'tailor' })
  assert.deepEqual(between.changes, [['First to end', 'added']])
  gate.resolve()
  await slow
  assert.deepEqual((await follow(between.cursor, { query: 'tailor' })).changes, [['First to begin', 'added']])
})

test('a reader that follows changes during many writes ends with what a search finds', async () => {
  const query = 'pilot'
  const known = new Map<string, string | null>()
  let cursor = await track({ query })
  let isOver = false
  const numbers = randomFrom(7)
  const writer = async () => {
    for (let n = 0; n < 30; n++) {
      const some = Array.from({ length: 3 }, () =>
        person(`Flyer ${numbers(60)}`, `${numbers(2) ? 'Pilot' : 'Steward'} ${numbers(9)}`),
      )
      await patiently(() =>
        transaction(db, async (tx) => {
          await writePeople(tx, some, origin)
          await sleep(numbers(15))
        }),
      )
      if (n % 10 === 5) {
        const id = ctx.ids.next('suppression')
        const value = person(`Flyer ${numbers(60)}`, '').id
        await suppress(db, workspaceId, { id, kind: 'person', value, reason: null, now: clock.now() })
        await sleep(numbers(15))
        if (numbers(2)) await liftSuppression(db, workspaceId, id, clock.now())
      }
    }
  }
  const reader = async () => {
    for (let isLast = false; !isLast; ) {
      isLast = isOver
      const since = await follow(cursor, { query, limit: 7 })
      for (const { id, title, change } of since.people) {
        if (change === 'removed') known.delete(id)
        else known.set(id, title)
      }
      cursor = since.cursor
    }
  }
  const following = reader()
  await Promise.all(Array.from({ length: 6 }, writer))
  isOver = true
  await following
  const { people } = await searchPeople(db, { workspaceId, query, filters: {}, limit: 100 })
  assert.ok(people.length > 5)
  assert.deepEqual([...known].toSorted(inOrder), people.map(({ id, title }) => [id, title]).toSorted(inOrder))
})

test('a suppression of one workspace removes people there alone, until it is lifted', async () => {
  const query = 'weaver'
  await write(person('Loom', 'Weaver', { email: 'loom@sub.weave.example' }), person('Shuttle', 'Weaver'))
  const before = await track({ query })
  const elsewhere = await track({ query, workspaceId: 'ws_other' })
  const id = ctx.ids.next('suppression')
  await suppress(db, workspaceId, { id, kind: 'domain', value: 'weave.example', reason: null, now: clock.now() })
  const gone = await follow(before, { query })
  assert.deepEqual(gone.changes, [[person('Loom', '').id, 'removed']])
  assert.deepEqual((await follow(elsewhere, { query, workspaceId: 'ws_other' })).changes, [])
  await write(person('Loom', 'Chief Weaver'))
  assert.deepEqual((await follow(gone.cursor, { query })).changes, [], 'changes of a suppressed person are not shown')
  await liftSuppression(db, workspaceId, id, clock.now())
  assert.deepEqual((await follow(gone.cursor, { query })).changes, [['Loom', 'added']])
  assert.deepEqual((await follow(before, { query })).changes, [['Loom', 'updated']])
})

test('a suppression everywhere removes people for all workspaces, and deletes their data in the end', async () => {
  const query = 'smith'
  await write(person('Anvil', 'Smith', { email: 'Anvil@Example.com' }))
  const cursor = await track({ query })
  const id = ctx.ids.next('suppression')
  const made = await suppress(db, EVERYWHERE, {
    id,
    kind: 'email',
    value: 'anvil@EXAMPLE.com',
    reason: null,
    now: clock.now(),
  })
  assert.match(made.value, /^[0-9a-f]{64}$/)
  assert.deepEqual((await follow(cursor, { query })).changes, [[person('Anvil', '').id, 'removed']])
  const again = await write(person('Anvil', 'Smith', { email: 'anvil@example.com' }))
  assert.deepEqual(again, { added: 0, updated: 0, unchanged: 0, suppressed: 1 })

  await tidyDirectory(db, new Date(clock.now().getTime() + 31 * 86_400_000))
  await assert.rejects(
    follow(cursor, { query }),
    (error) => error instanceof InvalidRequest && error.message.includes('too old'),
  )
  const tables =
    await db`select (select count(*) from people_past) as past, (select count(*) from people where full_name = 'Anvil') as people`
  assert.deepEqual([...tables], [{ past: 0, people: 0 }])
  await write(person('Hammer', 'Smith'))
  assert.deepEqual((await follow(await track({ query: 'nobody' }), { query: 'nobody' })).changes, [])
})

async function patiently(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      return void (await work())
    } catch (error) {
      if (!isWriteConflict(error)) throw error
    }
  }
}

function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
