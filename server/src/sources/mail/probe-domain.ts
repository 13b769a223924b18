import type { Config } from '../../kit/config.ts'
import { sha256 } from '../../kit/hash.ts'
import type { Pool } from '../../kit/postgres/db.ts'
import type { MailHost } from './mail-route.ts'
import type { Probe, Said } from './probe.ts'
import { providerOf } from './provider.ts'
import { claimProbes, findCatchAll, returnProbes, updateCatchAll } from './sql.ts'

export interface Asked {
  /** Undefined when the control address could not be judged: then an accepted address proves nothing. */
  readonly isCatchAll: boolean | undefined
  /** Why not, when it is undefined. */
  readonly controlSaid: Said | undefined
  /** Nothing of a domain that accepts everything. */
  readonly said: ReadonlyMap<string, Said>
  /** When the domain may be asked again, if that is known. */
  readonly retryAfterMs?: number
}

export interface Question {
  readonly domain: string
  readonly hosts: readonly [MailHost, ...MailHost[]]
  readonly addresses: readonly string[]
  readonly now: Date
  readonly deadlineMs: number
}

export interface InquireDeps {
  readonly db: Pool
  readonly config: Pick<Config, 'PROBE_FROM' | 'PROBE_DOMAIN_DAILY'>
  readonly probe: Probe
}

const DAY_MS = 86_400_000
const CATCH_ALL_DAYS = 7
/** A domain that tells the truth may stop to: a new control address a day is cheap. */
const HONEST_DAYS = 1

/** A server is waited for a little less long than we are: then it is we who say that it did not answer. */
export function askingMs(deadlineMs: number): number {
  return deadlineMs * 0.95
}

/** Asks a domain about addresses, and about one that nobody has, whose verdict is kept so that it is asked but once. */
export type Inquire = (question: Question) => Promise<Asked>

export function createInquire({ db, config, probe }: InquireDeps): Inquire {
  const underWay = new Map<string, Promise<unknown>>()

  async function ask(
    { domain, hosts, now, deadlineMs, ...question }: Question,
    known: boolean | undefined,
  ): Promise<Asked> {
    const control = controlAddress(domain, config.PROBE_FROM ?? '')
    const addresses = known === undefined ? [control, ...question.addresses] : question.addresses
    const day = now.toISOString().slice(0, 10)
    if (!(await claimProbes(db, domain, { day, wanted: addresses.length, most: config.PROBE_DOMAIN_DAILY }))) {
      const said = new Map(question.addresses.map((address) => [address, 'paced' as const]))
      return { isCatchAll: known, controlSaid: 'paced', said, retryAfterMs: DAY_MS - (now.getTime() % DAY_MS) }
    }
    const said = await probe.ask(hosts, { addresses, deadlineMs, isEnough: (_, answer) => isEnough(answer) })
    if (said.size < addresses.length) await returnProbes(db, domain, day, addresses.length - said.size)
    const controlSaid = said.get(control)
    const isCatchAll = known ?? judge(controlSaid)
    if (known === undefined && isCatchAll !== undefined) {
      const days = isCatchAll ? CATCH_ALL_DAYS : HONEST_DAYS
      await updateCatchAll(db, domain, isCatchAll, new Date(now.getTime() + days * DAY_MS))
    }
    said.delete(control)
    return { isCatchAll, controlSaid, said }
  }

  async function inquire(question: Question): Promise<Asked> {
    const { domain, hosts, now } = question
    const startedMs = performance.now()
    const isHonest = providerOf(hosts[0].name).ownDomains.includes(domain)
    const known = isHonest ? false : await findCatchAll(db, domain, now)
    if (known === true) return { isCatchAll: true, controlSaid: undefined, said: new Map() }
    if (known === false) return ask(question, false)
    // Another question here is about to learn what this one needs: it would come after it anyway.
    const before = underWay.get(domain)
    if (before) {
      await before
      return inquire({ ...question, deadlineMs: question.deadlineMs - (performance.now() - startedMs) })
    }
    const asking = ask(question, undefined)
    const over = asking.catch(() => {})
    underWay.set(domain, over)
    try {
      return await asking
    } finally {
      if (underWay.get(domain) === over) underWay.delete(domain)
    }
  }

  return inquire
}

/** Once one is accepted, or exists, the guesses behind it are not asked; with the control, nothing behind it would count. */
function isEnough(answer: Said): boolean {
  return answer === 'accepted' || answer === 'exists' || answer === 'full'
}

function judge(control: Said | undefined): boolean | undefined {
  return control === 'accepted' ? true : control === 'missing' || control === 'disabled' ? false : undefined
}

/** Nobody's, and always the same at one domain: a server that defers strangers must meet it again at the next attempt. */
function controlAddress(domain: string, from: string): string {
  const letters = BigInt(`0x${sha256(`${from} ${domain}`).toString('hex')}`).toString(36)
  return `${letters.slice(0, 20)}@${domain}`
}
