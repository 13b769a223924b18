import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { alternate, applyLoad, computeMedians, type LoadFigures } from './rig/load.ts'
import { cpuSeconds } from './rig/machine.ts'
import { type Program, startProgram } from './rig/program.ts'
import { type Quoin, startQuoin } from './rig/quoin.ts'
import { type Report, table } from './rig/report.ts'

const CONNECTIONS = 64
const PROFILES = 500
const ROUNDS = 7
const SECONDS = 3

/** A GET through the whole door (key, rate limit, validation, SQL, serialisation) against a bare route from memory. */
export async function bench(): Promise<Report> {
  const quoin = await startQuoin()
  try {
    const profiles = await createProfiles(quoin)
    const file = join(quoin.dataDir, 'profiles.json')
    writeFileSync(file, JSON.stringify(profiles))
    const bare = await startProgram({
      file: 'bench/programs/bare-fastify.ts',
      env: { PROFILES: file },
      ready: /API\s+(\S+)/,
    })
    try {
      return await compare(
        quoin,
        bare,
        profiles.map(({ id }) => `/v1/profiles/${id}`),
      )
    } finally {
      await bare.stop()
    }
  } finally {
    await quoin.stop()
  }
}

function createProfiles(quoin: Quoin): Promise<{ id: string }[]> {
  const create = (n: number) => {
    const profile = { name: `Example brand ${n}`, external_ref: `customer-${n}`, metadata: { plan: 'demo' } }
    return quoin.call('POST', '/v1/profiles', profile) as Promise<{ id: string }>
  }
  return Promise.all(Array.from({ length: PROFILES }, (_, n) => create(n)))
}

async function compare(quoin: Quoin, bare: Program, paths: readonly string[]): Promise<Report> {
  const headers = { authorization: `Bearer ${quoin.liveKey}` }
  const get = ({ url }: Program) => applyLoad({ url, paths, headers, connections: CONNECTIONS, seconds: SECONDS })
  const postgres = Number(readFileSync(join(quoin.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  let [serverSeconds, postgresSeconds] = [0, 0]
  const getMeasured = async () => {
    serverSeconds -= cpuSeconds(quoin.pid)
    postgresSeconds -= cpuSeconds(postgres, { family: true })
    const measured = await get(quoin)
    serverSeconds += cpuSeconds(quoin.pid)
    postgresSeconds += cpuSeconds(postgres, { family: true })
    return measured
  }
  // Unmeasured rounds first: the compiler takes its time with the longer path.
  await alternate(2, [() => get(bare), () => get(quoin)])
  const [fromMemory = [], fromPostgres = []] = await alternate(ROUNDS, [() => get(bare), getMeasured])
  const cores = (seconds: number) => seconds / (ROUNDS * SECONDS)
  return report(computeMedians(fromMemory), computeMedians(fromPostgres), cores(serverSeconds), cores(postgresSeconds))
}

function report(fastify: LoadFigures, ours: LoadFigures, serverCores: number, postgresCores: number): Report {
  const row = (name: string, { perSecond, p50, p99 }: LoadFigures) => [
    name,
    Math.round(perSecond).toLocaleString('en'),
    `${p50} ms`,
    `${p99} ms`,
    (perSecond / fastify.perSecond).toFixed(2),
  ]
  const text = `
A GET of one of ${PROFILES} profiles: API key, rate limit, validation, a row read from PostgreSQL (durable default settings),
serialisation. It is compared with a bare Fastify route that returns the same JSON from memory. ${CONNECTIONS} connections from a
separate process; medians of ${ROUNDS} alternating rounds of ${SECONDS} s.

${table(
  ['', 'requests/s', 'p50', 'p99', 'ratio'],
  [row('bare Fastify, from memory', fastify), row('Quoin, from PostgreSQL', ours)],
)}

Under load the server used ${serverCores.toFixed(2)} cores and PostgreSQL ${postgresCores.toFixed(2)}.`
  return {
    title: 'Reading a profile',
    text,
    bars: [{ what: 'ratio', is: ours.perSecond / fastify.perSecond, atLeast: 0.4 }],
  }
}
