import type { Config } from '../../kit/config.ts'
import { createHostLimiter } from './host-limiter.ts'
import type { MailHost } from './mail-route.ts'
import { providerOf } from './provider.ts'
import { type ConnectionFailure, connectSmtp, type SmtpConnection, SmtpConnectionError } from './smtp-connection.ts'
import { meaningOf, meaningOfRefusal, type ReplyMeaning } from './smtp-reply.ts'

type Answer = Exclude<ReplyMeaning, 'session'>

/** What a probe found out about one address; `paced` when the limiter let no session start in time. */
export type ProbeAnswer = Answer | ConnectionFailure | 'paced'

export interface ProbeRequest {
  /** In the order to check them. */
  readonly addresses: readonly string[]
  /** Whether the remaining addresses need not be checked after this answer. */
  readonly isEnough: (answer: ProbeAnswer) => boolean
  readonly deadlineMs: number
}

/** Asks mail servers over SMTP whether mailboxes exist, and disconnects before any mail is sent. */
export interface Probe {
  /** The answer for each address; without those that `isEnough` made unnecessary. */
  ask(hosts: readonly [MailHost, ...MailHost[]], request: ProbeRequest): Promise<Map<string, ProbeAnswer>>
}

type Settings = Pick<Config, 'PROBE_HELO' | 'PROBE_FROM' | 'PROBE_PORT' | 'PROBE_PACE_MS' | 'allowLoopback'>

const CONNECT_MS = 10_000

export function createProbe(settings: Settings, now: () => number = () => performance.now()): Probe {
  const limiter = createHostLimiter(settings.PROBE_PACE_MS, now)
  const { PROBE_HELO: helo = '', PROBE_FROM: from = '' } = settings

  async function open(
    hosts: readonly MailHost[],
    signal: AbortSignal,
    leftMs: number,
  ): Promise<[SmtpConnection, MailHost]> {
    const { PROBE_PORT: port, allowLoopback } = settings
    const connectMs = Math.min(CONNECT_MS, leftMs / 2)
    // The next host is tried only when a server cannot be reached: a refusal would be the same there.
    for (const host of hosts)
      for (const address of host.addresses.slice(0, 2))
        try {
          return [await connectSmtp({ address, port, allowLoopback, connectMs, signal }), host]
        } catch (error) {
          if (!(error instanceof SmtpConnectionError) || signal.aborted) throw error
        }
    throw new SmtpConnectionError('unreachable')
  }

  /** Everything before RCPT: greeting, EHLO, STARTTLS and MAIL. Returns why the server refused, undefined when it did not. */
  async function startTransaction(
    connection: SmtpConnection,
    host: MailHost,
    usesTls: boolean,
  ): Promise<'deferred' | 'blocked' | 'tls_failed' | undefined> {
    const greeting = await connection.readReply()
    if (greeting.code !== 220) return meaningOfRefusal(greeting)
    let hello = await connection.command(`EHLO ${helo}`)
    if (hello.code >= 500) hello = await connection.command(`HELO ${helo}`)
    if (hello.code !== 250) return meaningOfRefusal(hello)
    if (usesTls && /^STARTTLS$/im.test(hello.text) && (await connection.command('STARTTLS')).code === 220) {
      try {
        await connection.startTls(host.name)
      } catch (error) {
        if (error instanceof SmtpConnectionError && error.reason === 'disconnected') return 'tls_failed'
        throw error
      }
      hello = await connection.command(`EHLO ${helo}`)
      if (hello.code !== 250) return meaningOfRefusal(hello)
    }
    const sender = await connection.command(`MAIL FROM:<${from}>`)
    return sender.code === 250 ? undefined : meaningOfRefusal(sender)
  }

  interface Session {
    readonly hosts: readonly MailHost[]
    readonly addresses: readonly string[]
    readonly usesTls: boolean
    readonly isEnough: ProbeRequest['isEnough']
    readonly leftMs: number
  }

  /** One connection: checks addresses until there is enough. Returns the answers and why it stopped early. */
  async function runSession({ hosts, addresses, usesTls, isEnough, leftMs }: Session) {
    const answers: [string, Answer][] = []
    const signal = AbortSignal.timeout(Math.max(1, Math.ceil(leftMs)))
    let connection: SmtpConnection | undefined
    try {
      const [opened, host] = await open(hosts, signal, leftMs)
      connection = opened
      const refusal = await startTransaction(connection, host, usesTls)
      if (refusal) return { answers, stopped: refusal }
      for (const address of addresses) {
        const answer = meaningOf(await connection.command(`RCPT TO:<${address}>`), providerOf(host.name))
        if (answer === 'session') return { answers, stopped: 'session' as const }
        answers.push([address, answer])
        if (isRefusal(answer) || isEnough(answer)) break
      }
      return { answers }
    } catch (error) {
      if (!(error instanceof SmtpConnectionError)) throw error
      return { answers, stopped: error.reason }
    } finally {
      connection?.close()
    }
  }

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
    let { recipientsMax } = providerOf(host)
    let usesTls = true
    while (unasked().length > 0) {
      if (limiter.isPaused(host)) return answerRest('blocked')
      const batch = unasked().slice(0, recipientsMax)
      const session = await limiter.run(host, untilMs, () =>
        runSession({ hosts, addresses: batch, usesTls, isEnough, leftMs: untilMs - now() }),
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

/** What an early end of the session says of the addresses that were not checked. */
const ANSWERS = {
  session: 'deferred',
  tls_failed: 'disconnected',
  deferred: 'deferred',
  blocked: 'blocked',
  timeout: 'timeout',
  disconnected: 'disconnected',
  unreachable: 'unreachable',
} as const

function isRefusal(answer: ProbeAnswer): boolean {
  return answer === 'blocked' || answer === 'policy'
}
