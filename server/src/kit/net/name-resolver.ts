import type { LookupAddress, RecordWithTtl } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { OutboundError } from './outbound-error.ts'

type Addresses = readonly LookupAddress[]

export interface NameResolver {
  /**
   * Resolves all addresses of a name, allowed or not. Lookups are limited per caller, a workspace or the operator, so that
   * names that never resolve do not delay other callers.
   */
  resolve(host: string, caller: string): Promise<Addresses>
}

export interface NameResolverOptions {
  /** Name servers, as in DNS_SERVERS; those of the machine when absent. */
  readonly servers?: string | undefined
  readonly hostsFile?: string
  /** Time limit for one lookup, with all its servers and tries. Waiting for a slot may take as long again. */
  readonly lookupMs?: number
}

const LOOKUPS_PER_CALLER = 32
/** RFC 8305: after the first address, the other family gets this much time. */
const OTHER_FAMILY_MS = 50
const TTL_MS = { min: 1000, max: 60_000, failure: 5000 }
const CACHED_NAMES_MAX = 2000
const REREAD_MS = 30_000

/**
 * Queries name servers over the network, never with `dns.lookup`, which blocks one of the few threads that files also need for
 * as long as a name server does not respond.
 */
export function createNameResolver(options: NameResolverOptions = {}): NameResolver {
  const { servers, hostsFile = '/etc/hosts', lookupMs = 5000 } = options
  const resolver = rereadPeriodically(() => createResolver(servers))
  const hosts = rereadPeriodically(() => readHosts(hostsFile))
  const withSlot = createLimiter(lookupMs)
  const cache = new Map<string, { addresses: Promise<Addresses>; until: number }>()

  function findCached(name: string): Promise<Addresses> | undefined {
    const entry = cache.get(name)
    return entry && entry.until > performance.now() ? entry.addresses : undefined
  }

  /** Cached from its start, so that callers of the same name share the lookup. */
  function lookUp(name: string): Promise<Addresses> {
    const answer = queryServers(resolver(), name, lookupMs)
    const entry = { addresses: answer.then(({ addresses }) => addresses), until: Number.POSITIVE_INFINITY }
    answer.then(
      ({ ttlMs }) => (entry.until = performance.now() + Math.min(Math.max(ttlMs, TTL_MS.min), TTL_MS.max)),
      () => (entry.until = performance.now() + TTL_MS.failure),
    )
    cache.delete(name)
    const [oldest] = cache.keys()
    if (cache.size >= CACHED_NAMES_MAX && oldest !== undefined) cache.delete(oldest)
    cache.set(name, entry)
    return entry.addresses
  }

  return {
    async resolve(host, caller) {
      const name = host.toLowerCase().replace(/\.$/, '')
      const local = hosts().get(name) ?? (/(^|\.)localhost$/.test(name) ? LOOPBACK : undefined)
      return local ?? findCached(name) ?? withSlot(caller, () => findCached(name) ?? lookUp(name))
    },
  }
}

/** Makes many short tries, because the resolver shortens its timeout for a server that is usually fast. */
export function createResolver(servers: string | undefined): Resolver {
  const resolver = new Resolver({ timeout: 1000, tries: 4, maxTimeout: 2000 })
  if (servers) resolver.setServers(servers.split(',').map((server) => server.trim()))
  return resolver
}

/** Caches data read from the machine's files for half a minute: a network or a container may change them. */
export function rereadPeriodically<T>(read: () => T): () => T {
  let last: { readonly value: T; readonly until: number } | undefined
  return () => {
    if (!last || last.until <= performance.now()) last = { value: read(), until: performance.now() + REREAD_MS }
    return last.value
  }
}

const LOOPBACK: Addresses = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

function readHosts(file: string): ReadonlyMap<string, Addresses> {
  const hosts = new Map<string, LookupAddress[]>()
  for (const line of readText(file).split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    if (family === 0) continue
    for (const name of names.map((one) => one.toLowerCase()))
      hosts.set(name, [...(hosts.get(name) ?? []), { address, family }])
  }
  return hosts
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

type ServerAnswer = { readonly addresses: Addresses; readonly ttlMs: number }

/** Queries both families at once. After the first address the other family gets a short time. */
function queryServers(resolver: Resolver, name: string, lookupMs: number): Promise<ServerAnswer> {
  return new Promise((resolve, reject) => {
    const found: (RecordWithTtl & LookupAddress)[] = []
    const failures: NodeJS.ErrnoException[] = []
    let open = 2
    const end = () => {
      clearTimeout(timer)
      if (found.length === 0) return reject(buildLookupError(name, failures, lookupMs))
      const addresses = found
        .map(({ address, family }) => ({ address, family }))
        .toSorted((a, b) => a.family - b.family)
      resolve({ addresses, ttlMs: 1000 * Math.min(...found.map(({ ttl }) => ttl)) })
    }
    let timer = setTimeout(end, lookupMs)
    const add = (family: number, records: readonly RecordWithTtl[]) => {
      found.push(...records.map((record) => ({ ...record, family })))
      if (--open === 0) return end()
      if (found.length === 0) return
      clearTimeout(timer)
      timer = setTimeout(end, OTHER_FAMILY_MS)
    }
    const fail = (family: number, error: NodeJS.ErrnoException) => {
      failures.push(error)
      add(family, [])
    }
    resolver.resolve4(name, { ttl: true }).then(
      (records) => add(4, records),
      (error) => fail(4, error),
    )
    resolver.resolve6(name, { ttl: true }).then(
      (records) => add(6, records),
      (error) => fail(6, error),
    )
  })
}

function buildLookupError(name: string, failures: readonly NodeJS.ErrnoException[], lookupMs: number): OutboundError {
  const isMissing = failures.length === 2 && failures.every(({ code }) => code === 'ENOTFOUND' || code === 'ENODATA')
  if (isMissing) {
    const cause = Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' })
    return new OutboundError('dns_failed', `The name ${name} has no address`, { cause })
  }
  const cause = failures.find(({ code }) => code !== 'ENOTFOUND' && code !== 'ENODATA')
  const isSilent = !cause || cause.code === 'ETIMEOUT' || cause.code === 'ECANCELLED'
  return new OutboundError(
    'dns_failed',
    isSilent
      ? `No name server resolved ${name} within ${lookupMs / 1000} seconds`
      : `The name servers could not resolve ${name} (${cause.code})`,
    { cause },
  )
}

/** The lookups of one caller. */
interface CallerSlots {
  running: number
  readonly waiting: Set<() => void>
}

/** Makes lookups beyond a caller's limit wait for a slot, and fails those that wait too long. */
function createLimiter(waitMs: number) {
  const callers = new Map<string, CallerSlots>()

  function freeSlot(slots: CallerSlots): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        slots.waiting.delete(start)
        reject(new OutboundError('dns_failed', 'Too many names of this workspace are waiting to be resolved'))
      }, waitMs)
      slots.waiting.add(start)
    })
  }

  return async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
    const slots = callers.get(caller) ?? { running: 0, waiting: new Set() }
    callers.set(caller, slots)
    if (slots.running < LOOKUPS_PER_CALLER) slots.running++
    else await freeSlot(slots)
    try {
      return await work()
    } finally {
      const [next] = slots.waiting
      if (next) {
        slots.waiting.delete(next)
        next()
      } else if (--slots.running === 0) callers.delete(caller)
    }
  }
}
