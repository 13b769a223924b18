import { Worker } from 'node:worker_threads'
import { InvalidRequest } from '../../kit/declare/errors.ts'
import type { ReadBody } from './json-worker.ts'

export interface JsonThread {
  /** Transfers the bytes to the thread: the buffer is empty afterwards. */
  read(bytes: Buffer<ArrayBuffer>): Promise<unknown>
  close(): Promise<unknown>
}

/** An idle thread would keep the memory of the largest body it has parsed. */
const IDLE_MS = 5000

/** Parses large bodies in a thread, one after the other. The thread starts with the first one and ends soon after the last. */
export function createJsonThread({ idleMs = IDLE_MS } = {}): JsonThread {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const waiting: PromiseWithResolvers<unknown>[] = []

  function start(): Worker {
    const started = new Worker(new URL('./json-worker.ts', import.meta.url))
    started.unref()
    started.on('message', (result: ReadBody) => {
      const first = waiting.shift()
      if ('value' in result) first?.resolve(result.value)
      else first?.reject(new InvalidRequest(result.violations))
      if (waiting.length === 0) idle = setTimeout(end, idleMs).unref()
    })
    started.on('error', (error) => fail(started, error))
    started.on('exit', () => fail(started, new Error('the thread that parses large bodies exited')))
    return started
  }

  function end(): void {
    const ended = worker
    worker = undefined
    void ended?.terminate()
  }

  /** Waiting bodies may wait for the next thread. */
  function fail(ended: Worker, error: unknown): void {
    if (worker !== ended) return
    worker = undefined
    for (const { reject } of waiting.splice(0)) reject(error)
  }

  return {
    read(bytes) {
      clearTimeout(idle)
      worker ??= start()
      const result = Promise.withResolvers<unknown>()
      waiting.push(result)
      worker.postMessage(bytes, [bytes.buffer])
      return result.promise
    },
    close: async () => worker?.terminate(),
  }
}
