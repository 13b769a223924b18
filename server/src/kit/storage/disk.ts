import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { MissingObject, type Storage } from './storage.ts'

const KEY = /^[\w-]+(?:\/[\w-]+)*(?:\.jsonl\.gz)?$/

/** A file for each key. It is written beside its path and renamed once it is on the disk. */
export function createDiskStorage(root: string): Storage {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new TypeError(`${JSON.stringify(key)} is not a storage key`)
    return join(root, key)
  }

  return {
    async write(key, bytes) {
      const path = pathOf(key)
      const draft = `${path}.part`
      await mkdir(dirname(path), { recursive: true })
      try {
        const file = await open(draft, 'wx', 0o600)
        try {
          for await (const chunk of bytes) await writeAll(file, chunk)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },

    async read(key, range) {
      const stream = createReadStream(pathOf(key), { ...range, highWaterMark: 262_144 })
      await new Promise<void>((resolve, reject) => {
        stream.once('open', () => resolve()).once('error', (error) => reject(missingOr(error, key)))
      })
      return stream
    },

    async remove(key) {
      const path = pathOf(key)
      await rm(`${path}.part`, { force: true })
      await rm(path, { force: true })
    },
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
}

/** A new name survives a power cut only when its folder is synced too. */
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
