import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Runs a build with the portal's `node_modules`. Developers have them installed; `npm start` installs them in a scratch folder,
 * only when there is something to build, and removes them again: 70 MB that a running server does not need (record 0031).
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

/** Removes the scratch folders of killed builds. */
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

/** Copies the package files: npm reads the lockfile together with the package.json of every workspace. */
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
      else reject(new Error('The packages that build the portal could not be installed: npm ci failed.'))
    })
  })
}
