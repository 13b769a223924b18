// Compiles the nodes against n8n's own types, which peers/ installs. `node build.mjs [FOLDER]`
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const here = import.meta.dirname
const root = join(here, '../..')
const outdir = process.argv[2] ?? join(here, 'dist')
const workflow = join(root, 'peers/node_modules/n8n-workflow')
if (!existsSync(workflow)) {
  process.stderr.write("n8n's types are missing. Install them first: npm ci --prefix peers\n")
  process.exit(1)
}

rmSync(outdir, { recursive: true, force: true })
const scratch = mkdtempSync(join(tmpdir(), 'quoin-n8n-'))
const config = {
  extends: join(here, 'tsconfig.json'),
  compilerOptions: {
    outDir: outdir,
    rootDir: here,
    paths: { 'n8n-workflow': [workflow] },
    typeRoots: [join(root, 'node_modules/@types')],
  },
  include: [join(here, 'credentials'), join(here, 'nodes')],
}
writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(config))
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const { status } = spawnSync(process.execPath, [tsc, '-p', scratch], { stdio: 'inherit' })
rmSync(scratch, { recursive: true, force: true })
if (status !== 0) process.exit(status ?? 1)

cpSync(join(here, 'icons'), join(outdir, 'icons'), { recursive: true })
for (const file of globSync('nodes/*/*.json', { cwd: here })) cpSync(join(here, file), join(outdir, file))
