import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import type { Metafile } from 'esbuild'
import { directImports } from './direct-imports.ts'
import { getOutputPath } from './manifest.ts'
import { planMerges } from './merge-chunks.ts'

type Outputs = Metafile['outputs']

/** Mantine's styles in layers, so that ours take precedence in any order. */
const LIBRARY_STYLES = ['core', 'notifications', 'spotlight'].map((name) => `@mantine/${name}/styles.layer.css`)

/**
 * Bundles the scripts and styles into `outdir/assets`, with the packages of the `node_modules` folder `inputs`. The first pass
 * splits the code by the pages that use it; the second makes few files of the many (`merge-chunks.ts`).
 */
export async function bundle(folder: string, outdir: string, inputs: string): Promise<Outputs> {
  const { build } = createRequire(join(inputs, '..', 'package.json'))('esbuild') as typeof import('esbuild')
  const split = join(outdir, 'split')
  const shared = {
    entryNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    metafile: true,
    logLevel: 'warning',
  } as const
  const first = await build({
    ...shared,
    absWorkingDir: folder,
    entryPoints: { main: 'src/main.tsx', styles: 'all-styles' },
    // The second pass takes the names of its files from these.
    chunkNames: '[hash]/[name]',
    outdir: split,
    nodePaths: [inputs],
    jsx: 'automatic',
    legalComments: 'inline',
    define: { 'process.env.NODE_ENV': '"production"' },
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
  const { outputs } = first.metafile
  const main = getOutputPath(outputs, 'src/main.tsx')
  importMerged(folder, planMerges(outputs, main))
  const second = await build({
    ...shared,
    // Names depend on the paths of the inputs.
    absWorkingDir: split,
    entryPoints: { main: join(folder, main) },
    chunkNames: '[name]-[hash]',
    outdir: join(outdir, 'assets'),
    legalComments: 'linked',
  })
  const sources = new Map(Object.entries(outputs).map(([path, { entryPoint }]) => [join(folder, path), entryPoint]))
  const merged = Object.entries(second.metafile.outputs).map(([path, output]): [string, Outputs[string]] => {
    const { entryPoint, ...rest } = output
    const source = entryPoint === undefined ? undefined : sources.get(join(split, entryPoint))
    return [path, source === undefined ? rest : { ...rest, entryPoint: source }]
  })
  const styles = getOutputPath(outputs, 'styles:all-styles')
  copyFileSync(join(folder, styles), join(outdir, 'assets', basename(styles)))
  rmSync(split, { recursive: true })
  return { ...Object.fromEntries(merged), [styles]: outputs[styles] as Outputs[string] }
}

/** Makes entries of the first pass import the shared files that the plan gives them. */
function importMerged(folder: string, plan: ReadonlyMap<string, readonly string[]>): void {
  for (const [entry, files] of plan) {
    const imports = files.map((path) => `import './${relative(dirname(entry), path)}';`)
    const file = join(folder, entry)
    writeFileSync(file, `${imports.join('')}${readFileSync(file, 'utf8')}`)
  }
}

/** Lists our styles: first those whose classes several components use, then the modules, which may override them. */
function listStyles(folder: string): string[] {
  const files = globSync('src/**/*.css', { cwd: folder }).toSorted()
  const { shared = [], own = [] } = Object.groupBy(files, (file) => (file.endsWith('.module.css') ? 'own' : 'shared'))
  return [...shared, ...own].map((file) => `./${file}`)
}
