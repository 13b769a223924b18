import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { startFaultyProxy } from '../sdk/test/faulty-proxy.ts'
import { addPeople, examplePerson } from '../server/test/support/directory-people.ts'
import { atEnd, boot } from '../server/test/support/harness.ts'
import { grant } from '../server/test/support/job-scene.ts'
import { fromNpm, run } from './peer.ts'
import { DRIVEN, drive, installPackedSdk } from './sdk-package.ts'

const world = await boot()
await grant(world.ctx, world.workspaceId, 1000)
await addPeople(
  world.ctx,
  'crm',
  Array.from({ length: 5 }, (_, n) => examplePerson(n)),
)
const proxy = await startFaultyProxy(world.url)
atEnd(() => proxy.close())
const { folder, tarball, installed, remove } = installPackedSdk()
atEnd(remove)
const env = {
  QUOIN_API_KEY: await world.key(),
  QUOIN_BASE_URL: proxy.url,
  NODE_OPTIONS: '',
  DENO_DIR: join(folder, '.deno'),
}

writeFileSync(
  join(folder, 'drive.mjs'),
  `import * as sdk from '@quoin/sdk'\nconsole.log(JSON.stringify(await (${drive})(sdk)))\n`,
)
writeFileSync(
  join(folder, 'drive.cjs'),
  `(${drive})(require('@quoin/sdk')).then((seen) => console.log(JSON.stringify(seen)))\n`,
)

/** Runs a program whose first response is lost, and checks its observations and the server's charges. */
async function check(work: () => Promise<unknown>): Promise<void> {
  const spent = async () => (await world.live('GET', '/v1/credits')).body.spent as number
  const before = await spent()
  proxy.faults.splice(0, Infinity, 'lose')
  assert.deepEqual(await work(), DRIVEN)
  assert.equal((await spent()) - before, 2 + 3, 'the search whose answer was lost is charged once')
}

const node20 = fromNpm('node-20', 'bin/node')
const node22 = fromNpm('node-22', 'bin/node')
const bun = fromNpm('@oven/bun-linux-x64', 'bin/bun')
const deno = fromNpm('@deno/linux-x64-glibc', 'deno')
const denoWords = ['run', '--no-prompt', '--node-modules-dir=manual', '--allow-read', '--allow-net', '--allow-env']
const runtimes = {
  'Node 20': [node20],
  'Node 22': [node22],
  'Node 24': [{ path: process.execPath, skip: false as const }],
  Bun: [bun],
  Deno: [deno, ...denoWords],
} as const

describe('the packed package runs', () => {
  for (const [name, [{ path, skip }, ...words]] of Object.entries(runtimes))
    for (const file of ['drive.mjs', 'drive.cjs'])
      test(`on ${name}, by ${file.endsWith('cjs') ? 'require' : 'import'}`, { skip }, async ({ signal }) => {
        await check(async () => {
          const { code, output } = await run(path, [...words, file], { cwd: folder, env, signal })
          assert.equal(code, 0, output)
          return JSON.parse(output.trim().split('\n').at(-1) ?? '')
        })
      })

  const miniflare = fromNpm('miniflare', 'package.json')
  test('on workerd', { skip: miniflare.skip }, async () => {
    const { Miniflare } = await import('miniflare')
    const files = globSync('dist/esm/*.js', { cwd: installed })
    const options = JSON.stringify({ apiKey: env.QUOIN_API_KEY, baseURL: env.QUOIN_BASE_URL })
    const worker = `import * as sdk from './dist/esm/index.js'
      export default { fetch: async () => Response.json(await (${drive})(sdk, ${options})) }`
    const modules = [
      { type: 'ESModule' as const, path: 'worker.mjs', contents: worker },
      ...files.map((path) => ({
        type: 'ESModule' as const,
        path,
        contents: readFileSync(join(installed, path), 'utf8'),
      })),
    ]
    const runtime = new Miniflare({ modules, modulesRoot: '/', compatibilityDate: '2026-01-01', cf: false })
    try {
      await check(async () => (await runtime.dispatchFetch('http://worker.example/')).json())
    } finally {
      await runtime.dispose()
    }
  })
})

test('the tarball contains what is needed and nothing else', () => {
  const listed = spawnSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).stdout.trim().split('\n')
  const kinds = new Set(listed.map((path) => path.replace(/^package\//, '').replace(/^(dist\/\w+|vectors)\/.*/, '$1')))
  assert.deepEqual([...kinds].toSorted(), ['LICENSE', 'README.md', 'dist/cjs', 'dist/esm', 'package.json', 'vectors'])
  const { dependencies = {} } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  assert.deepEqual(dependencies, {})
})

test('publint reports nothing', async () => {
  const { publint } = await import('publint')
  const bytes = readFileSync(tarball)
  const { messages } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer }, strict: true })
  assert.deepEqual(messages, [])
})

const attw = fromNpm('@arethetypeswrong/cli', 'dist/index.js')
test('its types match what Node loads, according to attw', { skip: attw.skip }, async ({ signal }) => {
  const words = [attw.path, tarball, '--profile', 'node16', '--format', 'ascii', '--no-color']
  const { code, output } = await run(process.execPath, words, { signal })
  assert.equal(code, 0, output)
})

const CONSUMER = readFileSync(join(import.meta.dirname, 'sdk-consumer.txt'), 'utf8')
const README = [...readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/^```ts\n([^]*?)^```$/gm)]
  .map(([, code]) => code)
  .join('\n')
const compilers = {
  '5.4': fromNpm('typescript-5.4', 'bin/tsc'),
  '5.9': fromNpm('typescript-5.9', 'bin/tsc'),
  '7': { path: join(import.meta.dirname, '../node_modules/typescript/bin/tsc'), skip: false as const },
}
for (const [version, { path, skip }] of Object.entries(compilers))
  test(`a strict program and the README compile with TypeScript ${version}, as ESM and as CommonJS`, { skip }, async ({
    signal,
  }) => {
    const files = { 'consumer.mts': CONSUMER, 'consumer.cts': CONSUMER, 'readme.mts': README }
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
    const words = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess']
    const libraries = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable']
    const all = [path, ...words, ...libraries, ...Object.keys(files)]
    const { code, output } = await run(process.execPath, all, { cwd: folder, signal })
    assert.equal(code, 0, `${relative(folder, path)}\n${output}`)
  })
