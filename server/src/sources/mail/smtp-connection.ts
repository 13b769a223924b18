import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isBlockedAddress } from '../../kit/net/address.ts'
import type { SmtpReply } from './smtp-reply.ts'

export type ConnectionFailure = 'timeout' | 'disconnected' | 'unreachable'

/** Thrown when the connection failed before the server replied: nothing is known about the mailbox. */
export class SmtpConnectionError extends Error {
  override name = 'SmtpConnectionError'
  readonly reason: ConnectionFailure
  constructor(reason: ConnectionFailure, options?: ErrorOptions) {
    super(`The mail server is ${reason}`, options)
    this.reason = reason
  }
}

/** Sends one command at a time; each gets one reply. */
export interface SmtpConnection {
  readReply(): Promise<SmtpReply>
  command(line: string): Promise<SmtpReply>
  /** Upgrades to TLS. Certificates are not checked: the SMTP standard accepts no encryption at all, which is worse. */
  startTls(host: string): Promise<void>
  close(): void
}

export interface SmtpOptions {
  readonly address: string
  readonly port: number
  readonly allowLoopback: boolean
  readonly connectMs: number
  /** Closes the connection at any point. */
  readonly signal: AbortSignal
}

const REPLY_BYTES_MAX = 16_384

export async function connectSmtp(options: SmtpOptions): Promise<SmtpConnection> {
  let socket = await connect(options)
  let reader = createReplyReader(socket)
  const onAbort = () => reader.disconnect('timeout')
  options.signal.addEventListener('abort', onAbort)

  return {
    readReply: () => reader.read(),
    command(line) {
      if (/[\r\n]/.test(line)) throw new Error('An SMTP command must not contain line breaks')
      socket.write(`${line}\r\n`)
      return reader.read()
    },
    async startTls(host) {
      reader.stop()
      socket.on('error', () => {})
      const secured = connectTls({ socket, servername: host, rejectUnauthorized: false })
      socket = secured
      const next = createReplyReader(secured)
      reader = next
      await Promise.race([
        new Promise<void>((resolve) => secured.once('secureConnect', () => resolve())),
        next.disconnected,
      ])
    },
    close() {
      options.signal.removeEventListener('abort', onAbort)
      reader.stop()
      if (socket.writable) socket.end('QUIT\r\n')
      socket.on('error', () => {}).setTimeout(1000, () => socket.destroy())
      socket.resume()
      socket.once('end', () => socket.destroy())
    },
  }
}

function connect({ address, port, allowLoopback, connectMs, signal }: SmtpOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (isBlockedAddress(address, allowLoopback)) return reject(new SmtpConnectionError('unreachable'))
    if (signal.aborted) return reject(new SmtpConnectionError('timeout'))
    const socket = connectTcp({ host: address, port })
    const fail = (error?: Error) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.on('error', () => {}).destroy()
      reject(new SmtpConnectionError('unreachable', { cause: error }))
    }
    const onAbort = () => fail()
    const timer = setTimeout(fail, connectMs)
    signal.addEventListener('abort', onAbort)
    socket.once('error', fail)
    socket.once('connect', () => {
      // The reached address is checked again, as for every outgoing connection.
      if (isBlockedAddress(socket.remoteAddress ?? '', allowLoopback)) return fail()
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.off('error', fail)
      resolve(socket)
    })
  })
}

/** Splits incoming data into replies. */
function createReplyReader(socket: Socket) {
  let received = ''
  let failure: SmtpConnectionError | undefined
  let waiting: { resolve: (reply: SmtpReply) => void; reject: (error: SmtpConnectionError) => void } | undefined
  const { promise: disconnected, reject: rejectDisconnected } = Promise.withResolvers<never>()
  disconnected.catch(() => {})

  function disconnect(reason: ConnectionFailure): void {
    if (failure) return
    failure = new SmtpConnectionError(reason)
    waiting?.reject(failure)
    waiting = undefined
    rejectDisconnected(failure)
    socket.destroy()
  }

  function deliver(): void {
    if (!waiting) return
    const [whole, code, text = ''] = /^(?:\d{3}-[^\n]*\n)*?(\d{3})(?: ([^\n]*?))?\r?\n/.exec(received) ?? []
    if (whole === undefined) {
      if (received.length > REPLY_BYTES_MAX || /^(?!\d{3}[ -]|\d{3}\r?\n)[^\n]*\n/.test(received))
        disconnect('disconnected')
      return
    }
    received = received.slice(whole.length)
    const before = whole
      .split('\n')
      .slice(0, -2)
      .map((line) => line.slice(4).trim())
    waiting.resolve({ code: Number(code), text: [...before, text].join('\n') })
    waiting = undefined
  }

  const onData = (chunk: Buffer) => {
    received += chunk.toString('latin1')
    deliver()
    if (received.length > REPLY_BYTES_MAX) disconnect('disconnected')
  }
  const onClose = () => disconnect('disconnected')
  socket.on('data', onData).on('close', onClose).on('error', onClose)

  return {
    disconnected,
    disconnect,
    read: () =>
      new Promise<SmtpReply>((resolve, reject) => {
        if (failure) return reject(failure)
        waiting = { resolve, reject }
        deliver()
      }),
    stop() {
      socket.off('data', onData).off('close', onClose).off('error', onClose)
    },
  }
}
