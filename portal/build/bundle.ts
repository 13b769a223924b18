import { globSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import type { Metafile } from 'esbuild'
import { directImports } from './direct-imports.ts'

/** Mantine's styles in layers, so that ours take precedence in any order. */
const LIBRARY_STYLES = ['core', 'notifications', 'spotlight'].map((name) => `@mantine/${name}/styles.layer.css`)

/** Bundles the scripts and styles into `outdir/assets`, with the packages of the `node_modules` folder `inputs`. */
export async function bundle(folder: string, outdir: string, inputs: string): Promise<Metafile['outputs']> {
  const { build } = createRequire(join(inputs, '..', 'package.json'))('esbuild') as typeof import('esbuild')
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: { main: 'src/main.tsx', styles: 'all-styles' },
    outdir: join(outdir, 'assets'),
    nodePaths: [inputs],
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    jsx: 'automatic',
    legalComments: 'linked',
    define: { 'process.env.NODE_ENV': '"production"' },
    metafile: true,
    logLevel: 'warning',
    // A class that a component imports and its style sheet does not have.
    logOverride: { 'import-is-undefined': 'error' },
    plugins: [
      directImports,
      {
        name: 'all-styles',
        setup(on) {
          on.onResolve({ filter: /^all-styles$/ }, () => ({ path: 'all-styles', namespace: 'styles' }))
          on.onLoad({ filter: /.*/, namespace: 'styles' }, () => ({
            loader: 'css',
            resolveDir: folder,
            contents: [...LIBRARY_STYLES, ...listStyles(folder)].map((file) => `@import '${file}';`).join('\n'),
          }))
        },
      },
    ],
  })
  return dropPartialStyles(outdir, metafile.outputs)
}

/** Lists our styles: first those whose classes several components use, then the modules, which may override them. */
function listStyles(folder: string): string[] {
  const files = globSync('src/**/*.css', { cwd: folder }).toSorted()
  const { shared = [], own = [] } = Object.groupBy(files, (file) => (file.endsWith('.module.css') ? 'own' : 'shared'))
  return [...shared, ...own].map((file) => `./${file}`)
}

/** Removes the style sheets of single scripts: one sheet has all styles, in an order that does not depend on imports. */
function dropPartialStyles(outdir: string, outputs: Metafile['outputs']): Metafile['outputs'] {
  const isPartial = (path: string) => path.endsWith('.css') && !outputs[path]?.entryPoint
  for (const path of Object.keys(outputs).filter(isPartial)) rmSync(join(outdir, 'assets', basename(path)))
  return Object.fromEntries(Object.entries(outputs).filter(([path]) => !isPartial(path)))
}
