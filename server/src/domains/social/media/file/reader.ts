/** The file is damaged or does not have the type that its first bytes show. Users see the message. */
export class MalformedFile extends Error {
  override name = 'MalformedFile'
}

/** Reads small parts of a file that may be large and in remote storage. */
export interface FileReader {
  readonly size: number
  /** Throws `MalformedFile` when the file ends within them. */
  read(start: number, length: number): Promise<Buffer>
}

const BLOCK_BYTES = 65_536
const READ_MAX = 4096
/** Each block costs a request to the storage. Real files need a handful; only a hostile one needs more. */
const BLOCKS_MAX = 128
const READS_MAX = 5000

export function createReader(size: number, fetch: (start: number, end: number) => Promise<Buffer>): FileReader {
  const blocks = new Map<number, Buffer>()
  let reads = 0
  let fetched = 0

  async function readBlock(index: number): Promise<Buffer> {
    const known = blocks.get(index)
    if (known) return known
    if (++fetched > BLOCKS_MAX) throw new MalformedFile('The structure of the file is spread over too many blocks.')
    const start = index * BLOCK_BYTES
    const bytes = await fetch(start, Math.min(size, start + BLOCK_BYTES) - 1)
    if (blocks.size >= 4) blocks.clear()
    blocks.set(index, bytes)
    return bytes
  }

  return {
    size,
    async read(start, length) {
      if (length > READ_MAX) throw new RangeError(`At most ${READ_MAX} bytes are read at a time.`)
      if (++reads > READS_MAX) throw new MalformedFile('The structure of the file has too many parts.')
      if (start < 0 || start + length > size) throw new MalformedFile('The file ends too early.')
      const index = Math.floor(start / BLOCK_BYTES)
      const at = start - index * BLOCK_BYTES
      const head = (await readBlock(index)).subarray(at, at + length)
      if (head.length === length) return head
      return Buffer.concat([head, (await readBlock(index + 1)).subarray(0, length - head.length)])
    },
  }
}
