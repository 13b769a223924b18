import type { Quoin } from './client.ts'
import { ApiError } from './errors.ts'
import { pause } from './send.ts'

/** An event as the stream has it. */
export interface StreamedEvent {
  readonly id: string
  readonly type: string
  /** JSON, byte for byte what a webhook endpoint gets. */
  readonly body: string
}

export interface FollowOptions {
  /** Only these, with commas between them; all when absent. */
  readonly types?: string | undefined
  /** Begins with what is stored since then; otherwise with what happens from now on. */
  readonly since?: Date | undefined
  readonly signal?: AbortSignal | undefined
  /** Called for each connection. */
  readonly onOpen?: () => void
  /** Says that the connection was lost, and why. The next one is made by itself. */
  readonly onLost?: (reason: string) => void
}

/** The server sends something every 15 seconds: a connection that is silent for longer is dead. */
const SILENT_MS = 45_000
const BACKOFF_MAX_MS = 30_000
/** The server repeats the last minute when a client comes back. */
const REMEMBERED = 20_000

/**
 * Every event once, over as many connections as it takes. The next is read when the last was handled. With a test key there
 * is an example of each, and the end.
 */
export async function* followEvents(
  client: Quoin,
  options: FollowOptions = {},
): AsyncGenerator<StreamedEvent, void, undefined> {
  const { types, since, signal, onLost } = options
  const seen = new Set<string>()
  let after: string | undefined
  let failures = 0
  for (;;) {
    if (signal?.aborted) return
    const from = after ? { after } : since && { since: since.toISOString() }
    try {
      const { isTest, events } = await connect(client, { ...from, ...(types && { types }) }, options)
      for await (const event of events) {
        failures = 0
        const isNew = isTest || !seen.has(event.id)
        // The first block of a stream has an id alone: where it begins.
        if (event.body !== '' && isNew) {
          yield event
          remember(seen, event.id)
        }
        after = event.id
      }
      if (isTest) return
      onLost?.('the server ended the stream')
    } catch (error) {
      if (signal?.aborted) return
      // A key that was revoked, or events that do not exist, will not pass by waiting.
      if (error instanceof ApiError && error.status < 500 && error.status !== 429) throw error
      onLost?.((error as Error).message)
    }
    const delayMs = Math.min(BACKOFF_MAX_MS, 500 * 2 ** failures++) * (1 - Math.random() / 2)
    await pause(delayMs, signal).catch(() => {})
  }
}

function remember(seen: Set<string>, id: string): void {
  seen.add(id)
  const [oldest] = seen
  if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest)
}

async function connect(
  client: Quoin,
  query: Readonly<Record<string, string>>,
  { signal, onOpen }: FollowOptions,
): Promise<{ readonly isTest: boolean; readonly events: AsyncGenerator<StreamedEvent> }> {
  const silent = new AbortController()
  const either = signal ? AbortSignal.any([signal, silent.signal]) : silent.signal
  const response = await client.call('events.stream', [], query, { signal: either, maxRetries: 0 }).asResponse()
  onOpen?.()
  return { isTest: response.headers.has('x-test-quota-limit'), events: readEvents(response, silent) }
}

async function* readEvents({ body }: Response, silent: AbortController): AsyncGenerator<StreamedEvent> {
  // Not every browser iterates over a body.
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  const giveUp = () => silent.abort(new Error(`nothing came for ${SILENT_MS / 1000} seconds`))
  try {
    for (let text = ''; ; ) {
      // While an event is handled the server is not late.
      const timer = setTimeout(giveUp, SILENT_MS)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventIn(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** Undefined for a comment; without a body when the block has an id alone. */
function eventIn(block: string): StreamedEvent | undefined {
  const field = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]
  const id = field('id')
  return id === undefined ? undefined : { id, type: field('event') ?? '', body: field('data') ?? '' }
}
