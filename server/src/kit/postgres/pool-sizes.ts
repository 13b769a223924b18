import type { Config } from '../config.ts'

export interface Roles {
  readonly serve: boolean
  readonly work: boolean
}

const EXTERNAL = 10
const EMBEDDED = 20
/** LISTEN; holds and settlements of the ledger. */
const EVERY_PROCESS = 3
/** Claims and outcomes, of jobs and of deliveries: together where connections are few. */
const WORKER = 4
const WORKER_SHARING = 2
const FEW = 16
const SEARCH_MAX = 4

/** How many connections a process opens in all. No other process shares the embedded database. */
export function countProcessConnections(config: Config): number {
  return config.DATABASE_POOL ?? (config.DATABASE_URL ? EXTERNAL : EMBEDDED)
}

export function hasFewConnections(config: Config): boolean {
  return countProcessConnections(config) < FEW
}

/** What is left for requests and jobs themselves, and half as many again for searches. */
export function requestConnections(config: Config, { work }: Roles): number {
  const worker = hasFewConnections(config) ? WORKER_SHARING : WORKER
  const left = countProcessConnections(config) - EVERY_PROCESS - (work ? worker : 0)
  let requests = 2
  while (requests + 1 + searchConnections(requests + 1) <= left) requests++
  return requests
}

/** Searches of people have connections of their own, beside those of requests. */
export function searchConnections(requests: number): number {
  return Math.min(SEARCH_MAX, Math.ceil(requests / 2))
}
