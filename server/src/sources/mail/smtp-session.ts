import type { Config } from '../../kit/config/config.ts'
import type { MailHost } from './mail-route.ts'
import { recogniseProvider } from './provider.ts'
import { type ConnectionFailure, connectSmtp, type SmtpConnection, SmtpConnectionError } from './smtp-connection.ts'
import { classifyRefusal, interpretReply, type ReplyMeaning } from './smtp-reply.ts'

/** A server's answer about one address. */
export type MailboxAnswer = Exclude<ReplyMeaning, 'session'>

export type SessionSettings = Pick<Config, 'PROBE_HELO' | 'PROBE_FROM' | 'PROBE_PORT' | 'allowLoopback'>

export interface SessionRequest {
  readonly hosts: readonly MailHost[]
  readonly addresses: readonly string[]
  readonly usesTls: boolean
  /** Returns true if the remaining addresses need not be checked after this answer. */
  readonly isEnough: (answer: MailboxAnswer) => boolean
  readonly leftMs: number
}

export interface SessionResult {
  readonly answers: readonly (readonly [address: string, answer: MailboxAnswer])[]
  /** The reason why it stopped before all addresses were checked. */
  readonly stopped?: 'deferred' | 'blocked' | 'tls_failed' | 'session' | ConnectionFailure
}

const CONNECT_MS = 10_000

/** Runs one SMTP connection: checks addresses with RCPT until there is enough, and disconnects before any mail is sent. */
export async function runSession(
  settings: SessionSettings,
  { hosts, addresses, usesTls, isEnough, leftMs }: SessionRequest,
): Promise<SessionResult> {
  const answers: [string, MailboxAnswer][] = []
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(leftMs)))
  let connection: SmtpConnection | undefined
  try {
    const [opened, host] = await open(settings, hosts, signal, leftMs)
    connection = opened
    const stopped = await startTransaction(settings, connection, host, usesTls)
    if (stopped) return { answers, stopped }
    for (const address of addresses) {
      const answer = interpretReply(await connection.command(`RCPT TO:<${address}>`), recogniseProvider(host.name))
      if (answer === 'session') return { answers, stopped: answer }
      answers.push([address, answer])
      if (answer === 'blocked' || answer === 'policy' || isEnough(answer)) break
    }
    return { answers }
  } catch (error) {
    if (!(error instanceof SmtpConnectionError)) throw error
    return { answers, stopped: error.reason }
  } finally {
    connection?.close()
  }
}

/** Tries the next host only when a server cannot be reached: a refusal would be the same there. */
async function open(
  { PROBE_PORT: port, allowLoopback }: SessionSettings,
  hosts: readonly MailHost[],
  signal: AbortSignal,
  leftMs: number,
): Promise<[SmtpConnection, MailHost]> {
  const connectMs = Math.min(CONNECT_MS, leftMs / 2)
  for (const host of hosts)
    for (const address of host.addresses.slice(0, 2))
      try {
        return [await connectSmtp({ address, port, allowLoopback, connectMs, signal }), host]
      } catch (error) {
        if (!(error instanceof SmtpConnectionError) || signal.aborted) throw error
      }
  throw new SmtpConnectionError('unreachable')
}

/** Runs everything before RCPT: greeting, EHLO, STARTTLS and MAIL. Returns the reason of a refusal, or undefined. */
async function startTransaction(
  { PROBE_HELO: helo = '', PROBE_FROM: from = '' }: SessionSettings,
  connection: SmtpConnection,
  host: MailHost,
  usesTls: boolean,
): Promise<'deferred' | 'blocked' | 'tls_failed' | undefined> {
  const greeting = await connection.readReply()
  if (greeting.code !== 220) return classifyRefusal(greeting)
  let hello = await connection.command(`EHLO ${helo}`)
  if (hello.code >= 500) hello = await connection.command(`HELO ${helo}`)
  if (hello.code !== 250) return classifyRefusal(hello)
  if (usesTls && /^STARTTLS$/im.test(hello.text) && (await connection.command('STARTTLS')).code === 220) {
    try {
      await connection.startTls(host.name)
    } catch (error) {
      if (error instanceof SmtpConnectionError && error.reason === 'disconnected') return 'tls_failed'
      throw error
    }
    hello = await connection.command(`EHLO ${helo}`)
    if (hello.code !== 250) return classifyRefusal(hello)
  }
  const sender = await connection.command(`MAIL FROM:<${from}>`)
  return sender.code === 250 ? undefined : classifyRefusal(sender)
}
