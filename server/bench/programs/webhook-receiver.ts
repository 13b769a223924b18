import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Answers 204 to whatever is posted and counts it; every so often it keeps one, to be verified afterwards. `GET /` tells. */
const KEPT_OF = 1000
const kept: { headers: IncomingMessage['headers']; body: string; path: string }[] = []
let count = 0

const server = createServer((request, response) => {
  if (request.method === 'GET') return void response.end(JSON.stringify({ count, kept }))
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (count++ % KEPT_OF === 0) {
      const body = Buffer.concat(chunks).toString()
      kept.push({ headers: request.headers, body, path: request.url?.slice(1) ?? '' })
    }
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.once('SIGTERM', () => process.exit(0))
