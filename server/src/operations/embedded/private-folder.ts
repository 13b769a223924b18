import { closeSync, constants, fchmodSync, fchownSync, fstatSync, mkdirSync, openSync } from 'node:fs'
import type { SystemUser } from '../../kit/config/data-dir.ts'

/**
 * Creates a folder for one user only. Where others can write, as in the temporary folder, another user may have created it
 * first: a link, or a folder of an unexpected user, is refused.
 */
export function makePrivateFolder(
  folder: string,
  user: SystemUser | undefined,
  expected: readonly number[] = [],
): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const us = process.getuid?.() ?? -1
  const { uid, gid } = user ?? { uid: us, gid: -1 }
  const handle = openFolder(folder)
  try {
    const owner = fstatSync(handle).uid
    if (![us, uid, ...expected].includes(owner)) throw new Error(`it belongs to user ${owner}`)
    if (user) fchownSync(handle, uid, gid)
    fchmodSync(handle, 0o700)
  } catch (error) {
    throw new Error(
      `${folder} cannot be used (${(error as Error).message}). Remove it, or set TMPDIR or QUOIN_DATA to your own folder.`,
      { cause: error },
    )
  } finally {
    closeSync(handle)
  }
}

function openFolder(folder: string): number {
  try {
    return openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  } catch (error) {
    throw new Error(`${folder} is a link or not a folder. Remove it, or set TMPDIR or QUOIN_DATA to your own folder.`, {
      cause: error,
    })
  }
}
