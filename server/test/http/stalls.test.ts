import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { endpoints } from '../../src/http/catalogue.ts'
import type { AnyEndpoint } from '../../src/kit/declare/endpoint.ts'
import type { Schema } from '../support/arbitrary.ts'
import { buildUrl, type EndpointRequest, goodRequest } from '../support/declared-requests.ts'
import {
  atEnd,
  type Client,
  createBrowser,
  createClient,
  freshDatabase,
  OPERATOR_TOKEN,
  type Reply,
} from '../support/harness.ts'
import { programFile } from '../support/processes.ts'
import { BODIES, largest, listsIn, TRAPS, withAt } from '../support/stalls/hostile.ts'
import type { StartedServer } from '../support/stalls/server.ts'

/** Limit of processor time for one turn of the event loop, for any request. */
const STALL_MS = 100
const MIB = 1_048_576
const isLong = Boolean(process.env['LONG'])
/** The largest bodies take seconds to send, so a short run uses smaller ones. */
const BYTES_MAX = isLong ? 32 * MIB : 2 * MIB

const STEP = 3

/** Returns every n-th case in a short run, so that each endpoint and each kind is tested. */
function some<T>(list: readonly T[], step: number): T[] {
  return isLong ? [...list] : list.filter((_, n) => n % step === 0)
}

const child = fork(programFile('server/test/support/stalls/server.ts'), {
  env: { ...process.env, STALLS_DATABASE: await freshDatabase() },
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
atEnd(() => child.kill('SIGKILL'))
const [{ url, liveKey, testKey, accountId }] = (await once(child, 'message')) as [StartedServer]
const live = createClient(url, liveKey)
const tester = createClient(url, testKey)
const operator = createClient(url, OPERATOR_TOKEN)
const stranger = createClient(url)
const person = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' }
const cookie = (await stranger('POST', '/v1/auth/sign-up', person)).headers.get('set-cookie')
const { id: workspaceId } = (await createBrowser(url, { cookie })('POST', '/v1/workspaces', { name: 'Own' })).body
const user = createBrowser(url, { cookie, workspaceId })

async function longestTurnMs(): Promise<number> {
  child.send('ask')
  const [{ longestMs }] = (await once(child, 'message')) as [{ longestMs: number }]
  return longestMs
}

interface StallTrial {
  readonly what: string
  readonly call: () => Promise<Reply>
}

const turns: { readonly ms: number; readonly what: string }[] = []

/** Repeats a slow trial: other load on the machine can lengthen a turn once, but our code does so every time. */
async function assertNoStall(tries: Iterable<StallTrial>): Promise<void> {
  const broken: string[] = []
  for (const { what, call } of tries) {
    await longestTurnMs()
    let longest = Number.POSITIVE_INFINITY
    let status = 0
    for (let again = 0; again < 3 && longest > STALL_MS; again++) {
      status = (await call()).status
      longest = Math.min(longest, await longestTurnMs())
    }
    turns.push({ ms: Math.round(longest), what: `${what} (${status})` })
    if (longest > STALL_MS) broken.push(`${what}: ${Math.round(longest)} ms`)
  }
  assert.equal(broken.length, 0, `\n${broken.join('\n')}`)
}

const pickClient = ({ access, id }: AnyEndpoint): Client =>
  id === 'auth.sign_out' ? stranger : { public: stranger, operator, user, read: live, write: live }[access]
const getBodyLimit = ({ bodyBytesMax = MIB }: AnyEndpoint) => Math.min(bodyBytesMax, BYTES_MAX)
const withBody = endpoints.filter((endpoint) => endpoint.body ?? endpoint.special.rawBody)
const getBodySchema = (endpoint: AnyEndpoint) => (endpoint.body ?? {}) as Schema

/** Returns the declared example, with the id of an existing account in its body. */
function buildExampleRequest(endpoint: AnyEndpoint): EndpointRequest {
  const { body, ...rest } = goodRequest(endpoint)
  return { ...rest, body: body && JSON.parse(JSON.stringify(body).replaceAll(/acc_[0-9A-Z]{26}/g, accountId)) }
}

function send(endpoint: AnyEndpoint, sent: Partial<EndpointRequest>, client = pickClient(endpoint)): Promise<Reply> {
  const whole = { ...buildExampleRequest(endpoint), ...sent }
  const key = endpoint.method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }
  return client(endpoint.method, buildUrl(endpoint, whole), endpoint.method === 'GET' ? undefined : whole.body, key)
}

const fits = (body: unknown, bytes: number) => Buffer.byteLength(JSON.stringify(body)) <= bytes

// The first requests compile code; that time must not count against later ones.
await Promise.all(endpoints.map((endpoint) => send(endpoint, {})))
await Promise.all(withBody.map((endpoint) => send(endpoint, { body: { unexpected: 1 } })))

test('no page of the documentation stalls the event loop when it is first rendered, nor does the first search', async () => {
  const index = (await stranger('GET', '/llms.txt')).text
  const paths = [...index.matchAll(/\]\(\S*?(\/docs[^)]*)\.md\)/g)].map(([, path = '']) => path)
  assert.ok(paths.length > 80)
  const all = ['/docs/search.json?q=post', '/llms-full.txt', ...paths.flatMap((path) => [path, `${path}.md`])]
  const broken: string[] = []
  for (const path of all) {
    await longestTurnMs()
    assert.equal((await stranger('GET', path)).status, 200, path)
    const ms = await longestTurnMs()
    turns.push({ ms: Math.round(ms), what: path })
    if (ms > STALL_MS) broken.push(`${path}: ${Math.round(ms)} ms`)
  }
  // A first page is rendered only once, so a trial cannot be repeated: a few stalls may come from other load on the machine.
  assert.ok(broken.length <= 2, `\n${broken.join('\n')}`)
})

