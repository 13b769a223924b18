import { chmodSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname
const outdir = process.argv[2] ?? join(here, 'dist')

/** One file for every command, and chunks for what only some of them load. */
rmSync(outdir, { recursive: true, force: true })
const mcp = join(here, 'src/mcp.ts')
const { metafile } = await build({
  metafile: true,
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
writeFileSync(join(outdir, 'THIRD-PARTY-LICENSES.txt'), collectLicenses(Object.keys(metafile.inputs)))

/** Joins the licences of the packages whose files are in the bundle, which require to be distributed with it. */
function collectLicenses(files) {
  const folders = new Set(files.flatMap((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))
  const texts = [...folders]
    .toSorted((a, b) => a.localeCompare(b))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const [file] = globSync('{licen[cs]e,LICEN[CS]E,Licen[cs]e}*', { cwd: folder })
      if (!file) throw new Error(`${name} has no licence file. Bundle another package, or add its text here.`)
      return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
    })
  return texts.join(`\n${'-'.repeat(72)}\n\n`)
}
