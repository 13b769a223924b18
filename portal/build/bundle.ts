import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Metafile } from 'esbuild'
import { directImports } from './direct-imports.ts'

/** Mantine's own styles, in layers, so that ours come after them in any order. */
const LIBRARY_STYLES = ['core', 'notifications', 'spotlight'].map((name) => `@mantine/${name}/styles.layer.css`)

/** Bundles the scripts and styles into `outdir/assets`. esbuild is loaded only when there is something to build. */
export async function bundle(folder: string, outdir: string): Promise<Metafile['outputs']> {
  const { build } = await import('esbuild')
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: { main: 'src/main.tsx', styles: 'all-styles' },
    outdir: join(outdir, 'assets'),
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
