import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MediaAsset } from '../../src/domains/social/media/contract/resources.ts'
import { mediaJobs } from '../../src/domains/social/media/jobs.ts'
import { startQueue } from '../../src/queue/start.ts'
import { atEnd, boot, type Client, type ContextOptions } from './harness.ts'

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => unknown

/** Starts a web server to fetch from. `answers` sets the response of each path, `asked` lists the requested paths. */
export async function startOrigin(answers: Record<string, Buffer | RequestHandler> = {}) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    response.on('error', () => {})
    const answer = answers[path]
    if (typeof answer === 'function') void answer(request, response)
    else if (answer) response.end(answer)
    else response.writeHead(404).end('no such thing')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, answers }
}

/** Boots a service with a worker that fetches media, and an origin to fetch from. */
export async function bootWithMedia({ isWorking = true, ...options }: ContextOptions & { isWorking?: boolean } = {}) {
  const data = mkdtempSync(join(tmpdir(), 'quoin-media-'))
  atEnd(() => rmSync(data, { recursive: true, force: true }))
  const world = await boot({ ...options, env: { QUOIN_DATA: data, ...options.env } })
  const origin = await startOrigin()
  const queue = await startQueue(world.ctx, { jobs: isWorking ? mediaJobs : [], pollMs: 50, drainSeconds: 0 })
  atEnd(() => queue.stop())
  const get = async (id: string, client: Client = world.live) =>
    (await client('GET', `/v1/media/${id}`)).body as MediaAsset
  /** Ingests a file and returns the asset after the first attempt. */
  const ingest = async (path: string, client: Client = world.live): Promise<MediaAsset> => {
    const { body } = await client('POST', '/v1/media', { url: `${origin.url}${path}` })
    await queue.idle()
    return get(body.id, client)
  }
  return {
    ...world,
    origin,
    queue,
    get,
    ingest,
    /** Returns a public URL with the port that the test listens on. */
    reach: (url: string | null) => `${world.url}${new URL(url ?? '').pathname}${new URL(url ?? '').search}`,
    files: () => filesUnder(join(data, 'media')),
    data,
  }
}

/** Lists the media in a folder, without the file that identifies the store. */
export function filesUnder(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return all.filter((name) => name !== '.store' && statSync(join(folder, name)).isFile())
}
