import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isBlockedAddress } from '../../kit/net/address.ts'
import type { Reply } from './smtp-reply.ts'

export type HangupReason = 'timeout' | 'disconnected' | 'unreachable'

/** The conversation ended before it was over: nothing was learned. */
export class Hangup extends Error {
  override name = 'Hangup'
  readonly reason: HangupReason
  constructor(reason: HangupReason, options?: ErrorOptions) {
    super(`The mail server is ${reason}`, options)
    this.reason = reason
  }
}

/** A conversation in lines, one question at a time. */
export interface Dialog {
  reply(): Promise<Reply>
  ask(line: string): Promise<Reply>
  /** Goes on in secret; a certificate nobody vouches for is as good as none at all, which the standard allows. */
  secure(host: string): Promise<void>
  close(): void
}

export interface DialogOptions {
  readonly address: string
  readonly port: number
  readonly allowLoopback: boolean
  readonly connectMs: number
  /** Ends the conversation wherever it is. */
  readonly signal: AbortSignal
}

const REPLY_BYTES_MAX = 16_384

export async function openDialog(options: DialogOptions): Promise<Dialog> {
  let socket = await connect(options)
  let listening = listen(socket)
  const onAbort = () => listening.hangUp('timeout')
  options.signal.addEventListener('abort', onAbort)

  function send(line: string): void {
    if (/[\r\n]/.test(line)) throw new Error('A line has no line breaks')
    socket.write(`${line}\r\n`)
  }

  return {
    reply: () => listening.reply(),
    ask(line) {
      send(line)
      return listening.reply()
    },
    async secure(host) {
      listening.stop()
      socket.on('error', () => {})
      const secured = connectTls({ socket, servername: host, rejectUnauthorized: false })
      socket = secured
      const next = listen(secured)
      listening = next
      await Promise.race([new Promise<void>((resolve) => secured.once('secureConnect', () => resolve())), next.ended])
    },
    close() {
      options.signal.removeEventListener('abort', onAbort)
      listening.stop()
      if (socket.writable) socket.end('QUIT\r\n')
      socket.on('error', () => {}).setTimeout(1000, () => socket.destroy())
      socket.resume()
      socket.once('end', () => socket.destroy())
    },
  }
}

function connect({ address, port, allowLoopback, connectMs, signal }: DialogOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    if (isBlockedAddress(address, allowLoopback)) return reject(new Hangup('unreachable'))
    if (signal.aborted) return reject(new Hangup('timeout'))
    const socket = connectTcp({ host: address, port })
    const fail = (error?: Error) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.on('error', () => {}).destroy()
      reject(new Hangup('unreachable', { cause: error }))
    }
    const onAbort = () => fail()
    const timer = setTimeout(fail, connectMs)
    signal.addEventListener('abort', onAbort)
    socket.once('error', fail)
    socket.once('connect', () => {
      // The address that was reached is judged once more, as for every other connection of ours.
      if (isBlockedAddress(socket.remoteAddress ?? '', allowLoopback)) return fail()
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.off('error', fail)
      resolve(socket)
    })
  })
}

/** Cuts what arrives into replies and hands each to whoever waits for one. */
function listen(socket: Socket) {
  let heard = ''
  let failure: Hangup | undefined
  let waiting: { resolve: (reply: Reply) => void; reject: (error: Hangup) => void } | undefined
  const { promise: ended, reject: end } = Promise.withResolvers<never>()
  ended.catch(() => {})

  function hangUp(reason: HangupReason): void {
    if (failure) return
    failure = new Hangup(reason)
    waiting?.reject(failure)
    waiting = undefined
    end(failure)
    socket.destroy()
  }

  function deliver(): void {
    if (!waiting) return
    const [whole, code, text = ''] = /^(?:\d{3}-[^\n]*\n)*?(\d{3})(?: ([^\n]*?))?\r?\n/.exec(heard) ?? []
    if (whole === undefined) {
      if (heard.length > REPLY_BYTES_MAX || /^(?!\d{3}[ -]|\d{3}\r?\n)[^\n]*\n/.test(heard)) hangUp('disconnected')
      return
    }
    heard = heard.slice(whole.length)
    const before = whole
      .split('\n')
      .slice(0, -2)
      .map((line) => line.slice(4).trim())
    waiting.resolve({ code: Number(code), text: [...before, text].join('\n') })
    waiting = undefined
  }

  const onData = (chunk: Buffer) => {
    heard += chunk.toString('latin1')
    deliver()
    if (heard.length > REPLY_BYTES_MAX) hangUp('disconnected')
  }
  const onClose = () => hangUp('disconnected')
  socket.on('data', onData).on('close', onClose).on('error', onClose)

  return {
    ended,
    hangUp,
    reply: () =>
      new Promise<Reply>((resolve, reject) => {
        if (failure) return reject(failure)
        waiting = { resolve, reject }
        deliver()
      }),
    stop() {
      socket.off('data', onData).off('close', onClose).off('error', onClose)
    },
  }
}
