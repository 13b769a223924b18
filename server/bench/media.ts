import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { movieData, movieIndex, movieStart } from '../test/support/media-samples.ts'
import { residentBytes } from './rig/machine.ts'
import { startQuoin } from './rig/quoin.ts'
import { type Report, table } from './rig/report.ts'

const SIZES = [10_000_000, 200_000_000, 400_000_000]
const PIECE = Buffer.alloc(262_144, 7)

interface IngestFigures {
  readonly seconds: number
  readonly before: number
  readonly peak: number
}

/** A large file taken in: what it costs in memory must not depend on how large it is. */
export async function bench(): Promise<Report> {
  const origin = await startOrigin()
  const quoin = await startQuoin()
  try {
    const ingest = async (bytes: number): Promise<IngestFigures> => {
      const before = residentBytes(quoin.pid)
      let peak = before
      const watch = setInterval(() => (peak = Math.max(peak, residentBytes(quoin.pid))), 5)
      const started = performance.now()
      const { id } = (await quoin.call('POST', '/v1/media', { url: `${origin.url}/${bytes}` })) as { id: string }
      for (;;) {
        const asset = (await quoin.call('GET', `/v1/media/${id}`)) as {
          status: string
          bytes_size: number
          validation: object
        }
        if (asset.status === 'failed') throw new Error(JSON.stringify(asset.validation))
        if (asset.status === 'ready') break
        await sleep(20)
      }
      clearInterval(watch)
      return { seconds: (performance.now() - started) / 1000, before, peak }
    }
    // Code that runs for the first time is compiled then: that is not the file's doing.
    for (let warm = 0; warm < 5; warm++) await ingest(1_000_000)
    const measured: IngestFigures[] = []
    for (const bytes of SIZES) measured.push(await ingest(bytes))
    return report(measured)
  } finally {
    await quoin.stop()
    origin.close()
  }
}

async function pour(bytes: number, response: ServerResponse): Promise<void> {
  response.write(Buffer.concat([movieStart(), movieData(bytes)]))
  for (let left = bytes; left > 0; left -= PIECE.length)
    if (!response.write(PIECE.subarray(0, Math.min(left, PIECE.length)))) await once(response, 'drain')
  response.end(movieIndex())
}

async function startOrigin() {
  const server = createServer((request, response) => void pour(Number(request.url?.slice(1)), response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

function report(measured: readonly IngestFigures[]): Report {
  const mb = (bytes: number) => bytes / 1e6
  const rises = measured.map(({ before, peak }) => mb(peak - before))
  const text = `
A video is fetched from a URL on the same machine and stored on disk, in one process. Its resident memory is sampled every 5 ms.

${table(
  ['file', 'memory before', 'peak', 'rise', 'time'],
  measured.map(({ before, peak, seconds }, index) => [
    `${mb(SIZES[index] ?? 0)} MB`,
    `${mb(before).toFixed(0)} MB`,
    `${mb(peak).toFixed(0)} MB`,
    `${(rises[index] ?? 0).toFixed(0)} MB`,
    `${seconds.toFixed(2)} s`,
  ]),
)}`
  return {
    title: 'Fetching media',
    text,
    bars: SIZES.slice(1).map((bytes, index) => ({
      what: `MB of memory that a file of ${mb(bytes)} MB adds`,
      is: rises[index + 1] ?? 0,
      atMost: 50,
    })),
  }
}
