import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/**
 * Measures the compressed size of a bundle: of the code that a page loads at first, and of the code that it loads on first use.
 */
async function measureSizes(names: string) {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${names} } from './index.ts'`, resolveDir: join(import.meta.dirname, '../src') },
    outdir: 'unused',
    entryNames: 'entry',
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  const sizes = outputFiles.map(({ path, contents }) => ({
    isEntry: path.endsWith('/entry.js'),
    bytes: gzipSync(contents, { level: 9 }).length,
  }))
  const sum = (isEntry: boolean) =>
    sizes.filter((each) => each.isEntry === isEntry).reduce((total, { bytes }) => total + bytes, 0)
  return { first: sum(true), later: sum(false) }
}

test('the whole client is at most 5.5 kB compressed; webhook verification is loaded on first use', async (t) => {
  const { first, later } = await measureSizes('Quoin, ApiError, ConnectionError, TimeoutError')
  t.diagnostic(`client ${first} bytes, webhook verification ${later} bytes`)
  assert.ok(first > 3000 && first <= 5500, `${first} bytes`)
  assert.ok(later > 1000 && later <= 2500, `${later} bytes`)
})
