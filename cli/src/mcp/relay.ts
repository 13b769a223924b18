import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildMessageHeaders, type Message, messagesIn } from './message.ts'
import { SpendingLimit } from './spending-limit.ts'

export interface RelayOptions {
  readonly url: string
  readonly key: string
  /** Sends the requests; the global one by default. */
  readonly fetch?: typeof fetch | undefined
  /** Total credits that this process may spend. */
  readonly maxSpend: number | undefined
  readonly input: Readable
  readonly output: Writable
  readonly log: (text: string) => void
}

const PARSE_ERROR = -32_700
const UNREACHED = -32_000
/** Delays between attempts while the server restarts. */
const WAITS_MS = [100, 200, 500, 1000, 2000, 4000, 8000, 8000]

/**
 * Forwards every message to /mcp of a server and every response back, until the input ends. The relay knows nothing about the
 * tools: only the server implements them.
 */
export async function relay(options: RelayOptions): Promise<void> {
  const { input, output } = options
  const running = new Map<unknown, AbortController>()
  const link = new McpConnection(options)
  const write = (message: object) => void output.write(`${JSON.stringify(message)}\n`)

  async function serve(message: Message): Promise<void> {
    const { id, method, params } = message
    if (method === 'notifications/cancelled') return running.get(params?.requestId)?.abort()
    if (method === undefined) return
    const cancel = new AbortController()
    if (id !== undefined) running.set(id, cancel)
    try {
      await link.send(message, cancel.signal, (answer) => {
        if (id !== undefined || answer.method !== undefined) write(answer)
      })
    } catch (error) {
      // The client canceled the request, or expects no response.
      if (cancel.signal.aborted || id === undefined) return
      write({ jsonrpc: '2.0', id, error: { code: UNREACHED, message: (error as Error).message } })
    } finally {
      running.delete(id)
    }
  }

  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue
    const message = read(line)
    if (message) void serve(message)
    else write({ jsonrpc: '2.0', id: null, error: { code: PARSE_ERROR, message: 'Parse error: a line is not JSON' } })
  }
  for (const cancel of running.values()) cancel.abort()
}

function read(line: string): Message | undefined {
  try {
    return JSON.parse(line) as Message
  } catch {
    return undefined
  }
}

/** Sends requests to the server. Requests are stateless, so a new connection continues where the last one broke. */
class McpConnection {
  readonly #options: RelayOptions
  readonly #spending: SpendingLimit | undefined
  #version: string | undefined

  constructor(options: RelayOptions) {
    this.#options = options
    this.#spending = options.maxSpend === undefined ? undefined : new SpendingLimit(options.maxSpend)
  }

  async send(message: Message, signal: AbortSignal, pass: (answer: Message) => void): Promise<void> {
    const isCall = message.method === 'tools/call'
    const ceiling = isCall ? this.#spending?.left : undefined
    const end = isCall ? this.#spending?.begin(message) : undefined
    const request = this.#buildRequest(message, signal, ceiling)
    const take = (answer: Message, isRepetition: boolean) => {
      if (answer.method === undefined) end?.(answer, isRepetition)
      if (message.method === 'initialize' && typeof answer.result?.protocolVersion === 'string')
        this.#version = answer.result.protocolVersion
      pass(answer)
    }
    try {
      await this.#sendUntilAnswered(message, request, take)
    } catch (error) {
      // A refused request cost nothing. A request whose response was lost may have, so it counts.
      if (error instanceof RefusalError) end?.({})
      throw error
    }
  }

  #buildRequest(message: Message, signal: AbortSignal, ceiling: number | undefined) {
    const headers = {
      authorization: `Bearer ${this.#options.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...buildMessageHeaders(message, this.#version),
      ...(ceiling !== undefined && { 'x-max-credits': String(ceiling) }),
    }
    return { method: 'POST', headers, body: JSON.stringify(message), signal }
  }

  /** Waits for an unreachable server. Repeats a call whose response was lost if the server recognises the repeat. */
  async #sendUntilAnswered(
    message: Message,
    request: RequestInit & { signal: AbortSignal },
    take: (answer: Message, isRepetition: boolean) => void,
  ): Promise<void> {
    const { url, log, fetch: send = fetch } = this.#options
    for (let at = 0; ; at++) {
      const waitMs = WAITS_MS[at]
      try {
        const response = await send(url, request)
        if (response.status !== 503 || waitMs === undefined)
          return await readAnswer(response, message, (answer) => take(answer, at > 0))
        await response.body?.cancel()
      } catch (error) {
        if (request.signal.aborted || error instanceof RefusalError) throw error
        const reason = readFailureCode(error)
        if (!isUnsent(reason) && !mayRepeat(message))
          throw new Error(
            `The response was lost (${reason}). The call may have succeeded: check before you repeat it.`,
            {
              cause: error,
            },
          )
        if (waitMs === undefined)
          throw new Error(`${url} does not respond (${reason}). Check that the server is running.`, { cause: error })
        if (at === 0) log(`waiting for ${url} (${reason})`)
      }
      await sleep(waitMs, undefined, { signal: request.signal })
    }
  }
}

/** Refused before the protocol layer: nothing was done. */
class RefusalError extends Error {}

async function readAnswer(response: Response, { id }: Message, take: (answer: Message) => void): Promise<void> {
  if (!response.ok && !isRpc(response)) throw new RefusalError(await readRefusalReason(response))
  let isAnswered = id === undefined
  for await (const answer of messagesIn(response)) {
    isAnswered ||= answer.method === undefined
    take(answer)
  }
  if (!isAnswered) throw new Error('the connection ended')
}

function isRpc(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('application/json') ?? false
}

/** Reads the server's error about a key or a limit, from before the protocol layer. */
async function readRefusalReason(response: Response): Promise<string> {
  const text = await response.text()
  try {
    const { detail, code } = JSON.parse(text) as { detail?: string; code?: string }
    return `${detail ?? text} (${code ?? response.status})`
  } catch {
    return `The server returned ${response.status}`
  }
}

function readFailureCode(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? (error as Error).message
}

/** Returns whether the connection was never established, so that nothing was done. */
function isUnsent(reason: string): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH'].includes(reason)
}

/** The server deduplicates equal tool calls. For calls of `api` it cannot know whether a repeat is intended. */
function mayRepeat({ method, params }: Message): boolean {
  return method !== 'tools/call' || params?.name !== 'api'
}