test('no JSON body stalls the event loop, with or without a key', async () => {
  const each = new Map(withBody.map((endpoint) => [`${getBodyLimit(endpoint)} ${endpoint.access}`, endpoint]))
  const tries = [...each.values()].flatMap((endpoint) =>
    Object.entries(BODIES).map(([kind, make]) => ({
      what: `${endpoint.id}: ${kind}`,
      call: () => send(endpoint, { body: make(getBodyLimit(endpoint)) }),
    })),
  )
  assert.ok(each.size >= STEP && Object.keys(BODIES).length % STEP !== 0, 'a short run sends every kind')
  await assertNoStall(some(tries, STEP))
})

function* misfits(endpoint: AnyEndpoint): Generator<StallTrial> {
  const { body = {} } = buildExampleRequest(endpoint)
  const bytes = Math.min(getBodyLimit(endpoint), 5 * MIB)
  const numbers = (length: number, value: unknown) =>
    Object.fromEntries(Array.from({ length }, (_, n) => [`unexpected_${n}`, value]))
  const bodies: Record<string, () => unknown> = {
    'many unknown fields': () => ({ ...(body as object), ...numbers(9_500, 1) }),
    'long unknown fields': () =>
      Object.fromEntries(Array.from({ length: 50 }, (_, n) => ['x'.repeat(bytes / 60) + n, 1])),
    'nothing but one long text': () => ({ unexpected: 'x'.repeat(bytes - 100) }),
    'nothing but many objects': () => ({ unexpected: Array.from({ length: 9_500 }, () => ({ a: 1 })) }),
    'a list': () => Array(140_000).fill(1),
  }
  for (const path of listsIn(getBodySchema(endpoint)))
    for (const item of [0, null, {}, ''])
      bodies[`140000 of ${JSON.stringify(item)} in ${path.join('.')}`] = () =>
        withAt(body, path, Array(140_000).fill(item))
  for (const name of Object.keys(getBodySchema(endpoint).properties ?? {})) {
    bodies[`an object with everything in ${name}`] = () => withAt(body, [name], numbers(9_500, 1))
    bodies[`one long text in ${name}`] = () =>
      withAt(body, [name, 'text'], '"'.repeat(getBodyLimit(endpoint) / 2 - 2000))
  }
  const [target] = (body as { targets?: object[] }).targets ?? []
  if (target)
    bodies['many options'] = () => ({
      ...(body as object),
      targets: Array.from({ length: 20 }, () => ({ ...target, options: numbers(450, 1) })),
    })
  for (const [kind, make] of Object.entries(bodies))
    yield { what: `${endpoint.id}: ${kind}`, call: () => send(endpoint, { body: make() }) }
}

