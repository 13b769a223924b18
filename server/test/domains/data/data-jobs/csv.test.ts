import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCsv } from '../../../../src/kit/csv/csv.ts'
import { createCsvReader } from '../../../../src/kit/csv/csv-reader.ts'
import { addPeople, examplePerson } from '../../../support/directory-people.ts'
import { boot } from '../../../support/harness.ts'
import {
  type AnyJob,
  books,
  ended,
  fetchJobResults,
  fetchResultFile,
  grant,
  startJobs,
  submit,
} from '../../../support/job-scene.ts'

const world = await boot({ env: { SOURCES_FIND_EMAIL: 'directory', LOG_LEVEL: 'silent' } })
const { ctx, live, workspaceId } = world
await startJobs(ctx)
await grant(ctx, workspaceId, 1_000_000)
await addPeople(
  ctx,
  '=crm',
  Array.from({ length: 10 }, (_, n) => examplePerson(n)),
)

const FIND = 'contacts/find-email'

function parse(text: string): string[][] {
  const reader = createCsvReader(',')
  return [...reader.push(text), ...reader.end()].map((item) => [...('cells' in item ? item.cells : [item.error])])
}

test("the result file has the caller's columns, byte for byte, followed by the results", async () => {
  const header = ['Full Name', 'domain', 'note', 'note']
  const rows = [
    ['Ada Example b1', 'widgets.example', 'says "hi", twice', 'b'],
    ['Ada Example c2', 'https://www.widgets.example/about', 'two\nlines\r\nor three', ''],
    ['Nemo Nobody', 'nowhere.example', ' spaces ', ' '],
    ['Ada Example b1', 'widgets.example', 'Größe; 中文 😀', '1'],
  ]
  const job = await submit(live, { action: FIND, csv_text: `\uFEFF${formatCsv(header, rows)}` })
  assert.equal(job.credits.held, 15)
  assert.equal((await ended(live, job)).credits.charged, 10)
  const reply = await fetchResultFile(live, job, 'csv')
  assert.equal(reply.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(reply.headers.get('content-disposition'), `attachment; filename="${job.id}.csv"`)
  const [head = [], ...lines] = parse(reply.text)
  assert.deepEqual(head.slice(0, 7), [...header, 'row_status', 'row_error', 'row_credits'])
  assert.deepEqual(
    lines.map((line) => line.slice(0, 4)),
    rows,
  )
  const column = (name: string) => lines.map((line) => line[head.indexOf(name)])
  assert.deepEqual(column('row_status'), ['found', 'found', 'not_found', 'found'])
  assert.deepEqual(column('row_credits'), ['5', '5', '0', '0'])
  assert.deepEqual(column('result_email'), ['ada1@widgets.example', 'ada2@widgets.example', '', 'ada1@widgets.example'])
  assert.deepEqual(column('result_person_full_name')[0], 'Ada Example b1')
  assert.equal(column('result_sources')[0], "'=crm")
})

test('cells that a spreadsheet would run as formulas are escaped in files', async () => {
  const csv_text = 'query,note\n"Ada Example b1, widgets.example",=1+1\n"Ada Example c2, widgets.example","@SUM(A1)"\n'
  const job = await submit(live, { action: FIND, csv_text })
  await ended(live, job)
  const [, ...lines] = parse((await fetchResultFile(live, job, 'csv')).text)
  assert.deepEqual(
    lines.map((line) => line[1]),
    ["'=1+1", "'@SUM(A1)"],
  )
  const [row] = await fetchJobResults(live, job)
  assert.deepEqual(row.input, { query: 'Ada Example b1, widgets.example', note: '=1+1' })
})

test('an unreadable row is a row error with its line, and the others get their results', async () => {
  const csv_text = [
    'first_name;last_name;domain',
    'Ada;"Example\nd3";widgets.example',
    'Ada;;',
    'Ada;Example e4;widgets.example;extra',
    'Ada;Example f5;widgets.example',
    'Ada;"never closed;widgets.example',
  ].join('\n')
  const job = await submit(live, { action: FIND, csv_text })
  assert.deepEqual(job.progress, { done: 3, total: 5, found: 0, failed: 3 })
  assert.equal(job.credits.held, 10)
  const end = await ended(live, job)
  assert.deepEqual([end.status, end.progress.failed], ['completed_with_errors', 3])
  const rows = await fetchJobResults(live, job)
  assert.deepEqual(
    rows.map(({ line, status }: AnyJob) => [line, status]),
    [
      [2, 'found'],
      [4, 'failed'],
      [5, 'failed'],
      [6, 'found'],
      [7, 'failed'],
    ],
  )
  assert.match(rows[1].error.message, /^Line 4: add the domain/)
  assert.match(rows[2].error.message, /^Line 5: has 4 cells, but there are 3 columns/)
  assert.match(rows[4].error.message, /^Line 7: a quote is opened here but not closed/)
})

test('the file of a search job has a line for every person', async () => {
  const job = await submit(live, { action: 'search/people', filters: { title: ['research'], limit: 5 } })
  await ended(live, job)
  const [head = [], ...lines] = parse((await fetchResultFile(live, job, 'csv')).text)
  assert.equal(lines.length, 5)
  assert.ok(lines.every((line) => line[head.indexOf('result_company_domain')] === 'widgets.example'))
  const queries = await submit(live, { action: 'search/people', queries: ['ada example', 'nonesuch'] })
  await ended(live, queries)
  const [names = [], ...found] = parse((await fetchResultFile(live, queries, 'csv')).text)
  const credits = found.map((line) => line[names.indexOf('row_credits')])
  assert.deepEqual(credits, ['10', ...Array.from({ length: 9 }, () => ''), '0'])
  assert.deepEqual(
    found.map(([query]) => query),
    [...Array.from({ length: 10 }, () => 'ada example'), 'nonesuch'],
  )
})

test('a file with too many columns for its results is refused', async () => {
  const columns = Array.from({ length: 10_000 }, (_, n) => `c${n}`)
  const body = { action: FIND, csv_text: `query,${columns.join(',')}\n"Ada Example b1, widgets.example"\n` }
  const reply = await live('POST', '/v1/bulk/jobs', body)
  assert.deepEqual([reply.status, reply.body.detail[0].loc], [422, ['body', 'csv_text']])
})

test('100,001 rows are one too many, and a body of more than 32 MiB is refused', async () => {
  const rows = (count: number) => `email\n${'a@b.example\n'.repeat(count)}`
  const many = await live('POST', '/v1/bulk/jobs', { action: 'people/enrich', csv_text: rows(100_001) })
  assert.deepEqual([many.status, many.body.detail[0].loc], [422, ['body', 'csv_text']])
  assert.match(many.body.detail[0].msg, /more than 100000 rows/)
  const job = await submit(live, { action: 'people/enrich', csv_text: rows(100_000) })
  assert.deepEqual([job.progress.total, job.credits.held], [100_000, 3])
  assert.deepEqual((await ended(live, job)).progress, { done: 100_000, total: 100_000, found: 0, failed: 0 })
  const big = await live('POST', '/v1/bulk/jobs', { action: 'people/enrich', csv_text: 'x'.repeat(33 * 1_048_576) })
  assert.equal(big.status, 413)
})

test("an estimate of a job is free, equals the job's hold, and lists the rows that cannot be looked up", async () => {
  const before = await books(live)
  const csv_text = 'name,domain\nAda Example b1,widgets.example\nAda Example B1,widgets.example\nAda,\n'
  const body = { action: 'contacts/find-email', csv_text }
  const reader = world.client(await world.key({ permission: 'read' }))
  const { status, body: estimate } = await reader('POST', '/v1/bulk/jobs:estimate', body)
  assert.equal(status, 200)
  const { refused, ...counts } = estimate.data
  assert.deepEqual(counts, {
    action: 'contacts/find-email',
    credits: 5,
    rows: 3,
    duplicates: 1,
    unreadable: 1,
    price_book: 'standard-2026-11',
  })
  assert.deepEqual([refused.length, refused[0].row, refused[0].line], [1, 3, 4])
  assert.deepEqual(await books(live), before)
  const search = { action: 'search/people', filters: { title: ['research'], limit: 40 } }
  assert.equal((await reader('POST', '/v1/bulk/jobs:estimate', search)).body.data.credits, 40)
  const wrong = { action: 'search/people', csv_text: 'unknown\n1\n' }
  const refusals = await Promise.all(
    ['/v1/bulk/jobs', '/v1/bulk/jobs:estimate'].map((path) => live('POST', path, wrong)),
  )
  assert.deepEqual(refusals[0]?.body.detail, refusals[1]?.body.detail)
  const job = await submit(live, body)
  assert.equal(job.credits.held, 5)
  await ended(live, job)
})
