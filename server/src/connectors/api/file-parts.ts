import type { Readable } from 'node:stream'
import { PlatformError } from '../platform-error.ts'

/** Reads a file in parts of these sizes, for uploads in parts. Keeps one part in memory at a time. */
export async function* readParts(file: Readable, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let length = 0
  let at = 0
  for await (const chunk of file) {
    chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
    for (let size = sizes[at]; size !== undefined && length >= size; size = sizes[++at]) {
      const all = Buffer.concat(chunks)
      yield all.subarray(0, size)
      chunks = [all.subarray(size)]
      length -= size
    }
  }
  if (at < sizes.length) throw new PlatformError('unavailable', 'The file is shorter than it was when it was stored.')
}
