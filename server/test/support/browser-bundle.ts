import { join } from 'node:path'
import { build } from 'esbuild'

/** The TypeScript package in one script, as the bundler of a page puts it there. */
export async function bundleSdk(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../../sdk/src/index.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}
