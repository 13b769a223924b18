import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openImportFile } from '../src/commands/import/import-file.ts'
import { systemClock } from '../src/kit/clock.ts'
import { csvRow } from '../src/kit/csv/csv.ts'
import { connect, type Pool } from '../src/kit/postgres/db.ts'
import { startEmbeddedPostgres } from '../src/operations/embedded/embedded-postgres.ts'
import { migrate } from '../src/operations/schema/migrate.ts'
import type { PeopleFilters } from '../src/sources/directory/contract.ts'
import { importPeople } from '../src/sources/directory/import/import.ts'
import { type SyntheticPerson, syntheticPerson } from '../src/sources/directory/import/synthetic.ts'
import { BUCKETS, toRankRange } from '../src/sources/directory/rank.ts'
import { connectForSearch } from '../src/sources/directory/search/cached-search.ts'
import { hashSearch, writeCursor } from '../src/sources/directory/search/cursor.ts'
import { searchPeople } from '../src/sources/directory/search/search.ts'
import { busySeconds, cpuSeconds, residentBytes } from './rig/machine.ts'
import { type Report, table } from './rig/report.ts'

/** A million; fewer for a quick look, ten million to see how searches grow. */
const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 1_000_000)
const QUESTIONS = 200
const workspaceId = 'ws_bench'

/** The directory on PostgreSQL's durable defaults: how fast people come in, and how fast they are found at any depth. */
export async function bench(): Promise<Report> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quoin-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const db = connect(postgres.address)
  const searching = connectForSearch(db)
  try {
    await migrate(db)
    const path = join(dataDir, 'people.csv')
    await pipeline(Readable.from(csvLines()), createWriteStream(path))
    const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
    const meter = startMeter(postmaster)
    const imported = { ...(await measureImport(db, path)), ...meter() }
    // PostgreSQL would begin with it by itself, in the middle of the searches.
    await db`vacuum people, companies`
    const rest = startMeter(postmaster)
    const rows: Figures[] = []
    for (const kind of KINDS) rows.push(await measureSearch(searching, kind))
    process.stdout.write(
      `Other programs used ${imported.others.toFixed(1)} cores during the import and ${rest().others.toFixed(1)} during the searches.\n`,
    )
    const [size] = await db<{ table: number; index: number }[]>`
      select pg_table_size('people') as table, pg_indexes_size('people') as index`
    return report({ imported, rows, size: size ?? { table: 0, index: 0 } })
  } finally {
    await searching.end({ timeout: 5 })
    await db.end({ timeout: 5 })
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const COLUMNS = [
  ...(['id', 'first_name', 'last_name', 'title', 'department', 'email', 'city', 'region', 'country'] as const),
  ...(['company_name', 'company_domain', 'company_industry', 'company_size', 'company_country'] as const),
  ...(['skills', 'links'] as const),
]

function* csvLines(): Generator<string> {
  yield csvRow(COLUMNS)
  for (let n = 0; n < PEOPLE; n++) {
    const person = syntheticPerson(n, PEOPLE)
    yield csvRow(COLUMNS.map((column) => formatCell(person[column])))
  }
}

function formatCell(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(';') : (value ?? '')
}

/** From a CSV file into empty tables with every index; each batch is durable. */
async function measureImport(db: Pool, path: string) {
  const file = openImportFile(path, undefined)
  let peak = 0
  const onProgress = () => {
    peak = Math.max(peak, residentBytes(process.pid))
  }
  const begun = performance.now()
  const row = await importPeople(db, systemClock, { id: 'bench', source: 'bench', items: file.items, onProgress })
  const perSecond = (row.records / (performance.now() - begun)) * 1000
  if (row.added !== PEOPLE) throw new Error(`${row.added} of ${PEOPLE} people came in`)
  return { perSecond, megabytes: peak / 1e6 }
}

interface ProcessorUse {
  /** Seconds of processor time. */
  readonly node: number
  readonly postgres: number
  /** Cores that other programs kept busy. */
  readonly others: number
}

function startMeter(postmaster: number): () => ProcessorUse {
  const read = () => ({
    at: performance.now() / 1000,
    node: cpuSeconds(process.pid),
    postgres: cpuSeconds(postmaster, { family: true }),
    busy: busySeconds(),
  })
  const begun = read()
  return () => {
    const ended = read()
    const [node, postgres] = [ended.node - begun.node, ended.postgres - begun.postgres]
    return { node, postgres, others: (ended.busy - begun.busy - node - postgres) / (ended.at - begun.at) }
  }
}

interface Question {
  readonly query: string
  readonly filters: PeopleFilters
}

interface QueryKind {
  readonly name: string
  readonly ask: (person: SyntheticPerson, other: SyntheticPerson) => Question
}

const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value : 'Berlin')
const lastWord = (value: string | string[] | undefined) => text(value).split(' ').at(-1) ?? ''
const pickRoleWord = (person: SyntheticPerson) =>
  text(person.title)
    .split(' ')
    .filter((word) => !['of', 'Senior', 'Junior'].includes(word))[0] ?? ''

