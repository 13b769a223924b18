import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

export function runGit(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8' }).trim()
}

/** Creates a repository with the files of the working tree, committed or not. */
export function cloneWorkingTree(clone: string): void {
  execFileSync('git', ['clone', '--quiet', '--no-tags', root, clone])
  const changed = execFileSync('git', ['ls-files', '--modified', '--others', '--exclude-standard', '-z'], { cwd: root })
  for (const path of changed.toString().split('\0').filter(Boolean))
    if (existsSync(join(root, path))) cpSync(join(root, path), join(clone, path), { recursive: true, force: true })
    else runGit(clone, 'rm', '--quiet', path)
  // A rule for folders does not match links.
  appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\n')
  linkPackages(clone)
  runGit(clone, 'config', 'user.name', 'test')
  runGit(clone, 'config', 'user.email', 'test@example.com')
  runGit(clone, 'add', '--all')
  runGit(clone, 'commit', '--quiet', '--allow-empty', '--message', 'Working tree')
}

export const canGoOffline = process.getuid?.() === 0 && spawnSync('unshare', ['--net', 'true']).status === 0

/** Runs the release script of a repository, without a network where we may take it away. */
export function runRelease(clone: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const command = [process.execPath, 'release/release.ts', ...args]
  const [program = '', ...words] = canGoOffline ? ['unshare', '--net', ...command] : command
  const own = { ...process.env, NODE_OPTIONS: '', ...env }
  return spawnSync(program, words, { cwd: clone, env: own, encoding: 'utf8' })
}

/** Extracts the files of a tag, with the installed packages of this checkout. Returns the main file of the server. */
export function extractTag(clone: string, tag: string, folder: string): string {
  mkdirSync(folder)
  const archive = execFileSync('git', ['archive', tag], { cwd: clone, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['--extract', '--directory', folder], { input: archive })
  linkPackages(folder)
  return join(folder, 'server/src/main.ts')
}

function linkPackages(folder: string): void {
  for (const workspace of ['.', 'server', 'peers'])
    symlinkSync(join(root, workspace, 'node_modules'), join(folder, workspace, 'node_modules'))
}
