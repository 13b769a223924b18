import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Load, LoadFigures } from '../rig/load.ts'

/** The process that makes the load. Each connection walks the paths in an order of its own. */
const autocannon = createRequire(import.meta.url)('autocannon') as (options: object) => Promise<Result>

interface Result {
  readonly '2xx': number
  readonly non2xx: number
  readonly errors: number
  readonly duration: number
  readonly latency: { readonly p50: number; readonly p99: number }
}

const { url, paths, body, requests: own, headers, connections, seconds } = JSON.parse(readFileSync(0, 'utf8')) as Load
const bodies = body === undefined ? [undefined] : [body].flat()
const given = own ?? bodies.map((each) => ({ headers: {}, ...(each !== undefined && { body: each }) }))
const requests = paths.flatMap((path) =>
  given.map((each) => ({
    path,
    ...each,
    headers: { ...headers, ...each.headers },
    ...('body' in each && { method: 'POST' }),
  })),
)
/** Of very many requests each connection makes its share. */
const shares =
  requests.length < connections * 10
    ? [requests]
    : Array.from({ length: connections }, (_, share) => requests.filter((__, n) => n % connections === share))
let client = 0
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  setupClient: (connection: { setRequests(requests: object[]): void }) => {
    const mine = shares[client++ % shares.length] ?? requests
    const start = Math.floor(Math.random() * mine.length)
    connection.setRequests([...mine.slice(start), ...mine.slice(0, start)])
  },
})
if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0)
  throw new Error(`${url}: ${result['2xx']} good answers, ${result.non2xx} others, ${result.errors} errors`)
const measured: LoadFigures = {
  perSecond: result['2xx'] / result.duration,
  p50: result.latency.p50,
  p99: result.latency.p99,
}
process.stdout.write(JSON.stringify(measured))
