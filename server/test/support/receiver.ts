import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { atEnd } from './harness.ts'

export interface Hit {
  readonly path: string
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
  readonly at: number
}

type ResponseHandler = (response: ServerResponse, hit: Hit, request: IncomingMessage) => void

export interface Receiver {
  readonly url: string
  readonly hits: Hit[]
  /** Sets the response from now on; it starts with 204. */
  answer(how: ResponseHandler): void
  /** Resolves when this many requests have come in. */
  received(count: number): Promise<void>
}

/** Starts a real server on loopback that responds as the test says. Each request is recorded before its response. */
export async function startReceiver(how: ResponseHandler = answers.ok): Promise<Receiver> {
  const hits: Hit[] = []
  let answering = how
  let waiting: { count: number; resolve: () => void }[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await buffer(request)).toString()
    const hit = { path: request.url ?? '', headers: request.headers, body, at: Date.now() }
    hits.push(hit)
    answering(response, hit, request)
    for (const { count, resolve } of waiting) if (hits.length >= count) resolve()
    waiting = waiting.filter(({ count }) => hits.length < count)
  }
  const server = createServer((request, response) => void receive(request, response).catch(() => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hits,
    answer(next) {
      answering = next
    },
    received: (count) =>
      hits.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
  }
}

const ok: ResponseHandler = (response) => void response.writeHead(204).end()

const status =
  (code: number, headers = {}, body = ''): ResponseHandler =>
  (response) =>
    void response.writeHead(code, headers).end(body)

/** Never responds. */
const hang: ResponseHandler = () => {}

/** Begins a response and never ends it. */
const trickle: ResponseHandler = (response) => void response.writeHead(200).write('slowly')

const reset: ResponseHandler = (_response, _hit, request) => void request.socket.resetAndDestroy()

/** Sends an endless response, until the caller hangs up. */
const flood: ResponseHandler = (response) => {
  response.writeHead(200)
  const chunk = Buffer.alloc(65_536, 'x')
  const pour = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', pour)
  }
  pour()
}

export const answers = { ok, status, hang, trickle, reset, flood }
