import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PACKAGES, pack } from '../release/pack.ts'
import { parseShellBlocks, runScript } from '../server/test/support/guide.ts'
import { scratch } from '../server/test/support/processes.ts'
import { readPacked, startRegistry } from './package-registry.ts'
import { fromNpm } from './peer.ts'

const root = join(import.meta.dirname, '..')
const env = { ...process.env, NODE_OPTIONS: '' }
const n8n = fromNpm('n8n-workflow', 'package.json')

for (const name of PACKAGES) {
  test(`npm refuses to pack or publish the source of ${name}, which is not built`, () => {
    for (const words of [
      ['pack', '--dry-run'],
      ['publish', '--dry-run'],
    ]) {
      const { status, stdout } = spawnSync('npm', words, { cwd: join(root, name), env, encoding: 'utf8' })
      assert.notEqual(status, 0, stdout)
    }
  })

  const skip = name === 'integrations/n8n' && n8n.skip
  test(`the package of ${name} has its code, its licences and its address`, { skip }, () => {
    const folder = scratch()
    execFileSync('tar', ['-xzf', pack(name, folder), '-C', folder])
    const read = (file: string) => readFileSync(join(folder, 'package', file), 'utf8')
    const manifest = JSON.parse(read('package.json')) as Record<string, unknown>
    assert.equal(manifest['version'], JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version)
    assert.deepEqual(manifest['publishConfig'], { access: 'public' })
    for (const field of ['description', 'license', 'homepage', 'repository', 'bugs']) assert.ok(manifest[field], field)
    const bundled = name === 'server' ? [] : ['dependencies']
    for (const field of ['private', 'scripts', 'devDependencies', ...bundled]) assert.ok(!manifest[field], field)
    assert.match(read('LICENSE'), /Apache License/)
    if (name === 'cli') assert.match(read('dist/THIRD-PARTY-LICENSES.txt'), /^commander [\d.]+ \(MIT\)$/m)
  })
}

test('the commands that install packages, as the READMEs write them, install what is packed', async () => {
  const packed = (['sdk', 'cli'] as const).map((name) => readPacked(pack(name, scratch())))
  const registry = await startRegistry(packed)
  const folder = scratch()
  const own = { ...env, HOME: folder, npm_config_registry: registry.url, npm_config_prefix: join(folder, 'global') }
  for (const page of ['sdk/README.md', 'cli/README.md']) {
    const blocks = parseShellBlocks(readFileSync(join(root, page), 'utf8'))
    const install = blocks.find(({ script }) => script.startsWith('npm install '))
    await runScript(install?.script ?? assert.fail(page), folder, own)
  }
  const words = ['--input-type=module', '-e', "import { Quoin } from '@quoin/sdk'; console.log(typeof Quoin)"]
  const used = spawnSync(process.execPath, words, { cwd: folder, env, encoding: 'utf8' })
  assert.equal(used.stdout, 'function\n', used.stderr)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const quoin = spawnSync(join(folder, 'global/bin/quoin'), ['--version'], { env, encoding: 'utf8' })
  assert.equal(quoin.stdout, `${version}\n`, quoin.stderr)
})

test('a package whose manifest names a missing file is not packed', () => {
  const copy = scratch()
  execFileSync('cp', ['-r', join(root, 'release'), join(root, 'LICENSE'), join(root, 'package.json'), copy])
  const build = `import { mkdirSync, writeFileSync } from 'node:fs'
    mkdirSync(process.argv[2], { recursive: true })
    writeFileSync(process.argv[2] + '/index.js', '')`
  const manifest = { name: 'broken', main: './dist/index.js', types: './dist/index.d.ts', files: ['dist'] }
  execFileSync('mkdir', [join(copy, 'sdk')])
  execFileSync('sh', ['-c', 'cat > sdk/build.mjs'], { cwd: copy, input: build })
  execFileSync('sh', ['-c', 'cat > sdk/package.json'], { cwd: copy, input: JSON.stringify(manifest) })
  execFileSync('sh', ['-c', 'echo > sdk/README.md'], { cwd: copy })
  const { status, stderr } = spawnSync(process.execPath, [join(copy, 'release/pack.ts'), 'sdk'], {
    cwd: copy,
    env,
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.match(stderr, /broken names files that it does not contain: \.\/dist\/index\.d\.ts/)
})