test('any number of violations does not stall the event loop', async () => {
  // A short run tries one violation for each endpoint, of a different kind than for the previous endpoint.
  const chosen = (tries: StallTrial[], n: number) => (isLong ? tries : tries.slice(n % tries.length).slice(0, 1))
  await assertNoStall(withBody.flatMap((endpoint, n) => chosen([...misfits(endpoint)], n)))
})

function* fillings(endpoint: AnyEndpoint): Generator<StallTrial> {
  const { body } = buildExampleRequest(endpoint)
  for (const [kind, piece] of Object.entries(TRAPS))
    yield {
      what: `${endpoint.id}: everything as long as it may be, of ${kind}`,
      call: () => {
        let room = getBodyLimit(endpoint)
        let filled: unknown
        do {
          room *= 0.7
          filled = largest(getBodySchema(endpoint), body, {
            piece,
            room,
            fields: Math.min(9000, Math.floor(room / 16)),
          })
        } while (!fits(filled, getBodyLimit(endpoint)))
        return send(endpoint, { body: filled })
      },
    }
}

test('the largest valid values, of characters that trap parsers, do not stall the event loop', async () => {
  const declared = withBody.filter(({ body }) => body)
  await assertNoStall(
    some(
      declared.flatMap((endpoint) => [...fillings(endpoint)]),
      7,
    ),
  )
})

test('queries, paths and headers of 16 KB do not stall the event loop', async () => {
  const room = 15_000
  const tries = endpoints.flatMap((endpoint) => {
    const good = buildExampleRequest(endpoint)
    const texts = Object.keys((endpoint.query as Schema | undefined)?.properties ?? {})
    return Object.entries(TRAPS).flatMap(([kind, piece]): StallTrial[] => {
      const text = piece.repeat(Math.floor(room / encodeURIComponent(piece).length))
      const query = { ...good.query, [texts.at(-1) ?? 'unexpected']: text }
      return [{ what: `${endpoint.id}: a query of ${kind}`, call: () => send(endpoint, { query }) }]
    })
  })
  const many = Array.from({ length: 3000 }, (_, n) => `${n}=`).join('&')
  const header = (name: string, value: string): StallTrial => ({
    what: `${name}: ${value.slice(0, 10)}...`,
    call: () => live('POST', '/v1/profiles', { name: 'x' }, { [name]: value }),
  })
  await assertNoStall([
    ...some(tries, 13),
    { what: 'many parameters', call: () => live('GET', `/v1/profiles?${many}`) },
    { what: 'one parameter often', call: () => live('GET', `/v1/profiles?${'limit=1&'.repeat(1800)}`) },
    { what: 'a long path', call: () => live('GET', `/v1/profiles/${'%3a'.repeat(4000)}`) },
    ...['authorization', 'idempotency-key', 'x-request-id', 'x-max-credits', 'content-type'].flatMap((name) =>
      ['a', ' ', '"', ',', ';a=', 'a/'].map((piece) => header(name, `${piece.repeat(14_000 / piece.length)}x`)),
    ),
  ])
})

const bulk = endpoints.find(({ id }) => id === 'bulk_jobs.create') as AnyEndpoint
const ACTIONS = ['search/people', 'people/enrich', 'contacts/find-email', 'contacts/verify-email']

