import { spawnSync } from 'node:child_process'
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Compiles the package twice: `dist/esm` for `import`, `dist/cjs` for `require`, each with its types. */
const here = fileURLToPath(new URL('.', import.meta.url))
const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))

rmSync(join(here, 'dist'), { recursive: true, force: true })
for (const [format, module] of Object.entries({ esm: 'esnext', cjs: 'commonjs' })) {
  const options = ['-p', here, '--module', module, '--outDir', join(here, 'dist', format)]
  const { status } = spawnSync(process.execPath, [tsc, ...options], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
// The package is ESM as a whole; this folder is not.
writeFileSync(join(here, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n')
copyFileSync(join(here, '../LICENSE'), join(here, 'LICENSE'))
