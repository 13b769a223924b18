import { Worker } from 'node:worker_threads'
import { InvalidRequest } from '../kit/declare/errors.ts'
import type { ReadBody } from './json-worker.ts'

export interface JsonThread {
  /** Transfers the bytes to the thread: the buffer is empty afterwards. */
  read(bytes: Buffer<ArrayBuffer>): Promise<unknown>
  close(): Promise<unknown>
}

/** Parses large bodies in a thread, one after the other. The thread starts with the first of them. */
export function createJsonThread(): JsonThread {
  let worker: Worker | undefined
  const waiting: PromiseWithResolvers<unknown>[] = []

  function start(): Worker {
    const started = new Worker(new URL('./json-worker.ts', import.meta.url))
    started.unref()
    started.on('message', (answer: ReadBody) => {
      const first = waiting.shift()
      if ('value' in answer) first?.resolve(answer.value)
      else first?.reject(new InvalidRequest(answer.violations))
    })
    started.on('error', fail)
    started.on('exit', () => fail(new Error('the thread that parses large bodies ended')))
    return started
  }

  function fail(error: unknown): void {
    worker = undefined
    for (const { reject } of waiting.splice(0)) reject(error)
  }

  return {
    read(bytes) {
      worker ??= start()
      const answer = Promise.withResolvers<unknown>()
      waiting.push(answer)
      worker.postMessage(bytes, [bytes.buffer])
      return answer.promise
    },
    close: async () => worker?.terminate(),
  }
}
