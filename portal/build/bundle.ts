import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
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
    plugins: [
      directImports,
      {
        name: 'all-styles',
        setup(on) {
          on.onResolve({ filter: /^all-styles$/ }, () => ({ path: 'all-styles', namespace: 'styles' }))
          on.onLoad({ filter: /.*/, namespace: 'styles' }, () => ({
            loader: 'css',
            resolveDir: folder,
            contents: [
              ...LIBRARY_STYLES,
              ...globSync('src/**/*.css', { cwd: folder })
                .toSorted()
                .map((file) => `./${file}`),
            ]
              .map((file) => `@import '${file}';`)
              .join('\n'),
          }))
        },
      },
    ],
  })
  return metafile.outputs
}
