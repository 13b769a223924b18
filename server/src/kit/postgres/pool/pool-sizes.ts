import type { Config } from '../../config/config.ts'

export interface Roles {
  readonly serve: boolean
  readonly work: boolean
}

const EXTERNAL = 10
const EMBEDDED = 20
/** LISTEN, holds, and settlements of the ledger. */
const EVERY_PROCESS = 3
/** Claims and outcomes of jobs and of deliveries: shared where connections are few. */
const WORKER = 4
const WORKER_SHARING = 2
const FEW = 16
const SEARCH_MAX = 4

/** Returns the number of connections that a process opens in total. No other process shares the embedded database. */
export function countProcessConnections(config: Config): number {
  return config.DATABASE_POOL ?? (config.DATABASE_URL ? EXTERNAL : EMBEDDED)
}

export function hasFewConnections(config: Config): boolean {
  return countProcessConnections(config) < FEW
}

/** Returns the connections that remain for requests and jobs; searches get half as many in addition. */
export function requestConnections(config: Config, { work }: Roles): number {
  const worker = hasFewConnections(config) ? WORKER_SHARING : WORKER
  const left = countProcessConnections(config) - EVERY_PROCESS - (work ? worker : 0)
  let requests = 2
  while (requests + 1 + searchConnections(requests + 1) <= left) requests++
  return requests
}

/** People searches have their own connections, in addition to those of requests. */
export function searchConnections(requests: number): number {
  return Math.min(SEARCH_MAX, Math.ceil(requests / 2))
}
