import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addPeople, examplePerson } from '../../server/test/support/directory-people.ts'
import { boot } from '../../server/test/support/harness.ts'
import { startJobs } from '../../server/test/support/job-scene.ts'
import { type JobResponse, type OutgoingRequest, Quoin, TimeoutError } from '../src/index.ts'

const world = await boot()
await addPeople(
  world.ctx,
  'crm',
  Array.from({ length: 7 }, (_, n) => examplePerson(n)),
)
const sent: OutgoingRequest[] = []
const client = new Quoin({
  apiKey: await world.key(),
  baseURL: world.url,
  onRequest: (request) => void sent.push({ ...request, headers: new Headers(request.headers) }),
})
for (let n = 0; n < 7; n++) await client.profiles.create({ name: `Profile ${n}` })

/** Returns the requests that a step makes. */
async function during(step: () => Promise<unknown>): Promise<OutgoingRequest[]> {
  const before = sent.length
  await step()
  return sent.slice(before)
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

test('a list can be read as its first page, item by item, page by page, or its first few items', async () => {
  const list = client.profiles.list({ limit: 3 })
  const names = ['6', '5', '4', '3', '2', '1', '0'].map((n) => `Profile ${n}`)
  assert.deepEqual(
    (await list).data.map(({ name }) => name),
    names.slice(0, 3),
  )
  assert.deepEqual(
    (await all(list)).map(({ name }) => name),
    names,
  )
  assert.deepEqual(
    (await all(list.pages())).map(({ data }) => data.length),
    [3, 3, 1],
  )
  assert.equal((await list.toArray(100)).length, 7)
  const calls = await during(async () => assert.equal((await list.toArray(4)).length, 4))
  assert.deepEqual(
    calls.map(({ url }) => new URL(url).searchParams.get('limit')),
    ['3', '1'],
  )
  assert.deepEqual(await list.toArray(0), [])
  assert.deepEqual(await during(async () => void client.profiles.list()), [], 'a list that is not used is not sent')
})

test('pages of a paid search have a key each and one credit limit together', async () => {
  const before = (await client.credits.get()).spent
  const calls = await during(async () => {
    const people = await all(client.data.searchPeople({ query: 'Research', limit: 3 }, { maxCredits: 20 }))
    assert.equal(new Set(people.map(({ id }) => id)).size, 7)
  })
  assert.equal((await client.credits.get()).spent - before, 7)
  const listHeaderValues = (name: string) => calls.map(({ headers }) => headers.get(name))
  assert.equal(new Set(listHeaderValues('idempotency-key')).size, 3)
  assert.deepEqual(listHeaderValues('x-max-credits'), ['20', '17', '14'])
})

test('a paid search stops before a page that could exceed the remaining credit limit, and needs a limit to continue', async () => {
  const before = (await client.credits.get()).spent
  const found: string[] = []
  await assert.rejects(
    async () => {
      for await (const { id } of client.data.searchPeople({ limit: 3 }, { maxCredits: 5 })) found.push(id)
    },
    { code: 'max_credits_exceeded' },
  )
  assert.equal(found.length, 3)
  const { data } = await client.data.searchPeople({ limit: 1 })
  assert.equal(data?.length, 1)
  const unlimited = client.data.searchPeople({ limit: 1 }) as unknown as AsyncIterable<unknown>
  assert.deepEqual(await during(() => assert.rejects(all(unlimited), /Pass \{ maxCredits \}/)), [])
  const calls = await during(async () => {
    assert.equal((await client.data.searchPeople(undefined, { maxCredits: 10 }).toArray(2)).length, 2)
  })
  assert.equal(calls.length, 1)
  assert.equal((await client.credits.get()).spent - before, 3 + 1 + 2)
})

test('waiting for a job reports its progress and returns the final job', async () => {
  const job = await client.bulkJobs.create({ action: 'search/people', filters: { limit: 5 } })
  const seen: JobResponse[] = []
  await assert.rejects(client.waitFor(job, { timeout: 50, interval: 20 }), TimeoutError)
  await assert.rejects(client.waitFor(job, { signal: AbortSignal.abort(new Error('Enough')) }), /Enough/)
  await startJobs(world.ctx)
  const done = await client.waitFor(job, { onProgress: (each) => seen.push(each), interval: 20 })
  assert.equal(done.status, 'completed')
  assert.deepEqual(seen.at(-1), done)
  assert.equal((await client.bulkJobs.results(job.id).toArray(10)).length, 5)
  const lookup = await client.waitFor(
    await client.dataJobs.create({ action: 'search/people', filters: { limit: 2 } }),
    { interval: 20 },
  )
  assert.equal((lookup.data as unknown[]).length, 2)
  await assert.rejects(client.waitFor({ id: 'prof_1' } as never), /not a job, a post or a media asset/)
})
