/** The parts of a JSON-RPC message that the relay reads. */
export interface Message {
  readonly id?: string | number | null
  readonly method?: string
  readonly params?: {
    readonly name?: unknown
    readonly uri?: unknown
    readonly requestId?: unknown
    readonly arguments?: { readonly max_credits?: unknown; readonly [name: string]: unknown }
    readonly _meta?: Readonly<Record<string, unknown>>
  }
  readonly result?: {
    readonly protocolVersion?: unknown
    readonly _meta?: Readonly<Record<string, unknown>>
  }
  readonly error?: unknown
}

const VERSION = 'io.modelcontextprotocol/protocolVersion'
const SENDABLE = /^[\x20-\x7e]+$/

/**
 * Builds the HTTP headers that repeat parts of the message. `negotiated` is the version of a client that began with `initialize`.
 */
export function buildMessageHeaders(
  { method = '', params = {} }: Message,
  negotiated: string | undefined,
): Record<string, string> {
  const { _meta: meta = {}, name = params.uri } = params
  const own = meta[VERSION]
  if (typeof own !== 'string') return negotiated === undefined ? {} : { 'mcp-protocol-version': negotiated }
  return {
    'mcp-protocol-version': own,
    'mcp-method': method,
    ...(typeof name === 'string' && SENDABLE.test(name) && { 'mcp-name': name }),
  }
}

/** Yields the messages of a response: one JSON message, or the events of a stream as they arrive. */
export async function* messagesIn(response: Response): AsyncGenerator<Message> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text()
    if (text !== '') yield JSON.parse(text) as Message
    return
  }
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of response.body ?? []) {
    rest += decoder.decode(bytes, { stream: true })
    const events = rest.split(/\r?\n\r?\n/)
    rest = events.pop() ?? ''
    for (const event of events) {
      const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'))
      const data = lines.map((line) => line.slice('data:'.length).trimStart()).join('\n')
      if (data !== '') yield JSON.parse(data) as Message
    }
  }
}
