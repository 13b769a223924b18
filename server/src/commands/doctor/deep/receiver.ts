import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createBell } from '../../../kit/bell.ts'

export interface ReceivedDelivery {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver of webhooks that refuses the first delivery. Closed with its scope. */
export interface Receiver extends AsyncDisposable {
  readonly port: number
  /** Returns the delivery with this number, from 0; undefined when it does not come in time. */
  wait(index: number, waitMs: number, signal: AbortSignal): Promise<ReceivedDelivery | undefined>
}

export async function startReceiver(host: string | undefined, port: number): Promise<Receiver> {
  const received: ReceivedDelivery[] = []
  const bell = createBell()
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    // Other requests, such as the health checks of a proxy, are not deliveries.
    if (request.headers['webhook-id'] === undefined) return void response.writeHead(404).end()
    received.push({ headers: request.headers, body })
    response.writeHead(received.length === 1 ? 503 : 204).end()
    bell.ring()
  }
  const server = createServer((request, response) => void receive(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, ...(host !== undefined && { host }) }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async wait(index, waitMs, signal) {
      const until = performance.now() + waitMs
      signal.addEventListener('abort', () => bell.ring(), { once: true })
      while (received.length <= index && !signal.aborted && performance.now() < until) {
        bell.mute()
        await bell.rest(until - performance.now())
      }
      signal.throwIfAborted()
      return received[index]
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Verifies a delivery as a receiver does, by the rules of Standard Webhooks. */
export function isSigned({ headers, body }: ReceivedDelivery, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.')
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected))
}