/** Made from people who are there, so that there is something to find; `other` makes combinations that are rare or empty. */
const KINDS: readonly QueryKind[] = [
  {
    name: 'text and three filters',
    ask: (person, other) => ({
      query: pickRoleWord(person),
      filters: {
        department: [text(person.department)],
        location: { country: [text(person.country ?? 'DE')] },
        company: { industry: { include: [text(person.company_industry), text(other.company_industry)] } },
      },
    }),
  },
  {
    name: 'text and three filters, mixed at random',
    ask: (person, other) => ({
      query: pickRoleWord(person),
      filters: {
        company: { size: [person.company_size as '1-10'], industry: [text(other.company_industry)] },
        location: { city: [text(other.city)] },
      },
    }),
  },
  {
    name: 'text and three filters, one of them excludes',
    ask: (person, other) => ({
      query: lastWord(person.title),
      filters: {
        seniority: { exclude: ['intern', 'entry'] },
        skills: person.skills?.length ? (person.skills as string[]) : ['SQL'],
        location: { country: { exclude: [text(other.country ?? 'DE')] } },
      },
    }),
  },
  { name: 'a common word', ask: (person) => ({ query: lastWord(person.title), filters: {} }) },
  { name: 'a name', ask: (person) => ({ query: `${text(person.first_name)} ${text(person.last_name)}`, filters: {} }) },
  {
    name: 'one filter',
    ask: (person) => ({ query: '', filters: { location: { city: [text(person.city)] } } }),
  },
  {
    name: 'a company and a title',
    ask: (person) => ({
      query: '',
      filters: { title: [lastWord(person.title)], company: { domain: [text(person.company_domain)] } },
    }),
  },
]

interface Figures {
  readonly name: string
  readonly first: number[]
  readonly deep: number[]
  readonly found: number
}

async function measureSearch(db: Pool, { name, ask }: QueryKind): Promise<Figures> {
  const first: number[] = []
  const deep: number[] = []
  let found = 0
  for (let n = 0; n < QUESTIONS; n++) {
    const question = ask(anyone(n), anyone(n + QUESTIONS))
    const search = { workspaceId, limit: 25, ...question }
    const page = async (cursor?: string) => {
      const begun = performance.now()
      const { people } = await searchPeople(db, { ...search, cursor })
      found += people.length
      return performance.now() - begun
    }
    first.push(await page())
    for (const share of [0.99, 0.8, 0.5, 0.1]) deep.push(await page(cursorAt(share, question)))
  }
  return { name, first, deep, found: found / QUESTIONS / 5 }
}

function anyone(n: number): SyntheticPerson {
  return syntheticPerson(Math.floor(((n * 0.618_033_988_75) % 1) * PEOPLE), PEOPLE)
}

/** Goes on at a share of the whole order, as if all pages before had been read. */
function cursorAt(share: number, { query, filters }: Question): string {
  const rank = Math.floor(toRankRange(BUCKETS - 1).end * share)
  return writeCursor('people', hashSearch(workspaceId, query, filters), [rank, '', 0])
}

function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

interface Results {
  readonly imported: ProcessorUse & { perSecond: number; megabytes: number }
  readonly rows: readonly Figures[]
  readonly size: { table: number; index: number }
}

function report({ imported, rows, size }: Results): Report {
  const ms = (values: readonly number[], q: number) => `${quantile(values, q).toFixed(1)} ms`
  const searches = table(
    ['search', 'first page, p50', 'p99', 'deep pages, p50', 'p99', 'people per page'],
    rows.map(({ name, first, deep, found }) => [
      name,
      ms(first, 0.5),
      ms(first, 0.99),
      ms(deep, 0.5),
      ms(deep, 0.99),
      found.toFixed(1),
    ]),
  )
  const asked = rows
    .filter(({ name }) => name.startsWith('text and three filters'))
    .flatMap(({ first, deep }) => [...first, ...deep])
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`
  const perRow = (seconds: number) => `${((seconds / PEOPLE) * 1e6).toFixed(0)} µs`
  return {
    title: 'People search',
    text: `${PEOPLE.toLocaleString('en')} synthetic people on PostgreSQL's durable defaults (${gigabytes(size.table)}, indexes ${gigabytes(size.index)}). Searches run one at a time, ${QUESTIONS} of each
kind, and return pages of 25; deep pages begin after 1, 20, 50 and 90 % of the whole order. Times are those of the caller, with the
rows read and parsed.

${searches}

Over all searches with text and three filters, p50 is ${ms(asked, 0.5)} and p99 ${ms(asked, 0.99)}. The people were imported from a CSV file at
${Math.round(imported.perSecond).toLocaleString('en')} rows per second, with all indexes; a row takes ${perRow(imported.node)} of CPU time in the process, which had ${imported.megabytes.toFixed(0)} MB at most, and
${perRow(imported.postgres)} in PostgreSQL.`,
    bars: [
      { what: 'p50 in ms of text and three filters, at any depth', is: quantile(asked, 0.5), atMost: 5 },
      { what: 'p99 in ms of text and three filters, at any depth', is: quantile(asked, 0.99), atMost: 20 },
      { what: 'rows imported a second', is: imported.perSecond, atLeast: 20_000 },
    ],
  }
}
