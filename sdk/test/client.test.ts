import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { operations } from '../../server/src/http/openapi/operations-list.ts'
import { boot } from '../../server/test/support/harness.ts'
import { png } from '../../server/test/support/media-samples.ts'
import { ApiError, type OutgoingRequest, Quoin, readOperations } from '../src/index.ts'

const world = await boot()
const apiKey = await world.key()
const client = new Quoin({ apiKey, baseURL: `${world.url}/` })

test('the table lists every operation as declared', () => {
  const declared = operations.map(({ id, endpoint, query, cursorIn, isPriced }) => ({
    id,
    method: endpoint.method,
    path: endpoint.path.replaceAll(/\{\w+\}/g, '*'),
    takesArguments: query.length > 0 || endpoint.body !== undefined,
    isPage: cursorIn !== undefined,
    isPriced,
    isBytes: endpoint.special.streams !== undefined,
  }))
  const read = readOperations()
  assert.equal(read.size, declared.length)
  for (const operation of declared) assert.deepEqual(read.get(operation.id as never), operation)
})

test('a method puts ids into the path, arguments into the body or the query, and returns the data', async () => {
  const made = await client.profiles.create({
    name: 'First profile',
    external_ref: undefined,
    metadata: { plan: 'basic' },
  })
  assert.equal(made.name, 'First profile')
  assert.deepEqual(await client.profiles.get(made.id), made)
  assert.deepEqual((await client.profiles.list({ limit: 1, cursor: undefined })).data, [made])
  assert.deepEqual(await client.call('profiles.get', [made.id]), made)
  assert.equal((await client.profiles.delete(made.id)).id, made.id)
})

test('an id that would change the path is refused, and its other characters are escaped', async () => {
  for (const id of ['', '.', '..', undefined as unknown as string])
    assert.throws(() => client.profiles.delete(id), /profiles\.delete needs an id as argument 1/)
  await assert.rejects(client.profiles.get('../credits'), { code: 'not_found' })
})

test('a response shows its cost, its request id and the number of attempts', async () => {
  const quote = await client.data.estimateFindEmail({ query: 'Ada Example, widgets.example' }).withResponse()
  assert.deepEqual(
    [quote.creditsCharged, quote.priceBook, quote.replayed, quote.attempts],
    [0, 'standard-2026-11', false, 1],
  )
  assert.match(quote.requestId ?? '', /^req_/)
  assert.equal(quote.response.status, 200)
  const idempotencyKey = 'a key of mine'.replaceAll(' ', '-')
  const first = await client.profiles.create({ name: 'Once' }, { idempotencyKey }).withResponse()
  const again = await client.profiles.create({ name: 'Once' }, { idempotencyKey }).withResponse()
  assert.deepEqual([again.data.id, again.replayed, first.replayed], [first.data.id, true, false])
})

test('an error has the code, the status and the violations of the response, and narrows by code', async () => {
  const error: unknown = await client.profiles.create({ name: '' }).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof ApiError && error.is('validation_error') && !error.is('not_found'))
  assert.equal(error.status, 422)
  assert.deepEqual(
    error.violations.map(({ loc }) => loc),
    [['body', 'name']],
  )
  assert.match(error.message, /^422 validation_error: body\.name: /)
  assert.equal(error.problem.request_id, error.requestId)
  const poor = await world.key({ monthly_budget: 0 })
  const spent = new Quoin({ apiKey: poor, baseURL: world.url }).data.searchPeople({ query: 'Ada' })
  await assert.rejects(spent, (thrown: unknown) => {
    assert.ok(thrown instanceof ApiError && thrown.is('key_budget_exceeded'))
    const { required, budget }: { required: number; budget: number } = thrown.problem
    assert.deepEqual([required, budget, thrown.violations], [10, 0, []])
    return true
  })
})

