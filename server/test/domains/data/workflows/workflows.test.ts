import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBook } from '../../../../src/domains/billing/credits/published-books.ts'
import { STANDARD_BOOK } from '../../../../src/domains/billing/credits/standard-book.ts'
import { createCsvReader } from '../../../../src/kit/csv/csv-reader.ts'
import { suppress } from '../../../../src/sources/directory/suppress/suppress.ts'
import { boot, type Reply } from '../../../support/harness.ts'
import { ORDERS, sourcesAt } from '../../../support/workflow-sources.ts'
import { startVendor } from '../../../support/workflow-vendor.ts'

const vendor = await startVendor()
const world = await boot({
  env: { ...ORDERS, WORKFLOW_PARALLEL: '3', LOG_LEVEL: 'silent' },
  sources: sourcesAt(vendor.url),
})
const { ctx, live } = world
const grant = { workspace_id: world.workspaceId, credits: 5000, actor: 'tests', reason: 'to spend' }
await world.operator('POST', '/v1/operator/grants', grant, { 'idempotency-key': 'grant' })
const UNWANTED = 'person_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB'

interface Step {
  step: string
  outcome: string
  credits: number
  error: { code: string } | null
}
const run = (name: string, body: object, headers?: Record<string, string>) =>
  live('POST', `/v1/data/workflows/${name}`, body, headers)
const leads = (query: string, more: object = {}, headers?: Record<string, string>) =>
  run('lead-list', { inputs: { query }, ...more }, headers)
const outcomes = (row: { steps: Step[] }) =>
  row.steps.map(({ step, outcome, credits }) => `${step} ${outcome} ${credits}`)

const ALL_FOUND = ['person found 1', 'email found 5', 'verification found 1']

async function books() {
  const { spent, held } = (await live('GET', '/v1/credits')).body
  const [newest] = (await live('GET', '/v1/credits/ledger?limit=1')).body.data
  return { spent, held, seq: newest.seq }
}

/** Makes a call that must cost exactly this, in the header, the body, the ledger and the receipt. */
async function costs(credits: number, call: () => Promise<Reply>): Promise<Reply> {
  const before = await books()
  const reply = await call()
  assert.equal(reply.headers.get('x-credits-charged'), String(credits), reply.text)
  assert.equal(reply.headers.get('x-price-book'), 'standard-2026-11')
  const after = await books()
  assert.deepEqual([after.spent - before.spent, after.held], [credits, 0])
  assert.equal(after.seq, credits > 0 ? before.seq + 1 : before.seq)
  if (reply.status !== 200) return reply
  if (reply.body?.credits !== undefined) assert.equal(reply.body.credits, credits)
  return reply
}
const receipt = async (reply: Reply) => (await live('GET', `/v1/requests/${reply.headers.get('x-request-id')}`)).body

test('lead-list charges every step for every person it found something for: at most 7 per person', async () => {
  const reply = await costs(14, () => leads('Ada Found;Bea Found'))
  assert.equal(reply.status, 200)
  const { status, data } = reply.body
  assert.equal(status, 'OK')
  assert.deepEqual(data.map(outcomes), [ALL_FOUND, ALL_FOUND])
  const [ada] = data
  assert.deepEqual(
    [ada.person.full_name, ada.email.email, ada.verification.status, ada.credits],
    ['Ada Found', 'ada@widgets.example', 'valid', 7],
  )
  const { lines, sources } = await receipt(reply)
  assert.deepEqual(
    lines.map(({ step, action, units, credits }: Record<string, unknown>) => [step, action, units, credits]),
    [
      ['', 'lead-list', 1, 0],
      ['person', 'search/people', 2, 2],
      ['email.1', 'contacts/find-email', 1, 5],
      ['verification.1', 'contacts/verify-email', 1, 1],
      ['email.2', 'contacts/find-email', 1, 5],
      ['verification.2', 'contacts/verify-email', 1, 1],
    ],
  )
  assert.deepEqual(sources.map(({ step }: { step: string }) => step).toSorted(), [
    'email.1',
    'email.2',
    'person',
    'verification.1',
    'verification.2',
  ])
})

