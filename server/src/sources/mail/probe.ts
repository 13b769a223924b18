import type { Config } from '../../kit/config.ts'
import { createPace } from './host-limiter.ts'
import type { MailHost } from './mail-route.ts'
import { providerOf } from './provider.ts'
import { type Dialog, Hangup, type HangupReason, openDialog } from './smtp-connection.ts'
import { type Meaning, meaningOf, meaningOfRefusal, type Reply } from './smtp-reply.ts'

/** What was learned of one address; `paced` when its turn never came. */
export type Said = Exclude<Meaning, 'session'> | HangupReason | 'paced'

export interface Inquiry {
  /** In the order to ask them. */
  readonly addresses: readonly string[]
  /** After an answer: whether the rest need not be asked. */
  readonly isEnough: (address: string, said: Said) => boolean
  readonly deadlineMs: number
}

/** Asks mail servers whether mailboxes exist, and hangs up before any mail is sent. */
export interface Probe {
  /** What every address got for an answer, but those that need not be asked any more. */
  ask(hosts: readonly [MailHost, ...MailHost[]], inquiry: Inquiry): Promise<Map<string, Said>>
}

type Settings = Pick<Config, 'PROBE_HELO' | 'PROBE_FROM' | 'PROBE_PORT' | 'PROBE_PACE_MS' | 'allowLoopback'>

const CONNECT_MS = 10_000

export function createProbe(settings: Settings, now: () => number = () => performance.now()): Probe {
  const pace = createPace(settings.PROBE_PACE_MS, now)
  const { PROBE_HELO: helo = '', PROBE_FROM: from = '' } = settings

  async function open(hosts: readonly MailHost[], signal: AbortSignal, leftMs: number): Promise<[Dialog, MailHost]> {
    const connectMs = Math.min(CONNECT_MS, leftMs / 2)
    // Only a server that cannot be reached is passed over; the next one's word would be no better.
    for (const host of hosts)
      for (const address of host.addresses.slice(0, 2))
        try {
          return [
            await openDialog({
              address,
              port: settings.PROBE_PORT,
              allowLoopback: settings.allowLoopback,
              connectMs,
              signal,
            }),
            host,
          ]
        } catch (error) {
          if (!(error instanceof Hangup) || signal.aborted) throw error
        }
    throw new Hangup('unreachable')
  }

  /** Up to the point where recipients can be named; a refusal before that is told as one. */
  async function introduce(
    dialog: Dialog,
    host: MailHost,
    isPlain: boolean,
  ): Promise<'deferred' | 'blocked' | 'unsafe' | undefined> {
    const banner = await dialog.reply()
    if (banner.code !== 220) return meaningOfRefusal(banner)
    let hello = await dialog.ask(`EHLO ${helo}`)
    if (hello.code >= 500) hello = await dialog.ask(`HELO ${helo}`)
    if (hello.code !== 250) return meaningOfRefusal(hello)
    if (!isPlain && /^STARTTLS$/im.test(hello.text) && (await dialog.ask('STARTTLS')).code === 220) {
      try {
        await dialog.secure(host.name)
      } catch (error) {
        if (error instanceof Hangup && error.reason === 'disconnected') return 'unsafe'
        throw error
      }
      hello = await dialog.ask(`EHLO ${helo}`)
      if (hello.code !== 250) return meaningOfRefusal(hello)
    }
    const sender: Reply = await dialog.ask(`MAIL FROM:<${from}>`)
    return sender.code === 250 ? undefined : meaningOfRefusal(sender)
  }

  /** One connection: asks until it has asked enough, and answers what it learned and why it stopped short. */
  async function talk(
    hosts: readonly MailHost[],
    batch: readonly string[],
    isPlain: boolean,
    inquiry: Inquiry,
    leftMs: number,
  ) {
    const answers: [string, Exclude<Meaning, 'session'>][] = []
    const signal = AbortSignal.timeout(Math.max(1, Math.ceil(leftMs)))
    let dialog: Dialog | undefined
    try {
      const [opened, host] = await open(hosts, signal, leftMs)
      dialog = opened
      const refused = await introduce(dialog, host, isPlain)
      if (refused) return { answers, stopped: refused }
      for (const address of batch) {
        const said = meaningOf(await dialog.ask(`RCPT TO:<${address}>`), providerOf(host.name))
        if (said === 'session') return { answers, stopped: 'session' as const }
        answers.push([address, said])
        if (isRefusal(said) || inquiry.isEnough(address, said)) break
      }
      return { answers }
    } catch (error) {
      if (!(error instanceof Hangup)) throw error
      return { answers, stopped: error.reason }
    } finally {
      dialog?.close()
    }
  }

  async function ask(hosts: readonly [MailHost, ...MailHost[]], inquiry: Inquiry): Promise<Map<string, Said>> {
    const untilMs = now() + inquiry.deadlineMs
    const host = hosts[0].name
    const said = new Map<string, Said>()
    const unasked = () => inquiry.addresses.filter((address) => !said.has(address))
    const giveUp = (reason: Said) => {
      for (const address of unasked()) said.set(address, reason)
      return said
    }
    let { recipientsMax } = providerOf(host)
    let isPlain = false
    while (unasked().length > 0) {
      if (pace.isResting(host)) return giveUp('blocked')
      const batch = unasked().slice(0, recipientsMax)
      const told = await pace.take(host, untilMs, () => talk(hosts, batch, isPlain, inquiry, untilMs - now()))
      if (!told) return giveUp(pace.isResting(host) ? 'blocked' : 'paced')
      for (const [address, meaning] of told.answers) said.set(address, meaning)
      const last = told.answers.at(-1)
      if (told.stopped === 'blocked' || last?.[1] === 'blocked') pace.rest(host)
      else if (last?.[1] === 'policy') return giveUp('policy')
      else if (last && inquiry.isEnough(...last)) return said
      else if (told.stopped === 'unsafe' && !isPlain) isPlain = true
      // What a server would not do for several it may do for one.
      else if ((told.stopped === 'session' || told.stopped === 'disconnected') && batch.length > 1) recipientsMax = 1
      else if (told.stopped) return giveUp(REASONS[told.stopped])
    }
    return said
  }

  return { ask }
}

const REASONS = {
  session: 'deferred',
  unsafe: 'disconnected',
  deferred: 'deferred',
  blocked: 'blocked',
  timeout: 'timeout',
  disconnected: 'disconnected',
  unreachable: 'unreachable',
} as const

function isRefusal(said: Said): boolean {
  return said === 'blocked' || said === 'policy'
}
