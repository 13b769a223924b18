import { Agent as HttpAgent, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const DEADLINE_MS = 15_000
const TRIES_MAX = 10
const WAIT_SECONDS_MAX = 10

export interface HttpCall {
  readonly method?: string
  readonly key?: string
  /** Sent as JSON, unless it is bytes. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly deadlineMs?: number
  /** Returns 429 like any other response. By default the call waits and is sent again: it may be refused because of other checks. */
  readonly canBeLimited?: boolean
}

export interface HttpReply<T> {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Undefined when the response is not JSON. */
  readonly body: T
}

/** A body of an error response. */
export interface Problem {
  readonly code?: string
  readonly detail?: string
}

/** Calls the deployment as its users do: at its public URL, without following redirects. */
export interface HttpClient {
  send<T = Problem>(path: string, call?: HttpCall): Promise<HttpReply<T>>
  /** Resolves with the beginning of a response without an end. The deadline is for its headers; the caller destroys it. */
  open(path: string, call?: HttpCall): Promise<IncomingMessage>
  /** Sends the first bytes of a JSON body, and resolves with the response if it comes before the rest. */
  sendPart(path: string, call: PartialBody): Promise<HttpReply<Problem> | undefined>
  close(): void
}

export interface PartialBody {
  readonly key: string
  readonly bytes: number
  readonly partBytes: number
  readonly waitMs: number
}

export function createHttpClient(base: URL, signal: AbortSignal): HttpClient {
  const isSecure = base.protocol === 'https:'
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })
  const request = isSecure ? requestHttps : requestHttp
  const origin = base.href.replace(/\/$/, '')

  /** Starts a call that is aborted at its deadline, unless the deadline is lifted. */
  function start(path: string, { method = 'GET', key, body, headers, deadlineMs = DEADLINE_MS }: HttpCall = {}) {
    const isBytes = body instanceof Uint8Array
    const sent = body === undefined || isBytes ? body : JSON.stringify(body)
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), deadlineMs)
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      const call = request(`${origin}${path}`, {
        method,
        agent,
        signal: AbortSignal.any([signal, deadline.signal]),
        headers: {
          'user-agent': 'quoin-server doctor',
          ...authorize(key),
          ...(sent !== undefined && { 'content-length': Buffer.byteLength(sent) }),
          ...(sent !== undefined && !isBytes && { 'content-type': 'application/json' }),
          ...headers,
        },
      })
      call.once('response', resolve)
      call.on('error', (error) =>
        reject(deadline.signal.aborted ? new Error(`no response within ${deadlineMs / 1000} s`) : error),
      )
      call.end(sent)
    })
    return { response, liftDeadline: () => clearTimeout(timer) }
  }

  async function sendOnce<T>(path: string, call: HttpCall | undefined): Promise<HttpReply<T>> {
    const { response, liftDeadline } = start(path, call)
    try {
      return await read<T>(await response)
    } finally {
      liftDeadline()
    }
  }

  return {
    async open(path, call) {
      const { response, liftDeadline } = start(path, call)
      return response.finally(liftDeadline)
    },
    async send<T>(path: string, call?: HttpCall) {
      for (let tries = 1; ; tries++) {
        const reply = await sendOnce<T>(path, call)
        if (reply.status !== 429 || call?.canBeLimited || tries === TRIES_MAX) return reply
        const seconds = Math.min(Number(reply.headers['retry-after']) || 1, WAIT_SECONDS_MAX)
        await sleep(seconds * 1000, undefined, { signal })
      }
    },
    sendPart(path, { key, bytes, partBytes, waitMs }) {
      return new Promise((resolve, reject) => {
        const headers = { ...authorize(key), 'content-type': 'application/json', 'content-length': bytes }
        const call = request(`${origin}${path}`, { method: 'POST', headers, signal })
        const timer = setTimeout(() => {
          resolve(undefined)
          call.destroy()
        }, waitMs)
        call.once('response', (response) => {
          clearTimeout(timer)
          read<Problem>(response)
            .then(resolve, reject)
            .finally(() => call.destroy())
        })
        call.on('error', (error) => {
          clearTimeout(timer)
          reject(error)
        })
        call.write(Buffer.alloc(partBytes, ' '))
      })
    },
    close: () => agent.destroy(),
  }
}

async function read<T>(response: IncomingMessage): Promise<HttpReply<T>> {
  const { statusCode: status = 0, headers } = response
  const content = await text(response)
  const isJson = /\/(?:[\w.]+\+)?json/.test(headers['content-type'] ?? '')
  return { status, headers, text: content, body: (isJson && content !== '' ? JSON.parse(content) : undefined) as T }
}

function authorize(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` }
}