test('a step that finds nothing costs nothing, and steps that depend on it are not asked', async () => {
  const before = vendor.asked.length
  const reply = await costs(1 + 7 + 1 + 6, () => leads('Ada Hidden;Bea Found;Cid Jobless;unsure Found'))
  assert.deepEqual(reply.body.data.map(outcomes), [
    ['person found 1', 'email not_found 0', 'verification skipped 0'],
    ['person found 1', 'email found 5', 'verification found 1'],
    ['person found 1', 'email skipped 0', 'verification skipped 0'],
    ['person found 1', 'email found 5', 'verification inconclusive 0'],
  ])
  assert.deepEqual(vendor.asked.slice(before).toSorted(), [
    'email Ada Hidden',
    'email Bea Found',
    'email unsure Found',
    'people Ada Hidden;Bea Found;Cid Jobless;unsure Found',
    'verify bea@widgets.example',
    'verify unsure@widgets.example',
  ])
})

test('when nothing is found the response is 200 with null, and free', async () => {
  const reply = await costs(0, () => leads('nobody'))
  assert.deepEqual([reply.status, reply.body.data, reply.body.status], [200, null, 'OK'])
  const listed = await costs(0, () => run('enrich-list', { inputs: { people: ['nobody@widgets.example'] } }))
  assert.deepEqual([listed.status, listed.body.data], [200, null])
})

test('a source that fails midway shows as the error of its step; what was found is returned and charged', async () => {
  const reply = await costs(7 + 1 + 6, () => leads('Ada Found;Bea Broken;broken Found'))
  assert.equal(reply.status, 200)
  assert.deepEqual(reply.body.data.map(outcomes), [
    ['person found 1', 'email found 5', 'verification found 1'],
    ['person found 1', 'email failed 0', 'verification skipped 0'],
    ['person found 1', 'email found 5', 'verification failed 0'],
  ])
  const [, bea] = reply.body.data
  assert.equal(bea.steps[1].error.code, 'upstream_error')
  assert.equal(bea.email, null)
})

test('when everything failed the call fails and is free; misses alongside failures are a failure', async () => {
  const search = await costs(0, () => leads('broken'))
  assert.deepEqual([search.status, search.body.code], [502, 'upstream_error'])
  const emails = ['broken1@widgets.example', 'nobody@widgets.example']
  const verify = await costs(0, () => run('verify-list', { inputs: { emails } }))
  assert.deepEqual([verify.status, verify.body.code], [502, 'upstream_error'])
})

test('a retry after a failure asks only for what is missing', async () => {
  const key = { 'idempotency-key': 'again' }
  const body = { inputs: { emails: ['broken1@widgets.example', 'nobody@widgets.example'] } }
  assert.equal((await costs(0, () => run('verify-list', body, key))).status, 502)
  const before = vendor.asked.length
  assert.equal((await costs(0, () => run('verify-list', body, key))).status, 502)
  assert.deepEqual(vendor.asked.slice(before), ['verify broken1@widgets.example'])
  // Another API key gets none of the stored steps.
  const stranger = world.client(await world.key())
  const from = vendor.asked.length
  assert.equal((await stranger('POST', '/v1/data/workflows/verify-list', body, key)).status, 502)
  assert.equal(vendor.asked.length - from, 2)
  // Neither does the same key with another request.
  const other = { inputs: { emails: ['nobody@widgets.example'] } }
  assert.equal((await costs(0, () => run('verify-list', other, key))).body.data, null)
  assert.equal(vendor.asked.at(-1), 'verify nobody@widgets.example')
})

test('a retry with the same key after a response gets that response, and no source is asked', async () => {
  const key = { 'idempotency-key': 'once' }
  const first = await costs(7, () => leads('Ada Found', {}, key))
  const before = vendor.asked.length
  const spent = (await books()).spent
  const again = await leads('Ada Found', {}, key)
  assert.equal(again.text, first.text)
  assert.deepEqual([again.headers.get('idempotency-replayed'), again.headers.get('x-credits-charged')], ['true', '7'])
  assert.deepEqual([vendor.asked.length, (await books()).spent], [before, spent])
})

