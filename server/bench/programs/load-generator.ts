import { createRequire } from 'node:module'
import type { Load, Measured } from '../rig/load.ts'

/** The process that makes the load. Each connection walks the paths in an order of its own. */
const autocannon = createRequire(import.meta.url)('autocannon') as (options: object) => Promise<Result>

interface Result {
  readonly '2xx': number
  readonly non2xx: number
  readonly errors: number
  readonly duration: number
  readonly latency: { readonly p50: number; readonly p99: number }
}

const { url, paths, body, headers, connections, seconds } = JSON.parse(process.argv[2] ?? '{}') as Load
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  setupClient: (client: { setRequests(requests: object[]): void }) => {
    const start = Math.floor(Math.random() * paths.length)
    client.setRequests(
      [...paths.slice(start), ...paths.slice(0, start)].map((path) => ({
        path,
        headers,
        ...(body !== undefined && { method: 'POST', body }),
      })),
    )
  },
})
if (result.non2xx > 0 || result.errors > 0 || result['2xx'] === 0)
  throw new Error(`${url}: ${result['2xx']} good answers, ${result.non2xx} others, ${result.errors} errors`)
const measured: Measured = {
  perSecond: result['2xx'] / result.duration,
  p50: result.latency.p50,
  p99: result.latency.p99,
}
process.stdout.write(JSON.stringify(measured))
