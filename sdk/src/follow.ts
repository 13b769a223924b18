import type { Quoin } from './client.ts'
import { ApiError } from './errors.ts'
import { pause } from './send.ts'
import type { WebhookEvent } from './signature.ts'

/** One event of the stream as it was sent. */
export interface StreamedEvent {
  readonly id: string
  readonly type: string
  /** JSON, byte for byte as sent to a webhook endpoint. */
  readonly body: string
}

export interface FollowOptions<Type extends WebhookEvent['type'] = WebhookEvent['type']> extends StreamOptions {
  /** Event types. All types by default. */
  readonly types?: Type | readonly Type[] | undefined
}

interface StreamOptions {
  /** Starts with the events stored since then. Starts with new events by default. */
  readonly since?: Date | undefined
  readonly signal?: AbortSignal | undefined
  /** Called for each new connection. */
  readonly onOpen?: () => void
  /** Called with the reason when the connection is lost. Reconnecting is automatic. */
  readonly onLost?: (reason: string) => void
}

/** The server sends a comment every 15 seconds, so a connection that is silent for this long is dead. */
const SILENT_MS = 45_000
const BACKOFF_MAX_MS = 30_000
/** Number of event ids to remember, because the server repeats the last minute after a reconnect. */
const REMEMBERED = 20_000

/**
 * Yields every event once, reconnecting as needed; its `type` narrows its `data`. The next event is read after the caller has
 * handled the last one. With a test key, yields an example of each event and ends.
 */
export async function* followEvents<Type extends WebhookEvent['type'] = WebhookEvent['type']>(
  client: Quoin,
  { types, ...options }: FollowOptions<Type> = {},
): AsyncGenerator<Extract<WebhookEvent, { readonly type: Type }>, void, undefined> {
  for await (const { body } of followStream(client, types?.toString(), options)) yield JSON.parse(body)
}

/** Yields every event as it was sent. `types` are separated by commas. */
export async function* followStream(
  client: Quoin,
  types: string | undefined,
  options: StreamOptions,
): AsyncGenerator<StreamedEvent, void, undefined> {
  const { since, signal, onLost } = options
  const seen = new Set<string>()
  let after: string | undefined
  let failures = 0
  for (;;) {
    if (signal?.aborted) return
    const from = after ? { after } : since && { since: since.toISOString() }
    try {
      const { isTest, events } = await connectStream(
        client,
        'events.stream',
        { ...from, ...(types && { types }) },
        options,
      )
      for await (const event of events) {
        failures = 0
        const isNew = isTest || !seen.has(event.id)
        // The first block of a stream has only an id: its starting point.
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
      // Waiting does not help if the key was revoked or an event type does not exist.
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

/** Opens one connection to a stream. */
export async function connectStream(
  client: Quoin,
  operation: 'events.stream' | 'requests.stream',
  query: Readonly<Record<string, string>>,
  { signal, onOpen }: StreamOptions,
): Promise<{ readonly isTest: boolean; readonly events: AsyncGenerator<StreamedEvent> }> {
  const silent = new AbortController()
  const either = signal ? AbortSignal.any([signal, silent.signal]) : silent.signal
  const response = await client.call(operation, [], query, { signal: either, maxRetries: 0 }).asResponse()
  onOpen?.()
  return { isTest: response.headers.has('x-test-quota-limit'), events: readEvents(response, silent) }
}

async function* readEvents({ body }: Response, silent: AbortController): AsyncGenerator<StreamedEvent> {
  // Not every browser can iterate over a body.
  const reader = (body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  const giveUp = () => silent.abort(new Error(`no data for ${SILENT_MS / 1000} seconds`))
  try {
    for (let text = ''; ; ) {
      // The timer does not run while the caller handles an event.
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

/** Parses a block. Returns undefined for a comment, and an empty body if the block has only an id. */
function eventIn(block: string): StreamedEvent | undefined {
  const field = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]
  const id = field('id')
  return id === undefined ? undefined : { id, type: field('event') ?? '', body: field('data') ?? '' }
}
