import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { atEnd } from './harness.ts'

/** Starts a bucket on loopback with the subset of S3 that media use. It checks no signatures. */
export async function startBucket() {
  const objects = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://bucket')
      const wanted = objects.get(pathname)
      if (request.method === 'PUT') {
        objects.set(pathname, await buffer(request))
        return response.writeHead(200, { etag: '"1"' }).end()
      }
      if (request.method === 'DELETE') {
        objects.delete(pathname)
        return response.writeHead(204).end()
      }
      if (searchParams.has('uploads'))
        return response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end('<ListMultipartUploadsResult></ListMultipartUploadsResult>')
      if (!wanted)
        return response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end('<Error><Code>NoSuchKey</Code><Message>none</Message></Error>')
      const [, start = '0', end = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
      const part = wanted.subarray(Number(start), end === '' ? wanted.length : Number(end) + 1)
      return response.writeHead(request.headers.range ? 206 : 200, { 'content-length': part.length }).end(part)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, objects }
}
