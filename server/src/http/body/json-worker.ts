import { parentPort } from 'node:worker_threads'
import { InvalidRequest, type Violation } from '../../kit/declare/errors.ts'
import { readJson } from './json.ts'

/** The thread's result for the bytes of a body. */
export type ReadBody = { readonly value: unknown } | { readonly violations: readonly Violation[] }

parentPort?.on('message', (bytes: Uint8Array) => parentPort?.postMessage(read(bytes), []))

function read(bytes: Uint8Array): ReadBody {
  try {
    return { value: readJson(bytes) }
  } catch (error) {
    if (error instanceof InvalidRequest) return { violations: error.violations }
    throw error
  }
}
