import type { Config } from '../../kit/config/config.ts'
import { createHostLimiter, type HostLimiterOptions } from './host-limiter.ts'
import type { MailHost } from './mail-route.ts'
import { recogniseProvider } from './provider.ts'
import type { ConnectionFailure } from './smtp-connection.ts'
import { type MailboxAnswer, runSession, type SessionSettings } from './smtp-session.ts'

/** The result of a probe for one address; `paced` when the limiter let no session start in time. */
export type ProbeAnswer = MailboxAnswer | ConnectionFailure | 'paced'

export interface ProbeRequest {
  /** Addresses in the order to check them. */
  readonly addresses: readonly string[]
  /** Returns true if the remaining addresses need not be checked after this answer. */
  readonly isEnough: (answer: MailboxAnswer) => boolean
  readonly deadlineMs: number
}

/** Asks mail servers over SMTP whether mailboxes exist. */
export interface Probe {
  /** Returns the answer for each address, except those that `isEnough` made unnecessary. */
  ask(hosts: readonly [MailHost, ...MailHost[]], request: ProbeRequest): Promise<Map<string, ProbeAnswer>>
}

type ProbeSettings = SessionSettings & Pick<Config, 'PROBE_PACE_MS'>

export function createProbe(settings: ProbeSettings, options: HostLimiterOptions = {}): Probe {
  const { now = () => performance.now() } = options
  const limiter = createHostLimiter(settings.PROBE_PACE_MS, options)

  /** Runs sessions until all addresses are checked or the server refuses the rest. */
  async function ask(
    hosts: readonly [MailHost, ...MailHost[]],
    { addresses, isEnough, deadlineMs }: ProbeRequest,
  ): Promise<Map<string, ProbeAnswer>> {
    const untilMs = now() + deadlineMs
    const host = hosts[0].name
    const answers = new Map<string, ProbeAnswer>()
    const unasked = () => addresses.filter((address) => !answers.has(address))
    const answerRest = (reason: ProbeAnswer) => {
      for (const address of unasked()) answers.set(address, reason)
      return answers
    }
    let { recipientsMax } = recogniseProvider(host)
    let usesTls = true
    while (unasked().length > 0) {
      if (limiter.isPaused(host)) return answerRest('blocked')
      const batch = unasked().slice(0, recipientsMax)
      const session = await limiter.run(host, untilMs, () =>
        runSession(settings, { hosts, addresses: batch, usesTls, isEnough, leftMs: untilMs - now() }),
      )
      if (!session) return answerRest(limiter.isPaused(host) ? 'blocked' : 'paced')
      const { stopped } = session
      for (const [address, answer] of session.answers) answers.set(address, answer)
      const last = session.answers.at(-1)?.[1]
      if (stopped === 'blocked' || last === 'blocked') limiter.pause(host)
      else if (last === 'policy') return answerRest('policy')
      else if (last && isEnough(last)) return answers
      else if (stopped === 'tls_failed' && usesTls) usesTls = false
      // A server that refuses several recipients in one session may accept a single one.
      else if ((stopped === 'session' || stopped === 'disconnected') && batch.length > 1) recipientsMax = 1
      else if (stopped) return answerRest(ANSWERS[stopped])
    }
    return answers
  }

  return { ask }
}

/** Answers for unchecked addresses after an early end of the session. */
const ANSWERS = {
  session: 'deferred',
  tls_failed: 'disconnected',
  deferred: 'deferred',
  blocked: 'blocked',
  timeout: 'timeout',
  disconnected: 'disconnected',
  unreachable: 'unreachable',
} as const
