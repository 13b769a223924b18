import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { atEnd } from './harness.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- responses of every shape
export type Json = any

/** Starts a proxy that changes every object of a server's JSON responses. Returns its own address. */
export async function startRewritingProxy(target: string, rewrite: (found: Json) => Json): Promise<string> {
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: forwarded(request),
      redirect: 'manual',
      ...(request.method !== 'GET' && { body: await buffer(request) }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') && text !== ''
    const kept = ['content-type', 'link', 'location'].flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value]]
    })
    response.writeHead(answer.status, Object.fromEntries(kept))
    response.end(isJson ? JSON.stringify(walk(JSON.parse(text), rewrite)) : text)
  }
  const server = createServer((request, response) => {
    forward(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function forwarded({ headers }: IncomingMessage): Record<string, string> {
  const dropped = ['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding']
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (dropped.includes(name) ? [] : [[name, String(value)]])),
  )
}

function walk(value: Json, rewrite: (found: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((one) => walk(one, rewrite))
  if (typeof value !== 'object' || value === null) return value
  return rewrite(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, rewrite)])))
}
