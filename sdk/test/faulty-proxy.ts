import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * Fault of one request: `lose` forwards it and closes the connection when its response arrives, `cut` closes it in the middle
 * of the response, `hang` never responds, and a status responds in the server's place. `none` forwards the request and its
 * response.
 */
export type Fault =
  | 'none'
  | 'lose'
  | 'cut'
  | 'hang'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: object }

export interface RecordedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
}

/** Starts a proxy that applies `faults` to the next requests, in order, and forwards all others. */
export async function startFaultyProxy(target: string) {
  const faults: Fault[] = []
  const seen: RecordedRequest[] = []
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    seen.push({ method, url, headers })
    const sent = await buffer(request)
    const fault = faults.shift()
    if (typeof fault === 'object') {
      const type = { 'content-type': 'application/problem+json' }
      response.writeHead(fault.status, { ...type, ...fault.headers }).end(JSON.stringify(fault.body ?? {}))
      return
    }
    const { host: _host, connection: _connection, 'content-length': _length, ...passed } = headers
    const answer = await fetch(target + url, {
      method,
      headers: passed as Record<string, string>,
      ...(sent.length > 0 && { body: sent }),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    if (fault === 'hang') return
    if (fault === 'lose') return void request.socket.destroy()
    const {
      'content-encoding': _encoding,
      'transfer-encoding': _transfer,
      ...kept
    } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, { ...kept, 'content-length': body.length })
    if (fault !== 'cut') return void response.end(body)
    response.write(body.subarray(0, body.length / 2), () => request.socket.destroy())
  }
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    seen,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
