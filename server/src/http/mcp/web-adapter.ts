import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Converts the request for the protocol's library. The body is passed on parsed. */
export function toWebRequest({ raw, url, headers }: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
  return new Request(new URL(url, 'http://localhost'), {
    method: raw.method ?? 'POST',
    headers: sent,
    signal: gone.signal,
  })
}

export function sendWebResponse(reply: FastifyReply, response: Response): FastifyReply {
  const type = response.headers.get('content-type')
  reply.status(response.status).header('cache-control', 'no-store')
  if (type !== null) reply.header('content-type', type)
  if (response.body === null) return reply.send()
  // Proxies that buffer responses would hold events back.
  if (type?.startsWith('text/event-stream')) reply.header('x-accel-buffering', 'no')
  return reply.send(Readable.fromWeb(response.body))
}
