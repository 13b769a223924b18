/** One server-sent event, or a comment in its place. */
export interface StreamEvent {
  readonly id?: string
  readonly event?: string
  readonly data?: string
  readonly comment?: string
}

export interface EventStream {
  readonly status: number
  readonly headers: Headers
  readonly sent: StreamEvent[]
  /** Resolves when the server ended the stream or the connection was cut. */
  readonly ended: Promise<void>
  cut(): void
  /** Returns the ids of the events so far, each once. */
  ids(): Set<string>
}

interface FollowOptions {
  readonly path?: string
  readonly query?: string
  readonly lastEventId?: string | undefined
}

/** Follows a stream of events like any client of server-sent events, with a key or with the headers of a browser. */
export async function followEvents(
  url: string,
  key: string | Readonly<Record<string, string>>,
  { path = '/v1/events/stream', query = '', lastEventId }: FollowOptions = {},
): Promise<EventStream> {
  const connection = new AbortController()
  const response = await fetch(`${url}${path}${query}`, {
    headers: {
      ...(typeof key === 'string' ? { authorization: `Bearer ${key}` } : key),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: connection.signal,
  })
  const sent: StreamEvent[] = []
  async function read() {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      sent.push(...blocks.map(readBlock))
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    sent,
    ended: read().catch(() => {}),
    cut: () => connection.abort(),
    ids: () => new Set(sent.flatMap(({ id, data }) => (data === undefined ? [] : (id ?? [])))),
  }
}

function readBlock(block: string): StreamEvent {
  const fields = block.split('\n').map((line) => {
    const [name = '', ...rest] = line.split(': ')
    return [name === '' ? 'comment' : name, rest.join(': ')]
  })
  return Object.fromEntries(fields)
}
