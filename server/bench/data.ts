import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alternate, applyLoad, type Measured, medianOf } from './rig/load.ts'
import { type Program, startProgram } from './rig/program.ts'
import { type Report, table } from './rig/report.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 256
const PEOPLE = 20_000

interface Contender extends Program {
  readonly key: string
  readonly dataDir: string
}

/** `search/people` through the whole door, ten people an answer, against bare Fastify that has the same answer in memory. */
export async function bench(): Promise<Report> {
  const bare = await start('bench/programs/bare-search.ts')
  const metered = await start('bench/programs/search.ts', { PEOPLE: String(PEOPLE) })
  try {
    const load = (to: Contender, connections: number) =>
      applyLoad({
        url: to.url,
        paths: ['/v1/data/search/people'],
        body: JSON.stringify({ query: 'engineer', filters: { seniority: ['senior'], location: { country: ['DE'] } } }),
        headers: { authorization: `Bearer ${to.key}`, 'content-type': 'application/json' },
        connections,
        seconds: SECONDS,
      })
    const both = (connections: number) => [() => load(bare, connections), () => load(metered, connections)]
    await alternate(2, both(CONNECTIONS))
    const [fromBare = [], fromMetered = []] = await alternate(ROUNDS, both(CONNECTIONS))
    const [loneBare = [], loneMetered = []] = await alternate(3, both(1))
    return report({
      bare: medianOf(fromBare),
      metered: medianOf(fromMetered),
      loneBare: medianOf(loneBare),
      loneMetered: medianOf(loneMetered),
    })
  } finally {
    await stop(metered)
    await stop(bare)
  }
}

async function start(file: string, env: Record<string, string> = {}): Promise<Contender> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quoin-bench-'))
  const settings = {
    PORT: '0',
    QUOIN_DATA: dataDir,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_SECOND: '1000000',
    RATE_LIMIT_BURST: '1000000',
  }
  const program = await startProgram({ file, env: { ...settings, ...env }, ready: /(http\S+ \S+)\n/ })
  const [url = '', key = ''] = program.url.split(' ')
  return { ...program, url, key, dataDir }
}

async function stop(contender: Contender): Promise<void> {
  await contender.stop()
  rmSync(contender.dataDir, { recursive: true, force: true })
}

interface Figures {
  readonly bare: Measured
  readonly metered: Measured
  readonly loneBare: Measured
  readonly loneMetered: Measured
}

function row(name: string, { perSecond, p50, p99 }: Measured, to: Measured): string[] {
  return [
    name,
    Math.round(perSecond).toLocaleString('en'),
    `${p50} ms`,
    `${p99} ms`,
    (perSecond / to.perSecond).toFixed(2),
  ]
}

function report({ bare, metered, loneBare, loneMetered }: Figures): Report {
  const text = `
\`POST /v1/data/search/people\` through the whole door: key, rate limit, validation, hold, search of a directory of
${PEOPLE.toLocaleString('en')} invented people by a word and two filters, ten people in the answer, settle, both durable. Beside it bare Fastify
that has the same ten people in memory. Load from a process of its own, ${SECONDS} s a round, in turns, medians.

${table(
  ['', 'requests/s', 'p50', 'p99', 'ratio'],
  [
    row(`bare Fastify, ${CONNECTIONS} connections`, bare, bare),
    row(`metered search, ${CONNECTIONS} connections`, metered, bare),
    row('bare Fastify, 1 connection', loneBare, loneBare),
    row('metered search, 1 connection', loneMetered, loneBare),
  ],
)}`
  return {
    title: 'Paid search',
    text,
    bars: [{ what: 'of bare Fastify', is: metered.perSecond / bare.perSecond, atLeast: 0.35 }],
  }
}
