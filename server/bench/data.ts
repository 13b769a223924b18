import { type Contender, startContender } from './rig/contender.ts'
import { alternate, applyLoad, computeMedians, type LoadFigures } from './rig/load.ts'
import { type Report, table } from './rig/report.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 256
const PEOPLE = 20_000
const SPELLINGS = 20_000

/** `search/people` through the whole door, ten people an answer, against bare Fastify that has the same answer in memory. */
export async function bench(): Promise<Report> {
  const bare = await startContender('bench/programs/bare-search.ts')
  const metered = await startContender('bench/programs/search.ts', { PEOPLE: String(PEOPLE) })
  try {
    const load = (to: Contender, connections: number, body: string | string[] = question(0)) =>
      applyLoad({
        url: to.url,
        paths: ['/v1/data/search/people'],
        body,
        headers: { authorization: `Bearer ${to.key}`, 'content-type': 'application/json' },
        connections,
        seconds: SECONDS,
      })
    const others = Array.from({ length: SPELLINGS }, (_, n) => question(n))
    const both = (connections: number) => [() => load(bare, connections), () => load(metered, connections)]
    await alternate(2, both(CONNECTIONS))
    const [fromBare = [], fromMetered = []] = await alternate(ROUNDS, both(CONNECTIONS))
    const [loneBare = [], loneMetered = []] = await alternate(3, both(1))
    const various: LoadFigures[] = []
    for (let round = 0; round < 3; round++) various.push(await load(metered, CONNECTIONS, others))
    return report({
      various: computeMedians(various),
      bare: computeMedians(fromBare),
      metered: computeMedians(fromMetered),
      loneBare: computeMedians(loneBare),
      loneMetered: computeMedians(loneMetered),
    })
  } finally {
    await metered.stop()
    await bare.stop()
  }
}

/** The same question in a spelling of its own, so that nothing that was answered before helps. */
function question(n: number): string {
  const query = 'engineer'
    .split('')
    .map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter))
    .join('')
  const filters = { seniority: ['senior'], location: { country: ['DE'] } }
  return JSON.stringify({ query: query + ' '.repeat(n >> 8), filters })
}

interface Figures {
  readonly various: LoadFigures
  readonly bare: LoadFigures
  readonly metered: LoadFigures
  readonly loneBare: LoadFigures
  readonly loneMetered: LoadFigures
}

function row(name: string, { perSecond, p50, p99 }: LoadFigures, to: LoadFigures): string[] {
  return [
    name,
    Math.round(perSecond).toLocaleString('en'),
    `${p50} ms`,
    `${p99} ms`,
    (perSecond / to.perSecond).toFixed(2),
  ]
}

function report({ bare, metered, various, loneBare, loneMetered }: Figures): Report {
  const text = `
\`POST /v1/data/search/people\` with every step of a request: API key, rate limit, validation, a search of ${PEOPLE.toLocaleString('en')} synthetic
people by a word and two filters, ten people in the response, and a durable charge. It is compared with bare Fastify that returns ten
such people from memory. A repeated search comes from the cache while the directory is unchanged; a new search differs from every
earlier one. The load comes from a separate process; medians of alternating rounds of ${SECONDS} s.

${table(
  ['', 'requests/s', 'p50', 'p99', 'ratio'],
  [
    row(`bare Fastify, ${CONNECTIONS} connections`, bare, bare),
    row(`metered, repeated search, ${CONNECTIONS} connections`, metered, bare),
    row(`metered, new searches, ${CONNECTIONS} connections`, various, bare),
    row('bare Fastify, 1 connection', loneBare, loneBare),
    row('metered, repeated search, 1 connection', loneMetered, loneBare),
  ],
)}`
  return {
    title: 'Paid search',
    text,
    bars: [
      { what: 'of bare Fastify, a question asked before', is: metered.perSecond / bare.perSecond, atLeast: 0.35 },
      { what: 'new questions a second', is: various.perSecond, atLeast: 1500 },
    ],
  }
}
