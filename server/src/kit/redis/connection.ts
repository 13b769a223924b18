import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Log } from '../log/log.ts'
import type { Script } from './scripts.ts'

/** A connection to Redis or Valkey, which may become unavailable at any time. */
export interface RedisConnection {
  /** Returns undefined at once while Redis is unavailable, and after `timeoutMs` when it does not respond. */
  run(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown> | undefined
  /** Sends a command and ignores the reply. */
  send(...command: string[]): void
  readonly isUp: boolean
  close(): Promise<void>
}

export interface RedisOptions {
  readonly url: string
  /** Time a caller waits for a reply. */
  readonly timeoutMs: number
  readonly log: Log
}

type Client = ReturnType<typeof open>

const CONNECT_MS = 2000
/** Time a start waits for the first connection. */
const FIRST_MS = 500
/** A connection without a reply for this long is replaced. */
const SILENT_MS = 2000
const RETRY_MS = 250
/** A shorter outage is not logged. */
const QUIET_MS = 1000

/**
 * Keeps one connection, and opens another when it is lost. The client's own reconnect is off: it waits for a server that
 * accepts connections but never replies.
 */
export async function connectRedis({ url, timeoutMs, log }: RedisOptions): Promise<RedisConnection> {
  const closing = new AbortController()
  const closed = new Promise((resolve) => closing.signal.addEventListener('abort', resolve))
  const state = watchState(log)
  let client: Client | undefined
  let lose: ((reason: unknown) => void) | undefined
  let isSilent = false
  let silence: NodeJS.Timeout | undefined

  async function keepConnected(onFirst: () => void): Promise<void> {
    while (!closing.signal.aborted) {
      const next = open(url)
      const { promise: lost, resolve } = Promise.withResolvers<unknown>()
      next.on('error', resolve)
      try {
        await Promise.race([
          next.connect(),
          lost.then(rethrow),
          sleep(CONNECT_MS, undefined, { ref: false }).then(late),
        ])
        ;[client, lose, isSilent] = [next, resolve, false]
        state.up()
        onFirst()
        state.down(await Promise.race([lost, closed]))
      } catch (error) {
        state.down(error)
      }
      onFirst()
      client = undefined
      clearTimeout(silence)
      silence = undefined
      if (next.isOpen) next.destroy()
      await sleep(RETRY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }

  function answered(): void {
    isSilent = false
    clearTimeout(silence)
    silence = undefined
    state.up()
  }

  /** Other callers do not wait for a Redis that does not respond. The next reply of any kind ends this. */
  function missed(): void {
    isSilent = true
    silence ??= setTimeout(() => lose?.(new Error('Redis does not respond')), SILENT_MS).unref()
    state.down(new Error('Redis does not respond'))
  }

  async function ask(to: Client, { text, sha }: Script, rest: readonly string[]): Promise<unknown> {
    try {
      return await to.sendCommand(['EVALSHA', sha, ...rest])
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error
      return await to.sendCommand(['EVAL', text, ...rest])
    }
  }

  const { promise: tried, resolve: onFirst } = Promise.withResolvers<void>()
  const keeping = keepConnected(onFirst)
  await Promise.race([tried, sleep(FIRST_MS, undefined, { ref: false })])

  return {
    get isUp() {
      return client !== undefined && !isSilent
    },
    run(script, keys, args) {
      if (!client || isSilent) return undefined
      const { promise, resolve } = Promise.withResolvers<unknown>()
      // A stall of this process does not mean that Redis is silent: replies that arrived meanwhile are read before the second
      // step.
      const timer = setTimeout(() => {
        setImmediate(() => {
          if (isWaiting) missed()
          resolve(undefined)
        })
      }, timeoutMs)
      let isWaiting = true
      const end = (answer: unknown, change: () => void) => {
        isWaiting = false
        clearTimeout(timer)
        change()
        resolve(answer)
      }
      ask(client, script, [String(keys.length), ...keys, ...args]).then(
        (answer) => end(answer, answered),
        (error: unknown) => end(undefined, () => state.down(error)),
      )
      return promise
    },
    send(...command) {
      client?.sendCommand(command).catch(() => {})
    },
    async close() {
      closing.abort()
      await keeping
      state.close()
    },
  }
}

function open(url: string) {
  return createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    disableClientInfo: true,
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS },
  })
}

/** Logs once per outage that Redis is unavailable, and that it is back. */
function watchState(log: Log) {
  let timer: NodeJS.Timeout | undefined
  let isSaid = false
  return {
    down(reason: unknown) {
      if (isSaid || timer) return
      timer = setTimeout(() => {
        isSaid = true
        log.warn(
          { err: reason },
          'Redis (REDIS_URL) is unavailable: until it is back, each process counts rate limits, vendor rates and publishing slots on its own.',
        )
      }, QUIET_MS).unref()
    },
    up() {
      clearTimeout(timer)
      timer = undefined
      if (isSaid) log.info('Redis is back: all processes share limits again.')
      isSaid = false
    },
    close: () => clearTimeout(timer),
  }
}

function rethrow(error: unknown): never {
  throw error
}

function late(): never {
  throw new Error('Redis does not accept connections')
}
