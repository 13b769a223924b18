import type { LookupAddress, RecordWithTtl } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { OutboundError } from './outbound-error.ts'

type Addresses = readonly LookupAddress[]

export interface Names {
  /**
   * Every address of a name, whether connecting to it is allowed or not. The caller is a workspace, or the operator: lookups
   * are limited for each, so that names that never resolve hold up no other caller.
   */
  resolve(host: string, caller: string): Promise<Addresses>
}

export interface NamesOptions {
  /** As in DNS_SERVERS; the machine's own when absent. */
  readonly servers?: string | undefined
  readonly hostsFile?: string
  /** Over one lookup, however many servers and tries that takes; as long again at most to wait for a slot. */
  readonly lookupMs?: number
}

const LOOKUPS_PER_CALLER = 32
/** RFC 8305: once there is an address, the other family gets this long. */
const OTHER_FAMILY_MS = 50
const KEPT_MS = { least: 1000, most: 60_000, failure: 5000 }
const KEPT_NAMES = 2000
const REREAD_MS = 30_000

/**
 * Asks name servers over the network, never by `dns.lookup`: that one blocks a thread of the few that files and everything
 * else share, for as long as a name server is silent.
 */
export function createNames(options: NamesOptions = {}): Names {
  const { servers, hostsFile = '/etc/hosts', lookupMs = 5000 } = options
  const resolver = rereading(() => createResolver(servers))
  const hosts = rereading(() => readHosts(hostsFile))
  const withSlot = createLimiter(lookupMs)
  const kept = new Map<string, { answer: Promise<Addresses>; until: number }>()

  function known(name: string): Promise<Addresses> | undefined {
    const entry = kept.get(name)
    return entry && entry.until > performance.now() ? entry.answer : undefined
  }

  /** Kept from its beginning, so that callers with the same question share it. */
  function ask(name: string): Promise<Addresses> {
    const asked = askServers(resolver(), name, lookupMs)
    const entry = { answer: asked.then(({ addresses }) => addresses), until: Number.POSITIVE_INFINITY }
    asked.then(
      ({ ttlMs }) => (entry.until = performance.now() + Math.min(Math.max(ttlMs, KEPT_MS.least), KEPT_MS.most)),
      () => (entry.until = performance.now() + KEPT_MS.failure),
    )
    kept.delete(name)
    const [oldest] = kept.keys()
    if (kept.size >= KEPT_NAMES && oldest !== undefined) kept.delete(oldest)
    kept.set(name, entry)
    return entry.answer
  }

  return {
    async resolve(host, caller) {
      const name = host.toLowerCase().replace(/\.$/, '')
      const local = hosts().get(name) ?? (/(^|\.)localhost$/.test(name) ? LOOPBACK : undefined)
      return local ?? known(name) ?? withSlot(caller, () => known(name) ?? ask(name))
    },
  }
}

/** Tries are many and begin short because the resolver shortens its patience with a server that is quick otherwise. */
export function createResolver(servers: string | undefined): Resolver {
  const resolver = new Resolver({ timeout: 1000, tries: 4, maxTimeout: 2000 })
  if (servers) resolver.setServers(servers.split(',').map((server) => server.trim()))
  return resolver
}

/** What is read from the machine's files, read anew from time to time: a network or a container may change them. */
export function rereading<T>(read: () => T): () => T {
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

type Answer = { readonly addresses: Addresses; readonly ttlMs: number }

/** Both families at once; the first address starts a short wait for the other family. */
function askServers(resolver: Resolver, name: string, lookupMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const found: (RecordWithTtl & LookupAddress)[] = []
    const failures: NodeJS.ErrnoException[] = []
    let open = 2
    const end = () => {
      clearTimeout(timer)
      if (found.length === 0) return reject(failureOf(name, failures, lookupMs))
      const addresses = found
        .map(({ address, family }) => ({ address, family }))
        .toSorted((a, b) => a.family - b.family)
      resolve({ addresses, ttlMs: 1000 * Math.min(...found.map(({ ttl }) => ttl)) })
    }
    let timer = setTimeout(end, lookupMs)
    const settle = (family: number, records: readonly RecordWithTtl[]) => {
      found.push(...records.map((record) => ({ ...record, family })))
      if (--open === 0) return end()
      if (found.length === 0) return
      clearTimeout(timer)
      timer = setTimeout(end, OTHER_FAMILY_MS)
    }
    const fail = (family: number, error: NodeJS.ErrnoException) => {
      failures.push(error)
      settle(family, [])
    }
    resolver.resolve4(name, { ttl: true }).then(
      (records) => settle(4, records),
      (error) => fail(4, error),
    )
    resolver.resolve6(name, { ttl: true }).then(
      (records) => settle(6, records),
      (error) => fail(6, error),
    )
  })
}

function failureOf(name: string, failures: readonly NodeJS.ErrnoException[], lookupMs: number): OutboundError {
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
      ? `No name server answered about ${name} within ${lookupMs / 1000} seconds`
      : `The name servers could not resolve ${name} (${cause.code})`,
    { cause },
  )
}

interface Line {
  running: number
  readonly waiting: Set<() => void>
}

/** Lookups of one caller beyond its limit wait for each other, and give up when that takes too long. */
function createLimiter(waitMs: number) {
  const lines = new Map<string, Line>()

  function freeSlot(line: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        line.waiting.delete(start)
        reject(new OutboundError('dns_failed', 'Too many names of this workspace wait for an answer'))
      }, waitMs)
      line.waiting.add(start)
    })
  }

  return async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(caller) ?? { running: 0, waiting: new Set() }
    lines.set(caller, line)
    if (line.running < LOOKUPS_PER_CALLER) line.running++
    else await freeSlot(line)
    try {
      return await work()
    } finally {
      const [next] = line.waiting
      if (next) {
        line.waiting.delete(next)
        next()
      } else if (--line.running === 0) lines.delete(caller)
    }
  }
}
