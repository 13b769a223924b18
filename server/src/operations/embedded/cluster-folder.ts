import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { POSTGRES_USER, type SystemUser } from '../../kit/config/data-dir.ts'
import { sharedFolder } from './binaries.ts'

/** Returns the user that PostgreSQL runs as; undefined for the current user. */
export function postgresUser(dataDir: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (process.platform !== 'linux') throw new Error('PostgreSQL cannot run as root. Start Quoin as another user.')
  const owner = statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false })
  // When root works in the data folder of an ordinary user, that user stays the owner. Earlier versions ran as `nobody`.
  const isOrdinaryUser = owner && owner.uid !== 0 && owner.uid !== nobodyUser().uid
  return isOrdinaryUser ? { uid: owner.uid, gid: owner.gid } : POSTGRES_USER
}

/** Returns the unprivileged user that has a name on every system. */
export function nobodyUser(): SystemUser {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid) throw new Error('There is no user `nobody` to create the database as. Start Quoin as another user.')
  return { uid: Number(uid), gid: Number(gid) }
}

/**
 * Returns the folder of the cluster: `postgres` in the data folder. If PostgreSQL's user cannot enter the data folder, because
 * it is in root's home, that is a link to a folder under /var/lib/quoin; a cluster of an earlier version moves there.
 */
export function openCluster(dataDir: string, user: SystemUser | undefined): string {
  const path = join(dataDir, 'postgres')
  if (!user) return path
  finishMove(path)
  if (!isLink(path) && !canEnter(user, dataDir)) moveOut(dataDir, user)
  const cluster = isLink(path) ? resolve(dataDir, readlinkSync(path)) : path
  // A killed first start may have created only the parent folder.
  if (!existsSync(dirname(cluster)))
    throw new Error(
      `${path} points to ${cluster}, which is gone. Restore it, or remove the link to start with an empty database.`,
    )
  if (existsSync(cluster) && statSync(cluster).uid !== user.uid) chownTree(cluster, user)
  return cluster
}

/** Returns the folder of the server's socket: beside the cluster, or in the temporary folder if that path is too long. */
export function socketFolder(dataDir: string): string {
  const path = join(dataDir, 'postgres')
  const inside = join(isLink(path) ? dirname(readlinkSync(path)) : dataDir, 'socket')
  // The path of a socket may have 107 bytes, including its file name.
  if (Buffer.byteLength(inside) <= 85) return inside
  return join(tmpdir(), `quoin-socket-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

function canEnter(user: SystemUser, folder: string): boolean {
  const { status, error } = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  })
  if (error)
    throw new Error(
      `PostgreSQL cannot run as root, and becoming user ${user.uid} failed (${error.message}). Start Quoin as another user.`,
      { cause: error },
    )
  return status === 0
}

/** Whenever it is killed, either the link exists or `postgres.moving`, which becomes the link once the cluster has moved. */
function moveOut(dataDir: string, user: SystemUser): void {
  const path = join(dataDir, 'postgres')
  refuseVolume(dataDir, user)
  const home = mkdtempSync(join(sharedFolder(), `${basename(dataDir)}-`))
  writeFileSync(join(home, 'data-folder.txt'), `${dataDir}\n`)
  chownSync(home, 0, user.gid)
  chmodSync(home, 0o710)
  const cluster = join(home, 'postgres')
  if (!existsSync(path)) return symlinkSync(cluster, path)
  symlinkSync(cluster, `${path}.moving`)
  try {
    renameSync(path, cluster)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EXDEV') throw error
    cpSync(path, cluster, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    spawnSync('sync')
    renameSync(path, `${path}.moved`)
  }
  finishMove(path)
}

function finishMove(path: string): void {
  const moving = `${path}.moving`
  if (isLink(moving) && existsSync(path)) {
    // Killed before the cluster had moved: it is still in its old folder, and the copy is useless.
    rmSync(dirname(readlinkSync(moving)), { recursive: true, force: true })
    rmSync(moving)
  } else if (isLink(moving)) renameSync(moving, path)
  if (isLink(path)) rmSync(`${path}.moved`, { recursive: true, force: true })
}

/** Data must not leave a volume that an operator mounted for it: outside, it may not outlive the container. */
function refuseVolume(dataDir: string, user: SystemUser): void {
  const closed = pathTo(dataDir).find((folder) => !canEnter(user, folder)) ?? dataDir
  if (closed !== dataDir && statSync(closed).dev === statSync(dataDir).dev) return
  throw new Error(
    `PostgreSQL runs as user ${user.uid} when Quoin is root, and that user cannot enter ${closed}. Run \`chmod o+x ${closed}\`, set QUOIN_DATA to another folder, or start Quoin as another user.`,
  )
}

function pathTo(folder: string): string[] {
  return folder === dirname(folder) ? [folder] : [...pathTo(dirname(folder)), folder]
}

/** Changes the folder itself last: if killed before, the next start repeats it. Until then its old owner cannot enter it. */
export function chownTree(folder: string, user: SystemUser): void {
  lchownSync(folder, 0, 0)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) chownTree(path, user)
    else lchownSync(path, user.uid, user.gid)
  }
  lchownSync(folder, user.uid, user.gid)
}
