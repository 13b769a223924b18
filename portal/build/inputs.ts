import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Runs a build with the node_modules that the portal is built from. Developers have it; for `npm start` it is installed apart, only
 * when there is something to build, and removed again: 70 MB that a running server has no use for (record 0031).
 */
export async function withInputs<T>(root: string, build: (folder: string) => Promise<T>): Promise<T> {
  if (isInstalled()) return build(join(root, 'node_modules'))
  removeAbandoned(root)
  const scratch = join(root, `portal/inputs.${process.pid}`)
  try {
    copyPackages(root, scratch)
    await runNpm(scratch)
    return await build(join(scratch, 'node_modules'))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** What a build that was killed left behind. */
function removeAbandoned(root: string): void {
  for (const name of globSync('portal/inputs.*', { cwd: root }))
    if (!existsSync(`/proc/${name.split('.').at(-1)}`)) rmSync(join(root, name), { recursive: true, force: true })
}

function isInstalled(): boolean {
  try {
    import.meta.resolve('@mantine/core')
    return true
  } catch {
    return false
  }
}

/** npm reads the lock together with the package.json of every workspace. */
function copyPackages(root: string, scratch: string): void {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
  for (const folder of ['', ...workspaces]) {
    mkdirSync(join(scratch, folder), { recursive: true })
    copyFileSync(join(root, folder, 'package.json'), join(scratch, folder, 'package.json'))
  }
  for (const file of ['package-lock.json', '.npmrc']) copyFileSync(join(root, file), join(scratch, file))
}

function runNpm(cwd: string): Promise<void> {
  const args = ['ci', '--workspace=portal', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund']
  const npm = spawn('npm', [...args, '--loglevel=error'], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const stop = () => {
    npm.kill()
    rmSync(cwd, { recursive: true, force: true })
    process.exit(1)
  }
  process.once('SIGTERM', stop)
  return new Promise((resolve, reject) => {
    npm.once('error', (error) => reject(new Error(`npm could not be started: ${error.message}`, { cause: error })))
    npm.once('exit', (code) => {
      process.off('SIGTERM', stop)
      if (code === 0) resolve()
      else reject(new Error('What the portal is built from could not be installed: npm ci failed.'))
    })
  })
}
