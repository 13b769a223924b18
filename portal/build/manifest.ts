import { basename } from 'node:path'
import type { Metafile } from 'esbuild'
import type { BuiltFile } from './compress.ts'
import { collectStaticImports, isPage } from './merge-chunks.ts'
import type { PageRoute } from './routes.ts'

type Outputs = Metafile['outputs']

export interface Manifest {
  /** Assets by name, with their compressed copies. */
  readonly assets: Readonly<Record<string, BuiltFile>>
  /** Scripts of each page, by a pattern of its paths. */
  readonly preload: Readonly<Record<string, readonly string[]>>
  /** Gzipped bytes of JavaScript: loaded by every visit, and added by each page and dialog. */
  readonly load: { readonly first: number; readonly pages: Readonly<Record<string, number>> }
}

/** Describes a build and inserts the names of its files into the page. */
export function describe(
  outputs: Outputs,
  files: ReadonlyMap<string, BuiltFile>,
  { template, routes }: { template: string; routes: readonly PageRoute[] },
): { manifest: Manifest; page: string } {
  const entry = getOutputPath(outputs, 'src/main.tsx')
  const styles = basename(getOutputPath(outputs, 'styles:all-styles'))
  const first = collectStaticImports(outputs, entry)
  const sumGzipBytes = (paths: Iterable<string>) =>
    [...paths].reduce((sum, path) => sum + (files.get(basename(path))?.gzipBytes ?? 0), 0)
  const lazy = Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
    entryPoint && path.endsWith('.js') && path !== entry
      ? [{ name: entryPoint.replace('src/', ''), files: collectStaticImports(outputs, path).difference(first) }]
      : [],
  )
  const pages = lazy.filter(({ name }) => isPage(name))
  const common = pages.map(({ files: loaded }) => loaded).reduce((all, loaded) => all.intersection(loaded))
  // A dialog opens on a page, which has loaded the code of all pages.
  const added = lazy.map(({ name, files: loaded }) => [
    name,
    sumGzipBytes(isPage(name) ? loaded : loaded.difference(common)),
  ])
  const head = [
    `<link rel="stylesheet" href="/assets/${styles}">`,
    ...[...first]
      .filter((path) => path !== entry)
      .map((path) => `<link rel="modulepreload" href="/assets/${basename(path)}">`),
    `<script type="module" nonce="{{nonce}}" src="/assets/${basename(entry)}"></script>`,
  ]
  return {
    manifest: {
      assets: Object.fromEntries(files),
      preload: Object.fromEntries(
        routes.map(({ path, source }) => {
          const loaded = collectStaticImports(outputs, getOutputPath(outputs, source)).difference(first)
          return [`^${path.replaceAll(/:\w+/g, '[^/]+')}$`, [...loaded].map((file) => basename(file))]
        }),
      ),
      load: { first: sumGzipBytes(first), pages: Object.fromEntries(added) },
    },
    page: template.replace('{{head}}', head.join('\n')),
  }
}

/** Returns the file that the build made of an entry. */
export function getOutputPath(outputs: Outputs, entryPoint: string): string {
  const found = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === entryPoint)
  if (!found) throw new Error(`The build made nothing of ${entryPoint}`)
  return found
}
