import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

/** One request, and how much of its answer is wanted. */
export interface Question {
  readonly url: URL
  readonly method: Dispatcher.HttpMethod
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | Readable | null
  readonly bytesMax: number
  /** True for an answer whose body is not wanted at all. */
  readonly isHeadEnough: (status: number, headers: Answer['headers']) => boolean
}

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: Buffer
  /** The answer went on; it was hung up on. */
  readonly isCut: boolean
}

/** Time for one or several exchanges. What is under way when it is up fails with the reason. */
export class Deadline {
  readonly #timer: NodeJS.Timeout
  #reason: Error | undefined
  #fail: ((reason: Error) => void) | undefined
  constructor(milliseconds: number, reason: () => Error) {
    this.#timer = setTimeout(() => {
      this.#reason = reason()
      this.#fail?.(this.#reason)
    }, milliseconds)
  }
  guard(fail: (reason: Error) => void): void {
    if (this.#reason) fail(this.#reason)
    else this.#fail = fail
  }
  clear(): void {
    clearTimeout(this.#timer)
  }
}

/**
 * Asks and reads the answer whole. Straight on the dispatcher: the stream and the abort signal that `request` of undici makes
 * for each call cost as much processor time as all the rest of a delivery, and a signal of `AbortSignal.timeout` keeps
 * what hangs on it in memory until its time is up.
 */
export function exchange(dispatcher: Dispatcher, question: Question, deadline: Deadline): Promise<Answer> {
  const { url, method, headers, body, bytesMax, isHeadEnough } = question
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let head: Pick<Answer, 'status' | 'headers'> = { status: 0, headers: {} }
    let controller: Dispatcher.DispatchController | undefined
    let expired: Error | undefined
    const hangUp = (isCut: boolean) => {
      resolve({ ...head, body: whole(chunks, bytesMax), isCut })
      controller?.abort(new Error('enough was read'))
    }
    deadline.guard((reason) => {
      expired = reason
      // An exchange that still looks up a name or connects has no controller yet, and is not waited for.
      reject(reason)
      controller?.abort(reason)
    })
    dispatcher.dispatch(
      { origin: url.origin, path: url.pathname + url.search, method, headers, body },
      {
        onRequestStart(given) {
          controller = given
          if (expired) given.abort(expired)
        },
        onResponseStart(_controller, status, given) {
          // 1xx: the answer is still to come.
          if (status < 200) return
          head = { status, headers: given }
          if (isHeadEnough(status, given)) hangUp(true)
        },
        onResponseData(_controller, chunk) {
          size += chunk.length
          chunks.push(chunk)
          if (size > bytesMax) hangUp(true)
        },
        onResponseEnd() {
          resolve({ ...head, body: whole(chunks, bytesMax), isCut: false })
        },
        onResponseError(_controller, error) {
          reject(error)
        },
      },
    )
  })
}

const NOTHING = Buffer.alloc(0)

function whole(chunks: readonly Buffer[], bytesMax: number): Buffer {
  return chunks.length === 0 ? NOTHING : Buffer.concat(chunks).subarray(0, bytesMax)
}
