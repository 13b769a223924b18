import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

/** One HTTP request, and the limit of bytes to read from its response. */
export interface HttpRequest {
  readonly url: URL
  readonly method: Dispatcher.HttpMethod
  readonly headers: Record<string, string>
  readonly body: string | Uint8Array | Readable | null
  readonly bytesMax: number
  /** Returns true for a response whose body is not read at all. */
  readonly skipsBody: (status: number, headers: HttpResponse['headers']) => boolean
}

export interface HttpResponse {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: Buffer
  /** True if the response was longer: reading stopped and the connection was closed. */
  readonly isTruncated: boolean
}

/** The time limit of one or several exchanges. The exchange that runs when it expires fails with the reason. */
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
  /** Calls `fail` when the time is up, or at once if it already is. Replaces the function of an earlier call. */
  onExpired(fail: (reason: Error) => void): void {
    if (this.#reason) fail(this.#reason)
    else this.#fail = fail
  }
  clear(): void {
    clearTimeout(this.#timer)
  }
}

/**
 * Sends a request and reads the whole response, directly on the dispatcher. Measured: the stream and the abort signal that
 * undici's `request` makes for each call cost as much processor time as the rest of a webhook delivery, and
 * `AbortSignal.timeout` keeps its listeners in memory until its time is up.
 */
export function exchange(dispatcher: Dispatcher, request: HttpRequest, deadline: Deadline): Promise<HttpResponse> {
  const { url, method, headers, body, bytesMax, skipsBody } = request
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    let head: Pick<HttpResponse, 'status' | 'headers'> = { status: 0, headers: {} }
    let controller: Dispatcher.DispatchController | undefined
    let expired: Error | undefined
    const stopReading = () => {
      resolve({ ...head, body: concat(chunks, bytesMax), isTruncated: true })
      controller?.abort(new Error('enough was read'))
    }
    deadline.onExpired((reason) => {
      expired = reason
      // An exchange that is still resolving a name or connecting has no controller yet and fails without one.
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
          // 1xx: the response itself is still to come.
          if (status < 200) return
          head = { status, headers: given }
          if (skipsBody(status, given)) stopReading()
        },
        onResponseData(_controller, chunk) {
          size += chunk.length
          chunks.push(chunk)
          if (size > bytesMax) stopReading()
        },
        onResponseEnd() {
          resolve({ ...head, body: concat(chunks, bytesMax), isTruncated: false })
        },
        onResponseError(_controller, error) {
          reject(error)
        },
      },
    )
  })
}

const EMPTY = Buffer.alloc(0)

function concat(chunks: readonly Buffer[], bytesMax: number): Buffer {
  return chunks.length === 0 ? EMPTY : Buffer.concat(chunks).subarray(0, bytesMax)
}
