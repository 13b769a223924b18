import { join } from 'node:path'
import { build } from 'esbuild'

/** Bundles the TypeScript package into one script, as a page's bundler would. */
export async function bundleSdk(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../../sdk/src/index.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}
