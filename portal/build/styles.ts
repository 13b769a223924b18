import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'

/** Sheets that every component of Mantine needs, and those of its other packages. */
const LIBRARY_BASE = ['default-css-variables', 'baseline', 'global'].map(
  (name) => `@mantine/core/styles/${name}.layer.css`,
)
const LIBRARY_PACKAGES = ['notifications', 'spotlight'].map((name) => `@mantine/${name}/styles.layer.css`)

/** Makes `name` an entry point of esbuild: a style sheet that imports others. */
export function styleSheet(name: string, resolveDir: string, files: readonly string[]): Plugin {
  return {
    name,
    setup(on) {
      on.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: 'styles' }))
      on.onLoad({ filter: /.*/, namespace: 'styles' }, () => ({
        loader: 'css',
        resolveDir,
        contents: files.map((file) => `@import '${file}';`).join('\n'),
      }))
    },
  }
}

/** Lists our styles: first those whose classes several components use, then the modules, which may override them. */
export function listStyles(folder: string): string[] {
  const files = globSync('src/**/*.css', { cwd: folder }).toSorted()
  const { shared = [], own = [] } = Object.groupBy(files, (file) => (file.endsWith('.module.css') ? 'own' : 'shared'))
  return [...shared, ...own].map((file) => `./${file}`)
}

/**
 * Lists Mantine's sheets of the components that the scripts contain, in Mantine's own order: all of its sheets would be half of
 * what a first visit loads before it paints. They are in layers, so that ours take precedence in any order.
 */
export function listLibraryStyles(outputs: Metafile['outputs'], inputs: string): string[] {
  const modules = Object.values(outputs).flatMap(({ inputs: files }) => Object.keys(files))
  const used = new Set(modules.flatMap((file) => /@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(file)?.[1] ?? []))
  const core = join(inputs, '@mantine/core')
  const all = readFileSync(join(core, 'styles.layer.css'), 'utf8')
  const findPosition = (name: string) => {
    const [first = name] = /\.m_\w+/.exec(readFileSync(join(core, `styles/${name}.layer.css`), 'utf8')) ?? []
    const position = all.indexOf(first)
    if (position < 0) throw new Error(`Mantine's styles.layer.css has no styles of ${name}.`)
    return position
  }
  const ordered = [...used].map((name) => ({ name, position: findPosition(name) }))
  const sheets = ordered.toSorted((a, b) => a.position - b.position)
  return [...LIBRARY_BASE, ...sheets.map(({ name }) => `@mantine/core/styles/${name}.layer.css`), ...LIBRARY_PACKAGES]
}
