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
import { POSTGRES_USER, type User } from '../../data-dir.ts'
import { sharedFolder } from './binaries.ts'

/** The user whom PostgreSQL runs as; undefined when that is the user we are. */
export function postgresUser(dataDir: string): User | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (process.platform !== 'linux') throw new Error('PostgreSQL cannot run as root: start Quoin as another user.')
  const owner = statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false })
  // Root at work in the data folder of an ordinary user leaves that user the owner. Earlier versions ran as `nobody`.
  const isKept = owner && owner.uid !== 0 && owner.uid !== nobody().uid
  return isKept ? { uid: owner.uid, gid: owner.gid } : POSTGRES_USER
}

/** The one unprivileged user that every system has a name for. */
export function nobody(): User {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid) throw new Error('There is no user `nobody` to make the database as: start Quoin as another user.')
  return { uid: Number(uid), gid: Number(gid) }
}

/**
 * The folder of the cluster: `postgres` in the data folder. Where PostgreSQL's user cannot enter the data folder, because it
 * lies in root's own home, that is a link to a folder under /var/lib/quoin; a cluster of an earlier version moves there.
 */
export function openCluster(dataDir: string, user: User | undefined): string {
  const place = join(dataDir, 'postgres')
  if (!user) return place
  finishMove(place)
  if (!isLink(place) && !canEnter(user, dataDir)) moveOut(dataDir, user)
  const cluster = isLink(place) ? resolve(dataDir, readlinkSync(place)) : place
  // A first start that was killed may have made the folder around the cluster only.
  if (!existsSync(dirname(cluster)))
    throw new Error(
      `${place} points to ${cluster}, which is gone: bring it back, or remove the link to begin with an empty database.`,
    )
  if (existsSync(cluster) && statSync(cluster).uid !== user.uid) chownTree(cluster, user)
  return cluster
}

/** Where the server's socket is: beside the cluster, or in the temporary folder when that path is too long for one. */
export function socketFolder(dataDir: string): string {
  const place = join(dataDir, 'postgres')
  const inside = join(isLink(place) ? dirname(readlinkSync(place)) : dataDir, 'socket')
  // A socket's path may have 107 bytes.
  if (Buffer.byteLength(inside) <= 85) return inside
  return join(tmpdir(), `quoin-socket-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

function canEnter(user: User, folder: string): boolean {
  const { status, error } = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...user,
    cwd: '/',
    stdio: 'ignore',
  })
  if (error)
    throw new Error(
      `PostgreSQL cannot run as root, and becoming user ${user.uid} failed (${error.message}): start Quoin as another user.`,
      { cause: error },
    )
  return status === 0
}

/** Killed at any moment, either the link is there or `postgres.moving`, which becomes it once the cluster is out. */
function moveOut(dataDir: string, user: User): void {
  const place = join(dataDir, 'postgres')
  refuseVolume(dataDir, user)
  const home = mkdtempSync(join(sharedFolder(), `${basename(dataDir)}-`))
  writeFileSync(join(home, 'data-folder.txt'), `${dataDir}\n`)
  chownSync(home, 0, user.gid)
  chmodSync(home, 0o710)
  const cluster = join(home, 'postgres')
  if (!existsSync(place)) return symlinkSync(cluster, place)
  symlinkSync(cluster, `${place}.moving`)
  try {
    renameSync(place, cluster)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EXDEV') throw error
    cpSync(place, cluster, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    spawnSync('sync')
    renameSync(place, `${place}.moved`)
  }
  finishMove(place)
}

function finishMove(place: string): void {
  const moving = `${place}.moving`
  if (isLink(moving) && existsSync(place)) {
    // Killed before the cluster was out: it is where it was, and what was copied is no use.
    rmSync(dirname(readlinkSync(moving)), { recursive: true, force: true })
    rmSync(moving)
  } else if (isLink(moving)) renameSync(moving, place)
  if (isLink(place)) rmSync(`${place}.moved`, { recursive: true, force: true })
}

/** What an operator has mounted for the data must not end up beside it, where it may not outlive a container. */
function refuseVolume(dataDir: string, user: User): void {
  const closed = pathTo(dataDir).find((folder) => !canEnter(user, folder)) ?? dataDir
  if (closed !== dataDir && statSync(closed).dev === statSync(dataDir).dev) return
  throw new Error(
    `PostgreSQL runs as user ${user.uid} when Quoin is root, and that user cannot enter ${closed}: run \`chmod o+x ${closed}\`, set QUOIN_DATA to another folder, or start Quoin as another user.`,
  )
}

function pathTo(folder: string): string[] {
  return folder === dirname(folder) ? [folder] : [...pathTo(dirname(folder)), folder]
}

/** The folder itself comes last: killed on the way, the next start does it again. Until then its old owner is kept out. */
export function chownTree(folder: string, user: User): void {
  lchownSync(folder, 0, 0)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) chownTree(path, user)
    else lchownSync(path, user.uid, user.gid)
  }
  lchownSync(folder, user.uid, user.gid)
}
