import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { listRuntimePackages } from './runtime-packages.ts'
import { stageServer } from './server-package.ts'

const root = dirname(import.meta.dirname)
const DROPPED = /\.(?:d\.[cm]?ts|map)$|\/\.bin$|\/\.cache$/

/**
 * Writes everything that a server needs into a folder: its code, its packages, Node, PostgreSQL, and a systemd unit. It is for
 * machines like this one, and needs nothing else there.
 */
export function stageStandalone(folder: string): void {
  stageServer(root, folder)
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const paths = listRuntimePackages(lockFile).map(([path]) => path)
  for (const path of paths.filter((each) => existsSync(join(root, each))))
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      verbatimSymlinks: true,
      // Packages inside a package have entries of their own.
      filter: (from) => !DROPPED.test(from) && !from.slice(join(root, path).length).includes('/node_modules'),
    })
  const node = `node_modules/node-${process.platform}-${process.arch}/bin/node`
  if (!existsSync(join(folder, node))) throw new Error(`${node} is not installed. Run npm ci, which installs it.`)
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/quoin-server'), writeStarter(node))
  chmodSync(join(folder, 'bin/quoin-server'), 0o755)
  const unit = readFileSync(join(root, 'deploy/systemd/quoin.service'), 'utf8')
  writeFileSync(
    join(folder, 'quoin.service'),
    unit.replace(/^ExecStart=.*$/m, 'ExecStart=/opt/quoin/bin/quoin-server all'),
  )
  cpSync(join(root, 'deploy/make-master-key'), join(folder, 'bin/make-master-key'))
}

/** The flags are those of server/bin/pinned-node.mjs. */
function writeStarter(node: string): string {
  const source = readFileSync(join(root, 'server/bin/pinned-node.mjs'), 'utf8')
  const flags = [...(/const FLAGS = \[([^\]]+)\]/.exec(source)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
    ([, flag]) => flag,
  )
  return `#!/bin/sh
# Runs the server on the Node of this folder.
here=$(dirname "$(readlink -f "$0")")/..
exec "$here/${node}" ${flags.join(' ')} "$here/server/src/main.js" "$@"
`
}

/** Packs the folder. Returns the path of the tarball. */
export function packStandalone(destination: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const stage = mkdtempSync(join(tmpdir(), 'quoin-standalone-'))
  try {
    const name = `quoin-server-${version}-${process.platform}-${process.arch}`
    stageStandalone(join(stage, name))
    mkdirSync(destination, { recursive: true })
    const file = join(destination, `${name}.tar.gz`)
    execFileSync('tar', ['--create', '--gzip', '--owner=0', '--group=0', '--file', file, '--directory', stage, name])
    return file
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { into: { type: 'string' } } })
  process.stdout.write(`${packStandalone(resolve(values.into ?? 'dist'))}\n`)
}
