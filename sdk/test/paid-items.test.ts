import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { publishBook } from '../../server/src/domains/billing/credits/published-books.ts'
import { STANDARD_BOOK } from '../../server/src/domains/billing/credits/standard-book.ts'
import { addPeople, examplePerson } from '../../server/test/support/directory-people.ts'
import { boot, until } from '../../server/test/support/harness.ts'
import { grant } from '../../server/test/support/job-scene.ts'
import { ApiError, ConnectionError, InterruptedError, type ListResult, Quoin } from '../src/index.ts'
import { type Fault, startFaultyProxy } from './faulty-proxy.ts'

const people = Array.from({ length: 60 }, (_, n) => examplePerson(n))
const world = await boot()
await addPeople(world.ctx, 'crm', people)
await grant(world.ctx, world.workspaceId, 1000)
const proxy = await startFaultyProxy(world.url)
test.after(() => proxy.close())
const apiKey = await world.key()
const client = new Quoin({ apiKey, baseURL: proxy.url })

/** Returns the result of a step and the credits that it spent. */
async function spend<T>(step: () => Promise<T>): Promise<{ readonly result: T; readonly credits: number }> {
  const direct = new Quoin({ apiKey, baseURL: world.url })
  const before = (await direct.credits.get()).spent
  const result = await step()
  return { result, credits: (await direct.credits.get()).spent - before }
}

function under<T>(faults: Fault[], call: () => Promise<T>): Promise<T> {
  proxy.seen.length = 0
  proxy.faults.splice(0, Infinity, ...faults)
  return call()
}