test('a bulk job of the largest size does not stall the event loop', async () => {
  const rows = isLong ? 100_000 : 20_000
  const bytes = isLong ? 32 * MIB : 8 * MIB
  const lists = Object.entries(TRAPS).map(([kind, piece], n): StallTrial => {
    const action = ACTIONS[n % ACTIONS.length]
    const call = () => {
      const text = piece.repeat(250 / (Buffer.byteLength(JSON.stringify(piece)) - 2))
      const queries = Array.from({ length: rows }, (_, row) => `${row} ${text}`)
      return send(bulk, { body: { action, queries } })
    }
    return { what: `${action}: ${rows} queries of ${kind}`, call }
  })
  const files = Object.entries(CSV_FILES).map(([kind, make], n): StallTrial => {
    const action = ACTIONS[n % ACTIONS.length]
    const call = () => {
      let csv_text = make(bytes - 1000)
      while (!fits({ action, csv_text }, bytes)) csv_text = csv_text.slice(0, csv_text.length / 1.3)
      return send(bulk, { body: { action, csv_text } })
    }
    return { what: `${action}: CSV of ${kind}`, call }
  })
  await assertNoStall([...some(lists, 9), ...some(files, 4)])
})

test('results with the most columns and the longest rows do not stall the event loop', async () => {
  const rows = isLong ? 600 : 200
  const wide = `query${',column'.repeat(999)}\n${`a${',b'.repeat(999)}\n`.repeat(rows)}`
  const long = `query,note\n${`a,${'"" '.repeat(5000)}\n`.repeat(rows)}`
  for (const csv_text of [wide, long]) {
    const { status, body } = await send(bulk, { body: { action: 'search/people', csv_text } })
    assert.equal(status, 202)
    await assertNoStall(
      ['json&limit=100', 'csv', 'ndjson'].map((format) => ({
        what: `results as ${format}`,
        call: () => live('GET', `/v1/bulk/jobs/${body.id}/results?format=${format}`),
      })),
    )
  }
})

const CSV_FILES: Record<string, (bytes: number) => string> = {
  'one long line': (bytes) => 'query'.repeat(bytes / 5),
  'one line of commas': (bytes) => `query${','.repeat(bytes - 5)}`,
  'commas below one column': (bytes) => `query\n${','.repeat(bytes - 6)}`,
  'lines of a mebibyte of commas': (bytes) => `query\n${`${','.repeat(MIB - 1)}\n`.repeat(bytes / MIB - 1)}`,
  'lines alone': (bytes) => `query\n${'\n'.repeat(bytes - 6)}`,
  'more rows than are taken': (bytes) => `query\n${'a\n'.repeat(bytes / 2 - 3)}`,
  'as many columns as are taken': (bytes) =>
    `query${',c'.repeat(999)}\n${`a${','.repeat(999)}\n`.repeat(bytes / 1001 - 3)}`,
  'more columns than are taken': (bytes) =>
    `query${',c'.repeat(2000)}\n${`a${','.repeat(2000)}\n`.repeat(bytes / 2002 - 3)}`,
  'a quote that never closes': (bytes) => `query\n"${'a'.repeat(bytes - 7)}`,
  'quotes that never close, on every line': (bytes) => `query\n${'"a\n'.repeat(bytes / 3 - 2)}`,
  'quotes alone': (bytes) => `query\n${'"'.repeat(bytes - 6)}`,
  'quoted line ends': (bytes) => `query\n${'"\n\n\n\n\n\n\n"\n'.repeat(bytes / 10 - 1)}`,
  'carriage returns': (bytes) => `query\n${'a\r'.repeat(bytes / 2 - 3)}`,
  'rows as long as they may be': (bytes) =>
    `full_name,domain\n${`${'ab '.repeat(80)},${'a.'.repeat(30)}\n`.repeat(bytes / 302 - 1)}`,
  'the same row': (bytes) => `email\n${'ada@example.com\n'.repeat(Math.min(99_000, bytes / 16 - 1))}`,
}

test('a call with a test key does not stall the event loop', async () => {
  const queries = Array.from({ length: 100_000 }, (_, row) => `${row} ${'ab '.repeat(90)}`)
  const body = { action: 'contacts/find-email', queries }
  await assertNoStall([{ what: 'bulk with a test key', call: () => send(bulk, { body }, tester) }])
})

test('the slowest turns', { skip: !process.env['SHOW'] }, (t) => {
  for (const { ms, what } of turns.toSorted((a, b) => b.ms - a.ms)) t.diagnostic(`${ms} ms  ${what}`)
})
