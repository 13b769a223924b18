import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readNotes } from './changelog.ts'
import { listComponents } from './components.ts'

/**
 * Builds everything that a release publishes, from the files of a tagged commit. Where nothing is published, the Python package may
 * be missing.
 */
export function buildArtifacts(root: string, version: string, out: string, isPublished = false): void {
  if (hasPythonTools()) buildPythonPackage(root, out)
  else if (isPublished) throw new Error(`The Python package cannot be built. ${PYTHON_TOOLS}`)
  else process.stderr.write(`The Python package was not built. ${PYTHON_TOOLS}\n`)
  run(root, process.execPath, 'release/pack.ts', '--into', out)
  run(
    root,
    'git',
    'archive',
    '--format=tar.gz',
    `--prefix=quoin-${version}/`,
    `--output=${join(out, `quoin-${version}.tar.gz`)}`,
    `v${version}`,
  )
  // The time of the commit makes the same chart from the same commit, byte for byte.
  const time = run(root, 'git', 'log', '-1', '--format=%ct')
  const tar = [
    '--create',
    '--sort=name',
    `--mtime=@${time}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=a+rX,go-w',
  ]
  const chart = join(out, `quoin-chart-${version}.tgz`)
  run(root, 'tar', ...tar, '--gzip', `--file=${chart}`, '--directory=deploy/helm', 'quoin')
  const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  writeFileSync(join(out, `quoin-${version}.sbom.json`), listComponents(lockFile, version))
  writeFileSync(join(out, 'NOTES.md'), `${readNotes(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)}\n`)
  writeFileSync(join(out, 'SHA256SUMS'), hashFiles(out))
}

const PYTHON_TOOLS = 'Install its tools: pip install build hatchling'

function hasPythonTools(): boolean {
  return spawnSync('python3', ['-c', 'import build, hatchling']).status === 0
}

function buildPythonPackage(root: string, out: string): void {
  run(join(root, 'sdk-python'), 'python3', '-m', 'build', '--no-isolation', '--outdir', out)
}

function hashFiles(folder: string): string {
  return readdirSync(folder)
    .toSorted()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('')
}

function run(cwd: string, command: string, ...args: string[]): string {
  // npm does not find itself with the NODE_OPTIONS of a test run.
  const env = { ...process.env, NODE_OPTIONS: '' }
  return execFileSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  }).trim()
}
