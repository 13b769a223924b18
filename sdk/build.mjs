// Compiles the package twice: `esm` for `import`, `cjs` for `require`, each with its types. `node build.mjs [FOLDER]`
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))
const outdir = process.argv[2] ?? join(here, 'dist')

rmSync(outdir, { recursive: true, force: true })
for (const [format, module] of Object.entries({ esm: 'esnext', cjs: 'commonjs' })) {
  const options = ['-p', here, '--module', module, '--outDir', join(outdir, format)]
  const { status } = spawnSync(process.execPath, [tsc, ...options], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
// The package is ESM as a whole; this folder is not.
writeFileSync(join(outdir, 'cjs/package.json'), '{ "type": "commonjs" }\n')
