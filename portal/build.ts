import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bundle } from './build/bundle.ts'
import { compress } from './build/compress.ts'
import { withInputs } from './build/inputs.ts'
import { describe } from './build/manifest.ts'
import { readRoutes } from './build/routes.ts'

/**
 * `node portal/build.ts [--if-stale | --watch]` writes `portal/dist`: the page, its assets with hashed names and compressed
 * copies, and a manifest. The same sources give the same bytes in any folder.
 */
const folder = import.meta.dirname
const root = join(folder, '..')
const dist = join(folder, 'dist')

/**
 * Hashes every input of the build; the build is current while the hash is unchanged. The connectors are included because the
 * portal counts texts with the server's code.
 */
function hashSources(): string {
  const sources = globSync(['src/**/*', 'build/*.ts', 'build.ts', 'package.json'], { cwd: folder, withFileTypes: true })
  const files = sources.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const hash = createHash('sha256')
  const shared = ['package-lock.json', ...globSync('server/src/connectors/*.ts', { cwd: root })]
  for (const file of [...files, ...shared.map((name) => join(root, name))].toSorted())
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

function builtStamp(): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as { stamp: string }).stamp
  } catch {
    return undefined
  }
}

async function build({ isQuick }: { isQuick: boolean }): Promise<void> {
  const stamp = hashSources()
  const scratch = join(folder, `dist.${process.pid}`)
  mkdirSync(join(scratch, 'assets'), { recursive: true })
  try {
    const outputs = await withInputs(root, (inputs) => bundle(folder, scratch, inputs))
    const files = await compress(join(scratch, 'assets'), { isQuick })
    const template = readFileSync(join(folder, 'src/index.html'), 'utf8')
    const { manifest, page } = describe(outputs, files, { template, routes: readRoutes(folder) })
    writeFileSync(join(scratch, 'index.html'), page)
    writeFileSync(join(scratch, 'manifest.json'), `${JSON.stringify({ stamp, ...manifest }, null, 2)}\n`)
    replaceDist(scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Replaces `dist`. Of two builds at once, the last to finish wins. */
function replaceDist(scratch: string): void {
  const old = `${scratch}.old`
  try {
    renameSync(dist, old)
  } catch {
    // No earlier build.
  }
  renameSync(scratch, dist)
  rmSync(old, { recursive: true, force: true })
}

async function rebuild(): Promise<void> {
  const start = performance.now()
  try {
    await build({ isQuick: true })
    process.stdout.write(`The portal was built in ${Math.round(performance.now() - start)} ms.\n`)
  } catch {
    // esbuild has already reported the error.
  }
}

if (process.argv.includes('--watch')) {
  await rebuild()
  let timer: NodeJS.Timeout | undefined
  watch(join(folder, 'src'), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => void rebuild(), 100)
  })
} else if (!process.argv.includes('--if-stale') || hashSources() !== builtStamp()) {
  await build({ isQuick: false })
}
