import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Contender, startContender } from './rig/contender.ts'
import { startProgram } from './rig/program.ts'
import { type Report, table } from './rig/report.ts'

const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000)
const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 180_000)
const SAMPLE_MS = 50

interface BulkFigures {
  readonly name: string
  readonly rows: number
  readonly found: number
  readonly submitSeconds: number
  readonly seconds: number
  readonly resultSeconds: number
  readonly resultMegabytes: number
  /** Of the process, in MiB: when the job was stored, at its end, the most while it ran, and the most over all. */
  readonly rss: { readonly before: number; readonly end: number; readonly working: number; readonly most: number }
}

/** Jobs of 100,000 rows from submit to the last result, in a process that serves and works, over the built-in directory. */
export async function bench(): Promise<Report> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quoin-bench-'))
  const env = { QUOIN_DATA: dataDir, PEOPLE: String(PEOPLE), ROWS: String(ROWS), SOURCES_FIND_EMAIL: 'directory' }
  await (await startProgram({ file: 'bench/programs/bulk-people.ts', env, ready: /done/ })).stop()
  const service = await startContender('bench/programs/bulk.ts', env)
  try {
    const csv = readFileSync(join(dataDir, 'people.csv'), 'utf8')
    const only = (column: number) =>
      csv.replaceAll(/^([^,\r]*),("[^"]*"|[^,\r]*),([^,\r]*)/gm, column === 0 ? '$1' : '$2,$3')
    const jobs: BulkFigures[] = []
    jobs.push(await run(service, 'people/enrich by email', { action: 'people/enrich', csv_text: only(0) }))
    jobs.push(await run(service, 'contacts/find-email', { action: 'contacts/find-email', csv_text: only(1) }))
    jobs.push(await run(service, 'search/people, all pages', { action: 'search/people', filters: { limit: ROWS } }))
    return report(jobs)
  } finally {
    await service.stop()
  }
}

async function run(service: Contender, name: string, body: object): Promise<BulkFigures> {
  let most = 0
  let working = 0
  let isWorking = false
  const watch = setInterval(() => {
    const now = readRssMib(service.pid)
    most = Math.max(most, now)
    if (isWorking) working = Math.max(working, now)
  }, SAMPLE_MS)
  const started = performance.now()
  const { id } = await call(service, 'POST', '/v1/bulk/jobs', body)
  const submitted = performance.now()
  const before = readRssMib(service.pid)
  isWorking = true
  let job = await call(service, 'GET', `/v1/bulk/jobs/${id}`)
  while (job.finished_at === null) {
    await sleep(100)
    job = await call(service, 'GET', `/v1/bulk/jobs/${id}`)
  }
  isWorking = false
  if (job.status !== 'completed') throw new Error(JSON.stringify(job))
  const end = readRssMib(service.pid)
  const asked = performance.now()
  const bytes = await drain(service, `/v1/bulk/jobs/${id}/results?format=ndjson`)
  const read = performance.now()
  clearInterval(watch)
  return {
    name,
    rows: job.progress.done,
    found: job.progress.found,
    submitSeconds: (submitted - started) / 1000,
    seconds: (Date.parse(job.finished_at) - Date.parse(job.started_at)) / 1000,
    resultSeconds: (read - asked) / 1000,
    resultMegabytes: bytes / 1e6,
    rss: { before, end, working, most },
  }
}

interface Job {
  readonly id: string
  readonly status: string
  readonly progress: { readonly done: number; readonly found: number }
  readonly started_at: string
  readonly finished_at: string | null
}

async function call(
  { url, key }: Contender,
  method: string,
  path: string,
  body?: object,
): Promise<Job & { finished_at: string }> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Job & { finished_at: string }
}

/** Reads an answer to its end without keeping it. */
async function drain({ url, key }: Contender, path: string): Promise<number> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } })
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length
  return bytes
}

function readRssMib(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

function report(jobs: readonly BulkFigures[]): Report {
  const perSecond = ({ rows, seconds }: BulkFigures) => rows / seconds
  const mib = (n: number) => `${Math.round(n)} MiB`
  const text = `
Bulk jobs of ${ROWS.toLocaleString('en')} rows over a directory of ${PEOPLE.toLocaleString('en')} synthetic people, in one process for API and worker. Every row is charged
in the ledger, durably. Submitting the list and reading all results as NDJSON are timed separately. Memory is resident memory of
the process.

${table(
  ['job', 'rows/s', 'found', 'submit', 'results', 'memory before', 'at the end', 'peak of the job', 'peak of all'],
  jobs.map((job) => [
    job.name,
    Math.round(perSecond(job)).toLocaleString('en'),
    job.found.toLocaleString('en'),
    `${job.submitSeconds.toFixed(1)} s`,
    `${job.resultSeconds.toFixed(1)} s, ${Math.round(job.resultMegabytes)} MB`,
    mib(job.rss.before),
    mib(job.rss.end),
    mib(job.rss.working),
    mib(job.rss.most),
  ]),
)}`
  return {
    title: 'Bulk jobs',
    text,
    bars: [
      { what: 'rows a second, the slowest job', is: Math.min(...jobs.map(perSecond)), atLeast: 8000 },
      { what: 'MiB of RSS at most', is: Math.max(...jobs.map(({ rss }) => rss.most)), atMost: 300 },
    ],
  }
}
