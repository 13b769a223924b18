import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { BuildOptions, Metafile } from 'esbuild'
import { directImports } from './direct-imports.ts'
import { getOutputPath } from './manifest.ts'
import { planMerges } from './merge-chunks.ts'
import { listLibraryStyles, listStyles, styleSheet } from './styles.ts'

type Outputs = Metafile['outputs']

const OPTIONS = {
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.woff2': 'file' },
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
} as const satisfies BuildOptions

/**
 * Bundles the scripts and styles into `outdir/assets`, with the packages of the `node_modules` folder `inputs`. The first pass
 * splits the code by the pages that use it; the second makes few files of the many (`merge-chunks.ts`, record 0073).
 */
export async function bundle(folder: string, outdir: string, inputs: string): Promise<Outputs> {
  const { build } = createRequire(join(inputs, '..', 'package.json'))('esbuild') as typeof import('esbuild')
  const split = join(outdir, 'split')
  const first = await build({
    ...OPTIONS,
    absWorkingDir: folder,
    entryPoints: { main: 'src/main.tsx', styles: 'our-styles' },
    // The second pass takes the names of its files from these.
    chunkNames: '[hash]/[name]',
    assetNames: '[hash]/[name]',
    outdir: split,
    nodePaths: [inputs],
    jsx: 'automatic',
    legalComments: 'inline',
    define: { 'process.env.NODE_ENV': '"production"' },
    // A class that a component imports and its style sheet does not have.
    logOverride: { 'import-is-undefined': 'error' },
    plugins: [directImports, styleSheet('our-styles', folder, listStyles(folder))],
  })
  const { outputs } = first.metafile
  const [main, styles] = [getOutputPath(outputs, 'src/main.tsx'), getOutputPath(outputs, 'styles:our-styles')]
  importMerged(folder, planMerges(outputs, main))
  const sheets = [...listLibraryStyles(outputs, inputs), join(folder, styles)]
  const second = await build({
    ...OPTIONS,
    // Names depend on the paths of the inputs.
    absWorkingDir: split,
    entryPoints: { main: join(folder, main), styles: 'all-styles' },
    outdir: join(outdir, 'assets'),
    nodePaths: [inputs],
    plugins: [styleSheet('all-styles', folder, sheets)],
  })
  rmSync(split, { recursive: true })
  return restoreSources(second.metafile.outputs, outputs, { folder, split })
}

/** Makes entries of the first pass import the shared files that the plan gives them. */
function importMerged(folder: string, plan: ReadonlyMap<string, readonly string[]>): void {
  for (const [entry, files] of plan) {
    const imports = files.map((path) => `import './${relative(dirname(entry), path)}';`)
    const file = join(folder, entry)
    writeFileSync(file, `${imports.join('')}${readFileSync(file, 'utf8')}`)
  }
}

/** Names the entries of the second pass by their sources, instead of by the files of the first. */
function restoreSources(outputs: Outputs, split: Outputs, from: { folder: string; split: string }): Outputs {
  const sources = new Map(Object.entries(split).map(([path, { entryPoint }]) => [join(from.folder, path), entryPoint]))
  return Object.fromEntries(
    Object.entries(outputs).map(([path, { entryPoint, ...rest }]) => {
      const source = entryPoint && (sources.get(join(from.split, entryPoint)) ?? entryPoint)
      return [path, source ? { ...rest, entryPoint: source } : rest]
    }),
  )
}
