/** The file is not what it says it is; the message tells why. */
export class MalformedFile extends Error {
  override name = 'MalformedFile'
}

/** Small reads anywhere in a file that may be large and far away. */
export interface FileReader {
  readonly size: number
  /** Throws `MalformedFile` when the file ends before. */
  read(start: number, length: number): Promise<Buffer>
}

const BLOCK_BYTES = 65_536
const READ_MAX = 4096
/** Each costs a request of the store. Real files need a handful; one made to need more is not worth them. */
const BLOCKS_MAX = 128
const READS_MAX = 5000

export function createReader(size: number, fetch: (start: number, end: number) => Promise<Buffer>): FileReader {
  const blocks = new Map<number, Buffer>()
  let reads = 0
  let fetched = 0

  async function block(index: number): Promise<Buffer> {
    const known = blocks.get(index)
    if (known) return known
    if (++fetched > BLOCKS_MAX) throw new MalformedFile('Its structure is scattered over too many places.')
    const start = index * BLOCK_BYTES
    const bytes = await fetch(start, Math.min(size, start + BLOCK_BYTES) - 1)
    if (blocks.size >= 4) blocks.clear()
    blocks.set(index, bytes)
    return bytes
  }

  return {
    size,
    async read(start, length) {
      if (length > READ_MAX) throw new RangeError('Facts are small: read less')
      if (++reads > READS_MAX) throw new MalformedFile('Its structure has too many parts.')
      if (start < 0 || start + length > size) throw new MalformedFile('It ends before it should.')
      const index = Math.floor(start / BLOCK_BYTES)
      const at = start - index * BLOCK_BYTES
      const head = (await block(index)).subarray(at, at + length)
      if (head.length === length) return head
      return Buffer.concat([head, (await block(index + 1)).subarray(0, length - head.length)])
    },
  }
}
