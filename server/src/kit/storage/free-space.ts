import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Returns the bytes that this user may still write in the folder or, if it does not exist, in its nearest parent. */
export async function readFreeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || folder === dirname(folder)) throw error
    return readFreeBytes(dirname(folder))
  }
}