function catchError<T>(step: () => Promise<T>): Promise<unknown> {
  return step().then(
    () => assert.fail('the step succeeds'),
    (error: unknown) => error,
  )
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

const listIds = ({ items }: ListResult<unknown>) => items.map((item) => (item as { id: string }).id)
const countDistinct = (...results: ListResult<unknown>[]) => new Set(results.flatMap(listIds)).size

test('a search that reaches its credit limit in the middle returns what was bought, and says where to continue', async () => {
  const { result, credits } = await spend(() => client.data.searchPeople({ limit: 3 }, { maxCredits: 8 }).collect())
  assert.deepEqual([result.items.length, result.creditsCharged, result.isCapped, credits], [6, 6, true, 6])
  const cursor = result.nextCursor ?? assert.fail('there are more people')
  const more = await client.data.searchPeople({ limit: 3, cursor }, { maxCredits: 8 }).collect(3)
  assert.deepEqual([more.items.length, more.isCapped, countDistinct(result, more)], [3, false, 9])
  assert.equal((await client.data.searchPeople({ limit: 3 }, { maxCredits: 8 }).toArray(50)).length, 6)
  const whole = await client.data.searchPeople({}, { maxCredits: 100 }).collect()
  assert.deepEqual([whole.items.length, whole.isCapped, whole.nextCursor], [60, false, null])
})

test('a credit limit without a page size buys what the limit allows, in one call and over pages', async () => {
  const page = await spend(async () => client.data.searchPeople({}, { maxCredits: 4 }))
  assert.deepEqual([page.result.data?.length, page.credits], [4, 4])
  const { result, credits } = await spend(() => client.data.searchPeople({}, { maxCredits: 25 }).collect())
  assert.deepEqual([countDistinct(result), result.creditsCharged, result.isCapped, credits], [25, 25, true, 25])
  const error = await catchError(() => all(client.data.searchPeople(undefined, { maxCredits: 25 })))
  assert.ok(error instanceof ApiError && error.is('max_credits_exceeded') && error.partial)
  assert.deepEqual([countDistinct(error.partial), error.partial.isCapped], [25, true])
  const careful = new Quoin({ apiKey, baseURL: world.url, maxCredits: 2 })
  assert.equal((await careful.data.searchPeople({})).data?.length, 2)
})

test('a first page that the credit limit refuses is an error, and nothing is bought', async () => {
  const { credits } = await spend(async () => {
    for (const [limit, maxCredits] of [
      [10, 9],
      [undefined, 0],
    ] as const)
      for (const read of [
        () => client.data.searchPeople({ limit }, { maxCredits }).collect(),
        async () => client.data.searchPeople({ limit }, { maxCredits }),
      ]) {
        const error = await catchError<unknown>(read)
        assert.ok(error instanceof ApiError && error.is('max_credits_exceeded') && !error.partial)
      }
  })
  assert.equal(credits, 0)
})

test('an interrupted search continues with its idempotency key, and no page is charged twice', async () => {
  const interruptions: [Fault, (error: unknown) => boolean][] = [
    [{ status: 503, body: { code: 'unavailable' } }, (error) => error instanceof ApiError && error.is('unavailable')],
    ['lose', (error) => error instanceof ConnectionError],
  ]
  for (const [fault, isExpected] of interruptions) {
    const { credits } = await spend(async () => {
      const search = (idempotencyKey?: string) =>
        client.data.searchPeople({ limit: 4 }, { maxCredits: 12, maxRetries: 1, idempotencyKey })
      const error = await catchError(() => under(['none', fault, fault], () => search().toArray(12)))
      assert.ok(isExpected(error), inspect(error))
      const { partial, idempotencyKey } = error as ApiError
      assert.ok(partial)
      assert.deepEqual([partial.items.length, partial.creditsCharged, partial.isCapped], [4, 4, false])
      assert.equal(partial.idempotencyKey, idempotencyKey)
      const whole = await search(idempotencyKey).collect(12)
      assert.deepEqual([whole.creditsCharged, countDistinct(whole), countDistinct(partial, whole)], [12, 12, 12])
    })
    assert.equal(credits, 12)
  }
})

test('an aborted search throws what each search had bought, with the reason as its cause', async () => {
  const stop = new AbortController()
  const search = (limit: number, idempotencyKey?: string, signal?: AbortSignal) =>
    client.data.searchPeople({ limit }, { maxCredits: 20, idempotencyKey, signal })
  const { credits } = await spend(async () => {
    const walks = [4, 5].map((limit) => search(limit, undefined, stop.signal).pages())
    for (const walk of walks) await walk.next()
    const errors = await under(['hang', 'hang'], async () => {
      const both = Promise.all(walks.map((walk) => catchError(() => walk.next())))
      await until('both read their second page', () => proxy.seen.length === 2)
      stop.abort()
      return both
    })
    for (const [at, error] of errors.entries()) {
      assert.ok(error instanceof InterruptedError)
      assert.deepEqual([error.name, error.cause], ['AbortError', stop.signal.reason])
      const { items, idempotencyKey } = error.partial
      assert.equal(items.length, 4 + at)
      assert.equal((await search(4 + at, idempotencyKey).toArray(8 + 2 * at)).length, 8 + 2 * at)
    }
  })
  assert.equal(credits, 18, 'the pages whose responses were aborted are not charged again')
  const reason = new Error('Too early')
  assert.equal(await catchError(() => search(4, undefined, AbortSignal.abort(reason)).toArray(8)), reason)
})

test('a search that runs out of credits in the middle throws with what was bought, which logs do not show', async () => {
  const poor = await boot()
  await addPeople(poor.ctx, 'crm', people)
  const { data } = new Quoin({ apiKey: await poor.key(), baseURL: poor.url })
  const search = () => data.searchPeople({ limit: 30 }, { maxCredits: 100 })
  for (const read of [() => search().toArray(100), () => all(search())]) {
    const error = await catchError<unknown>(read)
    assert.ok(error instanceof ApiError && error.is('insufficient_credits') && error.partial)
    const { items, creditsCharged, nextCursor } = error.partial
    assert.deepEqual([items.length, creditsCharged, typeof nextCursor], [30, 30, 'string'])
    assert.doesNotMatch(inspect(error, { depth: 9 }) + JSON.stringify(error), /Ada Example/)
    await grant(poor.ctx, poor.workspaceId, 10)
  }
})

test('what a credit limit allows follows from the price book', async () => {
  const dear = await boot()
  await addPeople(dear.ctx, 'crm', people)
  const actions = { ...STANDARD_BOOK.actions, 'search/people': { credits: 3, unit: 'person found' } }
  await publishBook(dear.ctx, dear.ctx.db, { ...STANDARD_BOOK, name: 'dear', actions })
  const { data } = new Quoin({ apiKey: await dear.key(), baseURL: dear.url })
  const idempotencyKey = 'repeatable'
  for (let run = 0; run < 2; run++) {
    const result = await data.searchPeople({}, { maxCredits: 20, idempotencyKey }).collect()
    assert.deepEqual([result.items.length, result.creditsCharged, result.isCapped], [6, 18, true])
  }
  assert.equal((await dear.live('GET', '/v1/credits')).body.spent, 18)
})

test('an error in the middle of a free list has no items: they cost nothing to read again', async () => {
  for (let n = 0; n < 3; n++) await client.profiles.create({ name: `Profile ${n}` })
  const lost = { status: 404 }
  const error = await catchError(() => under(['none', lost], () => client.profiles.list({ limit: 2 }).toArray(3)))
  assert.ok(error instanceof ApiError && error.partial === undefined)
  const { items, creditsCharged, isCapped, nextCursor } = await client.profiles.list({ limit: 2 }).collect()
  assert.deepEqual([items.length, creditsCharged, isCapped, nextCursor], [3, 0, false, null])
})
