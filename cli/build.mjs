import { chmodSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname
const outdir = process.argv[2] ?? join(here, 'dist')

/** One file for every command, and chunks for what only some of them load. */
rmSync(outdir, { recursive: true, force: true })
const mcp = join(here, 'src/mcp.ts')
await build({
  entryPoints: { quoin: join(here, 'src/main.ts'), ...(existsSync(mcp) && { mcp }) },
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  minify: true,
  legalComments: 'none',
  chunkNames: 'chunk-[hash]',
  // Some of what is bundled is CommonJS and asks for Node's own modules.
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
})
chmodSync(join(outdir, 'quoin.js'), 0o755)
