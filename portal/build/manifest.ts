import { basename } from 'node:path'
import type { Metafile } from 'esbuild'
import type { BuiltFile } from './compress.ts'

type Outputs = Metafile['outputs']

export interface Manifest {
  /** Assets by name, with their compressed copies. */
  readonly assets: Readonly<Record<string, BuiltFile>>
  /** Gzipped bytes of JavaScript: loaded by every visit, and added by each lazy page. */
  readonly load: { readonly first: number; readonly pages: Readonly<Record<string, number>> }
}

/** Describes a build and inserts the names of its files into the page. */
export function describe(
  outputs: Outputs,
  files: ReadonlyMap<string, BuiltFile>,
  template: string,
): { manifest: Manifest; page: string } {
  const entry = getOutputPath(outputs, 'src/main.tsx')
  const styles = basename(getOutputPath(outputs, 'styles:all-styles'))
  const first = collectStaticImports(outputs, entry)
  const sumGzipBytes = (paths: Iterable<string>) =>
    [...paths].reduce((sum, path) => sum + (files.get(basename(path))?.gzipBytes ?? 0), 0)
  const lazy = Object.entries(outputs).filter(
    ([path, { entryPoint }]) => entryPoint && path.endsWith('.js') && path !== entry,
  )
  const pages = lazy.map(([path, { entryPoint = '' }]) => [
    entryPoint.replace('src/', ''),
    sumGzipBytes(collectStaticImports(outputs, path).difference(first)),
  ])
  const fonts = Object.keys(outputs).filter((path) => path.endsWith('.woff2'))
  const head = [
    ...fonts.map((path) => `<link rel="preload" as="font" href="/assets/${basename(path)}" crossorigin>`),
    `<link rel="stylesheet" href="/assets/${styles}">`,
    ...[...first]
      .filter((path) => path !== entry)
      .map((path) => `<link rel="modulepreload" href="/assets/${basename(path)}">`),
    `<script type="module" nonce="{{nonce}}" src="/assets/${basename(entry)}"></script>`,
  ]
  return {
    manifest: {
      assets: Object.fromEntries(files),
      load: { first: sumGzipBytes(first), pages: Object.fromEntries(pages) },
    },
    page: template.replace('{{head}}', head.join('\n')),
  }
}

function getOutputPath(outputs: Outputs, entryPoint: string): string {
  const found = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entryPoint)
  if (!found) throw new Error(`The build made nothing of ${entryPoint}`)
  return found
}

/** Returns a file and everything that it imports statically. */
function collectStaticImports(outputs: Outputs, entry: string): Set<string> {
  const seen = new Set([entry])
  for (const path of seen)
    for (const { path: to, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && outputs[to]) seen.add(to)
  return seen
}
