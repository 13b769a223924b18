import type { Config } from '../../kit/config/config.ts'
import { sha256 } from '../../kit/hash.ts'
import type { Pool } from '../../kit/postgres/db.ts'
import type { MailHost } from './mail-route.ts'
import type { Probe, ProbeAnswer } from './probe.ts'
import { recogniseProvider } from './provider.ts'
import { countProbes, findCatchAll, uncountProbes, updateCatchAll } from './sql.ts'

export interface DomainProbeResult {
  /** Undefined when the control address got no clear answer: an accepted address proves nothing then. */
  readonly isCatchAll: boolean | undefined
  /** The answer for the control address, if it was checked. */
  readonly controlAnswer: ProbeAnswer | undefined
  /** The answer for each address; empty for a catch-all domain. */
  readonly answers: ReadonlyMap<string, ProbeAnswer>
  /** Time until the domain can be probed again, if known. */
  readonly retryAfterMs?: number
}

export interface DomainProbeRequest {
  readonly domain: string
  readonly hosts: readonly [MailHost, ...MailHost[]]
  readonly addresses: readonly string[]
  readonly now: Date
  readonly deadlineMs: number
}

/** Checks addresses of a domain together with a control address that does not exist, to recognise catch-all domains. */
export type ProbeDomain = (request: DomainProbeRequest) => Promise<DomainProbeResult>

interface ProbeDomainOptions {
  readonly db: Pool
  readonly config: Pick<Config, 'PROBE_FROM' | 'PROBE_DOMAIN_DAILY'>
  readonly probe: Probe
}

const DAY_MS = 86_400_000
const CATCH_ALL_DAYS = 7
/** Shorter, because a domain may become catch-all, and checking one control address per day is cheap. */
const NOT_CATCH_ALL_DAYS = 1

/** Returns a little less than the source's own time, so that a slow server is reported as such and not as a slow source. */
export function probeDeadlineMs(deadlineMs: number): number {
  return deadlineMs * 0.95
}

export function createProbeDomain({ db, config, probe }: ProbeDomainOptions): ProbeDomain {
  const inFlight = new Map<string, Promise<unknown>>()

  async function probeAddresses(
    { domain, hosts, now, deadlineMs, ...request }: DomainProbeRequest,
    known: boolean | undefined,
  ): Promise<DomainProbeResult> {
    const control = controlAddress(domain, config.PROBE_FROM ?? '')
    const addresses = known === undefined ? [control, ...request.addresses] : request.addresses
    const day = now.toISOString().slice(0, 10)
    if (!(await countProbes(db, domain, { day, wanted: addresses.length, most: config.PROBE_DOMAIN_DAILY }))) {
      const answers = new Map(request.addresses.map((address) => [address, 'paced' as const]))
      return { isCatchAll: known, controlAnswer: 'paced', answers, retryAfterMs: DAY_MS - (now.getTime() % DAY_MS) }
    }
    const answers = await probe.ask(hosts, { addresses, deadlineMs, isEnough })
    if (answers.size < addresses.length) await uncountProbes(db, domain, day, addresses.length - answers.size)
    const controlAnswer = answers.get(control)
    const isCatchAll = known ?? isCatchAllBy(controlAnswer)
    if (known === undefined && isCatchAll !== undefined) {
      const days = isCatchAll ? CATCH_ALL_DAYS : NOT_CATCH_ALL_DAYS
      await updateCatchAll(db, domain, isCatchAll, new Date(now.getTime() + days * DAY_MS))
    }
    answers.delete(control)
    return { isCatchAll, controlAnswer, answers }
  }

  async function probeDomain(request: DomainProbeRequest): Promise<DomainProbeResult> {
    const { domain, hosts, now } = request
    const startedMs = performance.now()
    const isOwnDomain = recogniseProvider(hosts[0].name).ownDomains.includes(domain)
    const known = isOwnDomain ? false : await findCatchAll(db, domain, now)
    if (known === true) return { isCatchAll: true, controlAnswer: undefined, answers: new Map() }
    if (known === false) return probeAddresses(request, false)
    // A probe in flight is about to learn whether the domain is catch-all; the limiter would queue this one behind it anyway.
    const before = inFlight.get(domain)
    if (before) {
      await before
      return probeDomain({ ...request, deadlineMs: request.deadlineMs - (performance.now() - startedMs) })
    }
    const probing = probeAddresses(request, undefined)
    const ended = probing.catch(() => {})
    inFlight.set(domain, ended)
    try {
      return await probing
    } finally {
      if (inFlight.get(domain) === ended) inFlight.delete(domain)
    }
  }

  return probeDomain
}

/**
 * After an existing address, less likely ones need not be checked. After an accepted control address the domain is catch-all,
 * and further answers would mean nothing.
 */
function isEnough(answer: ProbeAnswer): boolean {
  return answer === 'accepted' || answer === 'exists' || answer === 'full'
}

function isCatchAllBy(control: ProbeAnswer | undefined): boolean | undefined {
  return control === 'accepted' ? true : control === 'missing' || control === 'disabled' ? false : undefined
}

/**
 * Returns an address that does not exist and is always the same for a domain: a greylisting server must see it again at the
 * next attempt.
 */
function controlAddress(domain: string, from: string): string {
  const letters = BigInt(`0x${sha256(`${from} ${domain}`).toString('hex')}`).toString(36)
  return `${letters.slice(0, 20)}@${domain}`
}
