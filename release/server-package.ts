import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

/** Files that the server reads, at the same paths as in the repository. */
const READ = [
  'migrations',
  'docs',
  'portal/dist',
  'CHANGELOG.md',
  'LICENSE',
  'sdk/README.md',
  'sdk-python/README.md',
  'cli/README.md',
]
const SKIPPED = /(?:^|\/)(?:pictures|decisions)(?:\/|$)|\.test\.ts$/

/**
 * Writes the server into a folder as plain JavaScript: Node strips no types inside node_modules. Paths stay those of the
 * repository, because the code finds its other files by them.
 */
export function stageServer(root: string, stage: string): void {
  execFileSync(process.execPath, [join(root, 'portal/build.ts'), '--if-stale'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const path of READ)
    if (existsSync(join(root, path)))
      cpSync(join(root, path), join(stage, path), {
        recursive: true,
        filter: (from) => !SKIPPED.test(from.slice(root.length)),
      })
  cpSync(join(root, 'server/package.json'), join(stage, 'server/package.json'))
  for (const path of globSync('server/{src,bin}/**/*.*', { cwd: root })) {
    if (SKIPPED.test(path)) continue
    const target = join(stage, path.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    if (/\.(?:ts|mjs)$/.test(path)) writeFileSync(target, toJavaScript(path, readFileSync(join(root, path), 'utf8')))
    else cpSync(join(root, path), target)
  }
}

/** Removes the types, and names the files of our own modules as they are called in the package. */
function toJavaScript(path: string, source: string): string {
  const code = path.endsWith('.ts') ? stripTypeScriptTypes(source) : source
  return code.replaceAll(/(?<=['"]\.{1,2}\/[^'"\n]*)\.ts(?=['"])/g, '.js')
}