test('where the price book makes repeats free, a recently paid step is free and marked so', async () => {
  const env = { ...ORDERS, LOG_LEVEL: 'silent' }
  const other = await boot({ env, sources: sourcesAt(vendor.url) })
  await publishBook(other.ctx, other.ctx.db, { ...STANDARD_BOOK, name: 'repeats-free', repeat_free_days: 30 })
  const call = () => other.live('POST', '/v1/data/workflows/lead-list', { inputs: { query: 'Ada Found' }, limit: 1 })
  assert.equal((await call()).headers.get('x-credits-charged'), '7')
  const again = await call()
  assert.equal(again.headers.get('x-credits-charged'), '1')
  assert.deepEqual(
    again.body.data[0].steps.map(({ credits, repeat }: { credits: number; repeat?: true }) => [credits, repeat]),
    [
      [1, undefined],
      [0, true],
      [0, true],
    ],
  )
})

test('limit bounds people and hold: 402 before anything runs when the worst case is not covered', async () => {
  const { live: poor } = await world.neighbour()
  const before = vendor.asked.length
  const body = { inputs: { query: 'Ada Found' }, limit: 8 }
  const refused = await poor('POST', '/v1/data/workflows/lead-list', body)
  assert.deepEqual([refused.status, refused.body.required, refused.body.available], [402, 56, 50])
  const guarded = await leads('Ada Found', { limit: 2 }, { 'x-max-credits': '13' })
  assert.deepEqual([guarded.status, guarded.body.code, guarded.body.required], [402, 'max_credits_exceeded', 14])
  assert.equal(vendor.asked.length, before)
  const cut = await costs(7, () => leads('Ada Found;Bea Found', { limit: 1 }))
  assert.equal(cut.body.data.length, 1)
  assert.equal((await leads('x', { limit: 101 })).status, 422)
})

