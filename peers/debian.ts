import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const LOCK = join(tmpdir(), 'quoin-peers-apt.lock')

/** Returns why a file of a Debian package (`/usr/bin/promtool` of `prometheus`) is missing, or undefined when it exists. */
export function whyMissing(file: string, packages: readonly string[]): Promise<string | undefined> {
  return whyAbsent(file, () => existsSync(file), packages)
}

/** Installs missing packages as root. Other users get the install command as the reason why the suite is skipped. */
export async function whyAbsent(
  name: string,
  isThere: () => boolean,
  packages: readonly string[],
): Promise<string | undefined> {
  if (isThere()) return undefined
  const command = `apt-get install ${packages.join(' ')}`
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return `${name} is missing: ${command}`
  await locked(() => {
    if (!isThere()) install(packages)
  })
  return isThere() ? undefined : `${name} is missing, and ${command} did not bring it`
}

function install(packages: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => spawnSync('apt-get', ['-q', '-y', ...args], { env, timeout: 240_000 }).status === 0
  const words = ['install', '--no-install-recommends', ...packages]
  if (!apt(...words)) {
    apt('update')
    apt(...words)
  }
}

/** Runs one apt-get at a time, because test files run in parallel. */
async function locked(run: () => void): Promise<void> {
  const deadline = Date.now() + 300_000
  for (;;) {
    try {
      closeSync(openSync(LOCK, 'wx'))
      break
    } catch {
      if (Date.now() > deadline) rmSync(LOCK, { force: true })
      await sleep(500)
    }
  }
  try {
    run()
  } finally {
    rmSync(LOCK, { force: true })
  }
}
