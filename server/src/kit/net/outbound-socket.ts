import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { OutboundError } from './outbound-error.ts'
import { withUserAgent } from './user-agent.ts'

export interface OutboundSocketRequest {
  /** `wss:` or `https:`; without TLS where requests may use plain HTTP. */
  readonly url: string
  readonly workspaceId?: string
  /** Time limit for the whole conversation, from the name to the last message. */
  readonly deadlineMs?: number
  /** Limit for all messages of the server together. */
  readonly bytesMax?: number
}

/** A WebSocket for requests and responses: incoming messages wait until they are read. The caller must close it. */
export interface OutboundSocket {
  send(text: string): void
  /** Returns the next message. Throws when the connection ends, the deadline passes, or the server has sent too much. */
  next(): Promise<string>
  close(): void
}

/** The connector, and the checks that every URL has to pass. */
interface GuardedConnect {
  readonly connect: buildConnector.connector
  readonly check: (url: string) => URL
  readonly classify: (error: unknown) => OutboundError
}

export async function openSocket(request: OutboundSocketRequest, guarded: GuardedConnect): Promise<OutboundSocket> {
  const { deadlineMs = 10_000, bytesMax = 4_194_304 } = request
  const url = guarded.check(toHttp(request.url))
  const inbox = createInbox(bytesMax)
  const deadline = setTimeout(() => {
    inbox.end(new OutboundError('timeout', `No complete response within ${deadlineMs} ms`))
  }, deadlineMs)
  inbox.onEnd(() => clearTimeout(deadline))
  try {
    // Loaded here because it loads all of node:http (record 0027).
    const { WebSocket } = await import('ws')
    const connection = await connect(url, guarded, inbox)
    const socket = new WebSocket(url.href.replace(/^http/, 'ws'), {
      createConnection: () => connection,
      headers: withUserAgent({}),
      maxPayload: bytesMax,
      // Off, because a small message could expand to a large one.
      perMessageDeflate: false,
    })
    inbox.onEnd(() => {
      // Sends a close frame without waiting for the other side.
      socket.close()
      connection.destroySoon()
      if (socket.readyState === WebSocket.CONNECTING) socket.terminate()
    })
    socket.on('open', inbox.wake)
    socket.on('error', (error) => inbox.end(classifySocketError(error, guarded, bytesMax)))
    socket.on('close', () => inbox.end(new OutboundError('connect_failed', 'The server closed the connection')))
    socket.on('message', (data, isBinary) => isBinary || inbox.add(data as Buffer))
    await inbox.until(() => socket.readyState === WebSocket.OPEN)
    return {
      send: (text) => {
        inbox.assertOpen()
        socket.send(text)
      },
      next: async () => inbox.next(),
      close: () => inbox.end(new OutboundError('connect_failed', 'The connection is closed')),
    }
  } catch (error) {
    const reason = guarded.classify(error)
    inbox.end(reason)
    throw reason
  }
}

async function connect(url: URL, guarded: GuardedConnect, inbox: Inbox): Promise<Socket> {
  let connection: Socket | undefined
  let failure: Error | undefined
  guarded.connect(
    { hostname: url.hostname, host: url.host, protocol: url.protocol, port: url.port },
    (...[error, socket]) => {
      connection = socket ?? undefined
      failure = error ?? undefined
      if (inbox.isEnded()) socket?.destroy()
      inbox.wake()
    },
  )
  await inbox.until(() => connection !== undefined || failure !== undefined)
  if (!connection) throw failure
  return connection
}

type Inbox = ReturnType<typeof createInbox>

/** Received messages, and the end of the conversation. One reader at a time. */
function createInbox(bytesMax: number) {
  const received: string[] = []
  const cleanups: (() => void)[] = []
  let size = 0
  let ended: OutboundError | undefined
  let resume: (() => void) | undefined
  const wake = () => resume?.()
  const end = (reason: OutboundError) => {
    if (ended) return
    ended = reason
    for (const cleanup of cleanups) cleanup()
    wake()
  }
  const assertOpen = () => {
    if (ended) throw ended
  }
  const until = async (isReached: () => boolean) => {
    while (!isReached()) {
      assertOpen()
      await new Promise<void>((resolve) => {
        resume = resolve
      })
    }
  }
  return {
    wake,
    end,
    until,
    assertOpen,
    isEnded: () => ended !== undefined,
    onEnd: (cleanup: () => void) => void (ended ? cleanup() : cleanups.push(cleanup)),
    add(message: Buffer) {
      size += message.length
      if (size > bytesMax) return end(tooLarge(bytesMax))
      received.push(message.toString('utf8'))
      wake()
    },
    /** Messages received before the end are read first. */
    async next(): Promise<string> {
      await until(() => received.length > 0)
      return received.shift() ?? ''
    },
  }
}

function classifySocketError(error: Error, { classify }: GuardedConnect, bytesMax: number): OutboundError {
  const isTooLarge = (error as { code?: unknown }).code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
  return isTooLarge ? tooLarge(bytesMax) : classify(error)
}

function tooLarge(bytesMax: number): OutboundError {
  return new OutboundError('too_large', `The response is larger than ${bytesMax} bytes`)
}

function toHttp(url: string): string {
  return url.replace(/^ws(?=s?:)/i, 'http')
}
