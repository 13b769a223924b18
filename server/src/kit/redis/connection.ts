import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@redis/client'
import type { Log } from '../log.ts'
import type { Script } from './scripts.ts'

/** Redis or Valkey, as something that may go away at any time. */
export interface RedisConnection {
  /** Undefined at once while Redis is away, and after `timeoutMs` when it does not answer. */
  run(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown> | undefined
  /** Sends a command whose answer does not matter. */
  send(...command: string[]): void
  readonly isUp: boolean
  close(): Promise<void>
}

export interface RedisOptions {
  readonly url: string
  /** How long a caller waits for an answer. */
  readonly timeoutMs: number
  readonly log: Log
}

type Client = ReturnType<typeof open>

const CONNECT_MS = 2000
/** A start waits no longer for the first connection. */
const FIRST_MS = 500
/** A connection on which nothing was answered for so long is replaced. */
const SILENT_MS = 2000
const RETRY_MS = 250
/** A shorter absence is not worth a line in the log. */
const QUIET_MS = 1000

/**
 * Keeps one connection, and opens another when it is lost. The client's own way of reconnecting is off: it waits for a server that
 * accepts connections and answers nothing.
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

  /** Other callers do not wait for a Redis that does not answer; the next answer of any kind ends this. */
  function missed(): void {
    isSilent = true
    silence ??= setTimeout(() => lose?.(new Error('Redis does not answer')), SILENT_MS).unref()
    state.down(new Error('Redis does not answer'))
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
      // A stall of this process is no silence of Redis: what arrived meanwhile is read before the second step.
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

/** Says in the log, once for each absence, that Redis is away, and that it is back. */
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
          'Redis (REDIS_URL) is away: rate limits, vendor rates and publishing slots are counted by each process until it is back.',
        )
      }, QUIET_MS).unref()
    },
    up() {
      clearTimeout(timer)
      timer = undefined
      if (isSaid) log.info('Redis is back: limits are shared by all processes again.')
      isSaid = false
    },
    close: () => clearTimeout(timer),
  }
}

function rethrow(error: unknown): never {
  throw error
}

function late(): never {
  throw new Error('Redis accepts no connection')
}
