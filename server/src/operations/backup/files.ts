import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Duplex, PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { damaged, missing, type StoredFile } from './manifest.ts'

/** Writes a file: compressed if its name says so, readable by its owner only, and on the disk when it is finished. */
export interface FileWriter {
  write(chunk: Uint8Array): Promise<void>
  finish(): Promise<StoredFile>
}

export function createFileWriter(folder: string, file: string): FileWriter {
  const entry: Duplex = file.endsWith('.zst') ? createZstdCompress() : new PassThrough()
  const hash = createHash('sha256')
  let bytes = 0
  let failure: Error | undefined
  const done = pipeline(
    entry,
    async function* count(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(join(folder, file), { flags: 'wx', mode: 0o600, flush: true }),
  ).catch((error: unknown) => {
    failure = error as Error
  })
  return {
    async write(chunk) {
      if (failure) throw failure
      if (!entry.write(chunk)) await Promise.race([new Promise<void>((resolve) => entry.once('drain', resolve)), done])
      if (failure) throw failure
    },
    async finish() {
      entry.end()
      await done
      if (failure) throw failure
      return { file, bytes, sha256: hash.digest('hex') }
    },
  }
}

/** Writes a small file atomically. */
export async function writeWhole(folder: string, file: string, content: string): Promise<void> {
  const draft = join(folder, `${file}.part`)
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, join(folder, file))
  await syncFolder(folder)
}

/** A new name survives a power cut only if its folder is synced too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Gives a folder its final name. */
export async function publishFolder(draft: string, folder: string): Promise<void> {
  await syncFolder(draft)
  await rename(draft, folder)
  await syncFolder(dirname(folder))
}

/** Throws when the file is missing or was changed. */
export async function verifyFile(
  folder: string,
  { file, bytes, sha256 }: StoredFile,
  onRead: (bytes: number) => void,
): Promise<void> {
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const chunk of createReadStream(join(folder, file), {
      highWaterMark: 1 << 20,
    }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      read += chunk.length
      onRead(chunk.length)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw missing(join(folder, file))
  }
  if (read !== bytes || hash.digest('hex') !== sha256) throw damaged(join(folder, file))
}

export async function* readBackupFile(folder: string, file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(join(folder, file), { highWaterMark: 1 << 18 })
  if (!file.endsWith('.zst')) return yield* source as AsyncIterable<Buffer>
  const plain = createZstdDecompress()
  const done = pipeline(source, plain)
  done.catch(() => {})
  yield* plain as AsyncIterable<Buffer>
  await done
}