test("nothing runs unless a key's budget covers the worst case", async () => {
  const capped = world.client(await world.key({ monthly_budget: 13 }))
  const body = { inputs: { query: 'Ada Found' }, limit: 2 }
  const refused = await capped('POST', '/v1/data/workflows/lead-list', body)
  assert.deepEqual([refused.status, refused.body.code], [402, 'key_budget_exceeded'])
  assert.match(refused.body.detail, /more than the key's budget of \d+ a month has left/)
  assert.equal((await capped('POST', '/v1/data/workflows/lead-list', { ...body, limit: 1 })).status, 200)
})

test('a dry run runs nothing, returns the worst case by step, is free and works with a read key', async () => {
  const reader = world.client(await world.key({ permission: 'read' }))
  const before = vendor.asked.length
  const body = { inputs: { query: 'Ada Found' }, limit: 20, format: 'csv' }
  const call = { ...body, dry_run: true }
  const reply = await costs(0, () => reader('POST', '/v1/data/workflows/lead-list', call, { 'x-max-credits': '1' }))
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual([reply.body.status, reply.body.data, reply.body.dry_run], ['OK', null, true])
  const { credits, rows, steps } = reply.body.estimate
  assert.deepEqual([credits, rows], [140, 20])
  assert.deepEqual(
    steps.map((each: Record<string, unknown>) => [each['step'], each['action'], each['units'], each['credits']]),
    [
      ['person', 'search/people', 20, 20],
      ['email', 'contacts/find-email', 20, 100],
      ['verification', 'contacts/verify-email', 20, 20],
    ],
  )
  const estimate = await costs(0, () => reader('POST', '/v1/data/workflows/lead-list:estimate', body))
  assert.deepEqual([estimate.status, estimate.body.data], [200, reply.body.estimate])
  const spending = await reader('POST', '/v1/data/workflows/lead-list', body)
  assert.deepEqual([spending.status, spending.body.code], [403, 'read_only_key'])
  for (const dry_run of ['true', 1, null, false])
    assert.equal((await reader('POST', '/v1/data/workflows/lead-list', { ...body, dry_run })).status, 403)
  assert.equal(vendor.asked.length, before)
})

test('a list is looked up once per subject, in its order, and quoted that way', async () => {
  const emails = ['Ada@widgets.example', 'nobody@widgets.example', 'ada@widgets.example', 'bea@widgets.example']
  const quote = await costs(0, () => run('verify-list:estimate', { inputs: { emails } }))
  assert.deepEqual([quote.body.data.rows, quote.body.data.credits], [3, 3])
  const reply = await costs(2, () => run('verify-list', { inputs: { emails } }))
  assert.deepEqual(
    reply.body.data.map((row: { input: string; verification: { status: string } | null }) => [
      row.input,
      row.verification?.status,
    ]),
    [
      ['Ada@widgets.example', 'valid'],
      ['nobody@widgets.example', undefined],
      ['bea@widgets.example', 'valid'],
    ],
  )
  const people = ['ada@widgets.example', 'Bea Found, widgets.example']
  const enriched = await costs(6, () => run('enrich-list', { inputs: { people } }))
  assert.equal(enriched.body.data[1].person.full_name, 'Ada Example')
})

test('text that is not an address is an invalid row, free, and the others are verified', async () => {
  const emails = ['not an address', 'ada@widgets.example', 'bea@', 'not an address']
  const before = vendor.asked.length
  const { body } = await costs(1, () => run('verify-list', { inputs: { emails } }))
  const rows = body.data.map((row: { input: string; credits: number; verification: Record<string, unknown> }) => {
    const { input, credits, verification } = row
    return [input, credits, verification['status'], verification['sub_status']]
  })
  assert.deepEqual(rows, [
    ['not an address', 0, 'invalid', 'syntax'],
    ['ada@widgets.example', 1, 'valid', null],
    ['bea@', 0, 'invalid', 'syntax'],
  ])
  assert.equal(body.data[0].steps[0].outcome, 'skipped')
  assert.deepEqual(vendor.asked.slice(before), ['verify ada@widgets.example'])
  const rehearsed = await world.test('POST', '/v1/data/workflows/verify-list', { inputs: { emails } })
  assert.equal(rehearsed.body.data[2].verification.sub_status, 'syntax')
})

test('an unreadable item is named by its position, before anything runs', async () => {
  const people = ['ada@widgets.example', 'nobody in particular']
  for (const name of ['enrich-list', 'enrich-list:estimate']) {
    const reply = await costs(0, () => run(name, { inputs: { people } }))
    assert.deepEqual([reply.status, reply.body.detail[0].loc], [422, ['body', 'inputs', 'people', 1]])
  }
  const typo = await leads('', { inputs: { qery: 'Ada' } })
  assert.deepEqual([typo.status, typo.body.detail[0].type], [422, 'extra_forbidden'])
  assert.equal((await run('no-such-workflow', { inputs: {} })).status, 404)
})

test('a CSV file follows RFC 4180, escapes formulas and can be parsed back', async () => {
  const reply = await costs(14, () => leads('Ada Odd;Bea Found', { format: 'csv' }))
  assert.equal(reply.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(reply.headers.get('content-disposition'), 'attachment; filename="lead-list.csv"')
  const reader = createCsvReader(',')
  const [header = [], odd = [], plain = []] = [...reader.push(reply.text), ...reader.end()].map((item) => {
    assert.ok('cells' in item)
    return item.cells
  })
  const cell = (row: readonly string[], name: string) => row[header.indexOf(name)]
  assert.deepEqual(
    [cell(odd, 'title'), cell(odd, 'company'), cell(odd, 'industry'), cell(odd, 'city'), cell(odd, 'credits')],
    [`'=HYPERLINK("x")`, 'Say "hi",\r\nthen |go|', "'@SUM(A1)", "'-1+2", '7'],
  )
  assert.deepEqual([cell(plain, 'full_name'), cell(plain, 'email')], ['Bea Found', 'bea@widgets.example'])
  const none = await costs(0, () => leads('nobody', { format: 'csv' }))
  assert.equal(none.text, `${header.join(',')}\r\n`)
  const failed = await costs(1, () => leads('Bea Broken', { format: 'csv' }))
  assert.match(failed.text, /email: A source failed/)
})

test('a Markdown table escapes every cell', async () => {
  const reply = await costs(7, () => leads('Ada Odd', { format: 'markdown' }))
  assert.equal(reply.headers.get('content-type'), 'text/markdown; charset=utf-8')
  const [header = '', rule = '', row = '', ...rest] = reply.text.split('\n')
  assert.deepEqual(rest, [''])
  const width = (line: string) => line.split(/(?<!\\)\|/).length
  assert.deepEqual([width(rule), width(row)], [width(header), width(header)])
  assert.match(row, /Say "hi",<br>then \\\|go\\\|/)
  assert.match(row, /&lt;b>/)
})

test('rows run a few at a time', async () => {
  vendor.slowMs = 20
  vendor.busiest = 0
  const names = Array.from({ length: 12 }, (_, n) => `P${n} Found`).join(';')
  await costs(84, () => leads(names, { limit: 12 }))
  vendor.slowMs = 0
  assert.equal(vendor.busiest, 3)
})

test('steps that run out of time show as timeouts; what was found is returned and charged', async () => {
  const env = { ...ORDERS, LOG_LEVEL: 'silent', CALL_SECONDS: '5', WORKFLOW_PARALLEL: '1' }
  const hasty = await boot({ env, sources: sourcesAt(vendor.url) })
  vendor.silentAbout = 'Bea Found'
  const body = { inputs: { query: 'Ada Found;Bea Found' }, limit: 2 }
  const reply = await hasty.live('POST', '/v1/data/workflows/lead-list', body)
  vendor.silentAbout = undefined
  const [ada, bea] = reply.body.data
  assert.deepEqual([outcomes(ada), reply.status], [ALL_FOUND, 200])
  assert.deepEqual(outcomes(bea), ['person found 1', 'email failed 0', 'verification skipped 0'])
  assert.equal(bea.steps[1].error.code, 'upstream_timeout')
  assert.equal(reply.headers.get('x-credits-charged'), '8')
})

test('a suppressed person is not among the rows, not asked about and not charged', async () => {
  const gone = { kind: 'person' as const, value: UNWANTED, reason: null, now: ctx.clock.now() }
  await suppress(ctx.directory, world.workspaceId, { id: ctx.ids.ulid(), ...gone })
  const before = vendor.asked.length
  const reply = await costs(7, () => leads('Zoe Found;Ada Found'))
  assert.deepEqual(
    reply.body.data.map((row: { person: { id: string } }) => row.person.id),
    ['person_ada'],
  )
  assert.ok(!vendor.asked.slice(before).some((asked) => asked.includes('zoe@') || asked === 'email Zoe Found'))
})

test('the list shows every workflow with its inputs, steps and prices', async () => {
  const reply = await live('GET', '/v1/data/workflows')
  assert.equal(reply.status, 200)
  const byName = Object.fromEntries(reply.body.data.map((each: { name: string }) => [each.name, each]))
  assert.deepEqual(Object.keys(byName), ['lead-list', 'verify-list', 'enrich-list'])
  const lead = byName['lead-list']
  assert.deepEqual([lead.credits_per_row, lead.steps.length, lead.formats], [7, 3, ['json', 'csv', 'markdown']])
  assert.ok(lead.inputs.properties.filters)
  assert.equal(lead.inputs.required, undefined, 'what has a default need not be sent')
  assert.deepEqual(byName['verify-list'].inputs.required, ['emails'])
})

test('a test key gets fixed data in every format, with fixed misses and failures, for free', async () => {
  const before = vendor.asked.length
  const { spent } = await books()
  const call = async (name: string, body: object) => {
    const reply = await world.test('POST', `/v1/data/workflows/${name}`, body)
    assert.equal(reply.headers.get('x-credits-charged'), '0')
    return reply
  }
  const found = await call('lead-list', { inputs: { query: 'research' } })
  assert.deepEqual([found.status, found.body.data[0].verification.status, found.body.credits], [200, 'valid', 0])
  assert.equal((await call('lead-list', { inputs: { query: 'nobody' } })).body.data, null)
  assert.equal((await call('lead-list', { inputs: { query: 'failure' } })).status, 502)
  const file = await call('lead-list', { inputs: { query: 'research' }, format: 'csv' })
  assert.match(file.text, /^full_name,.*\r\nAda Example,/)
  const dry = await call('lead-list', { inputs: { query: 'research' }, dry_run: true })
  assert.equal(dry.body.estimate.credits, 70)
  const emails = ['ada.example@example.com', 'nobody@example.com', 'failure@example.com']
  const mixed = await call('verify-list', { inputs: { emails } })
  assert.deepEqual(
    mixed.body.data.map((row: { steps: Step[] }) => row.steps[0]?.outcome),
    ['found', 'not_found', 'failed'],
  )
  assert.equal((await call('verify-list', { inputs: { emails: ['failure@example.com'] } })).status, 502)
  assert.deepEqual([vendor.asked.length, (await books()).spent], [before, spent])
})
