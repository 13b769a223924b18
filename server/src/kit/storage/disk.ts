import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readFreeBytes } from './free-space.ts'
import { MissingObject, type Storage, StorageFull } from './storage.ts'

const KEY = /^[\w-]+(?:\/[\w-]+)*(?:\.jsonl\.gz)?$/

/** Bytes written between two checks of the free space. */
const CHECK_BYTES = 4 * 1_048_576

/**
 * Stores one file per key. A file is written beside its path and renamed once it is on the disk. At least `reserveBytes` stay
 * free.
 */
export function createDiskStorage(root: string, reserveBytes: number): Storage {
  const toFilePath = (key: string) => {
    if (!KEY.test(key)) throw new TypeError(`${JSON.stringify(key)} is not a storage key`)
    return join(root, key)
  }

  const assertRoom = async (bytes: number) => {
    if ((await readFreeBytes(root)) - bytes < reserveBytes) throw storageFull()
  }

  return {
    assertRoom,

    async write(key, bytes, { mayUseReserve = false }) {
      const path = toFilePath(key)
      const draft = `${path}.part`
      await mkdir(dirname(path), { recursive: true }).catch(explain)
      try {
        const file = await open(draft, 'wx', 0o600)
        try {
          let unchecked = CHECK_BYTES
          for await (const chunk of bytes) {
            unchecked += chunk.length
            if (unchecked >= CHECK_BYTES && !mayUseReserve) {
              await assertRoom(chunk.length)
              unchecked = 0
            }
            await writeAll(file, chunk)
          }
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        return explain(error)
      }
      await syncFolder(dirname(path))
    },

    async read(key, range) {
      const stream = createReadStream(toFilePath(key), { ...range, highWaterMark: 262_144 })
      await new Promise<void>((resolve, reject) => {
        stream.once('open', () => resolve()).once('error', (error) => reject(missingOr(error, key)))
      })
      return stream
    },

    async remove(key) {
      const path = toFilePath(key)
      await rm(`${path}.part`, { force: true })
      await rm(path, { force: true })
    },
  }
}

function explain(error: unknown): never {
  const { code = '' } = error as NodeJS.ErrnoException
  throw code === 'ENOSPC' || code === 'EDQUOT' ? storageFull(error) : error
}

function storageFull(cause?: unknown): StorageFull {
  return new StorageFull(
    'The disk of this server is nearly full, and the rest is reserved for the database. Try again later. The operator can free space or store media in a bucket.',
    { cause },
  )
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
}

/** A new name survives a power cut only if its folder is synced too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function missingOr(error: NodeJS.ErrnoException, key: string): Error {
  return error.code === 'ENOENT' ? new MissingObject(`Nothing is stored under ${key}`, { cause: error }) : error
}