test('a file is accepted as a Blob or as bytes, and other formats are returned as text', async () => {
  const blob = new Blob([png(20, 30)], { type: 'image/png' })
  for (const file of [blob, new Uint8Array(png(20, 30)), new Uint8Array(png(20, 30)).buffer]) {
    const media = await client.media.ingest({ file })
    assert.deepEqual([media.status, media.width, media.height], ['ready', 20, 30])
  }
  const csv: string = await client.credits.ledger({ format: 'csv' })
  assert.match(csv, /^seq,/)
  const response = await client.credits.ledger({ format: 'csv' }).asResponse()
  assert.equal(await response.text(), csv)
})

test('a call that is not awaited is sent, and one whose raw response is requested is sent once', async () => {
  const seen: OutgoingRequest[] = []
  const watching = new Quoin({ apiKey, baseURL: world.url, onRequest: (request) => void seen.push(request) })
  const promise = watching.profiles.create({ name: 'Not awaited' })
  const response = await watching.profiles.create({ name: 'Raw' }).asResponse()
  assert.equal(response.status, 201)
  await promise
  assert.deepEqual(
    seen.map(({ operation, attempt }) => [operation, attempt]),
    [
      ['profiles.create', 1],
      ['profiles.create', 1],
    ],
  )
})

test('settings come from the environment, and a printed client does not show its key', (t) => {
  t.after(() => {
    delete process.env['QUOIN_API_KEY']
    delete process.env['QUOIN_BASE_URL']
  })
  assert.throws(() => new Quoin(), /QUOIN_API_KEY/)
  Object.assign(process.env, { QUOIN_API_KEY: apiKey, QUOIN_BASE_URL: world.url })
  const made = new Quoin()
  assert.equal(made.baseURL, world.url)
  assert.doesNotMatch(inspect(made, { depth: 9 }) + JSON.stringify(made), new RegExp(apiKey.slice(12)))
})

test('a client uses its own fetch, headers and credit limit', async () => {
  const sent: Request[] = []
  const own = new Quoin({
    apiKey,
    baseURL: world.url,
    maxCredits: 3,
    defaultHeaders: { 'x-request-id': 'of-mine' },
    fetch: (input, init) => {
      sent.push(new Request(input, init))
      return fetch(input, init)
    },
  })
  await own.credits.get({ headers: { 'x-more': 'yes' } })
  await assert.rejects(own.data.searchPeople({ limit: 5 }), { code: 'max_credits_exceeded' })
  await assert.rejects(own.data.searchPeople({ limit: 2 }, { maxCredits: 1 }), { code: 'max_credits_exceeded' })
  assert.deepEqual(
    sent.map(({ headers }) => ['x-request-id', 'x-more', 'x-max-credits'].map((name) => headers.get(name))),
    [
      ['of-mine', 'yes', null],
      ['of-mine', null, '3'],
      ['of-mine', null, '1'],
    ],
  )
})

test('types refuse what the API refuses', () => {
  // Never called: the compiler is the test.
  const wrong = () => [
    // @ts-expect-error -- a free call has no credit limit
    client.profiles.list({}, { maxCredits: 1 }),
    // @ts-expect-error -- a required argument is missing
    client.profiles.create({}),
    // @ts-expect-error -- paid pages are not iterated without a credit limit
    client.data.searchPeople({ query: 'Ada' }).pages(),
    // @ts-expect-error -- a read has no idempotency key
    client.profiles.get('prof_1', { idempotencyKey: 'k' }),
    // @ts-expect-error -- wrong name of a parameter
    client.posts.list({ state: 'draft' }),
  ]
  const right = async () => {
    const { limit } = { limit: 5 as number | undefined }
    const key = await client.apiKeys.get('key_1')
    // In a response, a field with a default is always present.
    const mode: 'live' | 'test' = key.mode
    return [mode, client.profiles.list({ limit }), client.data.searchPeople({}, { maxCredits: 5 }).pages()]
  }
  assert.deepEqual([typeof wrong, typeof right], ['function', 'function'])
})
