import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './harness.ts'

export interface FaultyProxy {
  readonly url: string
  /** Requests that were passed on. */
  readonly passed: number
  /** Number of the next responses to lose: the server did the work, the client sees a broken connection. */
  losses: number
  /** Number of the next requests that get 503. */
  refusals: number
}

/** Starts a proxy in front of a server that loses its responses. */
export async function startFaultyProxy(target: string, headers: Record<string, string> = {}): Promise<FaultyProxy> {
  const state = { url: '', passed: 0, losses: 0, refusals: 0 }
  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (state.refusals > 0) {
      state.refusals--
      outgoing.writeHead(503).end()
      return
    }
    state.passed++
    const isLost = state.losses > 0 && state.losses-- > 0
    const { method, url } = incoming
    const onward = request(new URL(url ?? '/', target), {
      ...(method !== undefined && { method }),
      headers: { ...incoming.headers, ...headers },
    })
    onward.on('response', (answer) => {
      if (isLost) return answer.resume().once('end', () => outgoing.destroy())
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }
  const server = createServer(pass)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return state
}
