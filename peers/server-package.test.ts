import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pack } from '../release/pack.ts'
import { scratch } from '../server/test/support/processes.ts'
import { npmProgram } from './machine.ts'
import { fromNpm } from './peer.ts'
import { startProgram } from './started-program.ts'

const node20 = fromNpm('node-20', 'bin/node')
const folder = scratch()
/** Environment of a user, without the variables that the test run sets for its own processes. */
const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${join(node20.path, '..')}:/usr/bin:/bin` }
for (const name of ['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'TEST_POSTGRES']) delete env[name]

// The commands of server/README.md, with the package from a file instead of a registry.
/** Runs npm on Node 20 in the folder, as a person who has nothing else. */
function npm(...args: string[]) {
  return spawnSync(node20.path, [npmProgram, ...args], { cwd: folder, env, encoding: 'utf8' })
}

test('the server installs from its package in an empty folder with Node 20, and serves API, portal and docs', {
  skip: node20.skip,
  timeout: 300_000,
}, async (t) => {
  const tarball = pack('server', scratch())
  const names = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).split('\n')
  assert.deepEqual(
    names.filter((name) => /\.ts$|\.test\.|(?:^|\/)node_modules\//.test(name)),
    [],
  )
  const startedAt = performance.now()
  const installed = npm('install', '--no-audit', '--no-fund', tarball)
  assert.equal(installed.status, 0, installed.stderr)
  const bin = join(folder, 'node_modules/.bin/quoin-server')
  const data = join(folder, 'data')
  const server = await startProgram([node20.path, bin, 'all'], { cwd: folder, env, data })
  t.diagnostic(`ready ${((performance.now() - startedAt) / 1000).toFixed(1)} s after the start of the install`)

  const get = (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${server.live_key}`, ...(init.headers as Record<string, string>) },
    })
  const pages = [
    '/readyz',
    '/',
    '/docs',
    '/docs/posts',
    '/docs/quickstart',
    '/docs/sdks/python',
    '/openapi.json',
    '/v1/platforms',
  ]
  for (const path of pages) assert.equal((await get(path, { headers: { accept: 'text/html' } })).status, 200, path)
  // A large body is parsed by a thread, which has a file of its own. The job costs more than a new workspace has.
  const people = Array.from({ length: 20_000 }, (_, n) => `person-${n}@example.com`)
  const body = JSON.stringify({ action: 'contacts/verify-email', queries: people })
  const headers = { 'content-type': 'application/json' }
  assert.equal((await get('/v1/bulk/jobs', { method: 'POST', headers, body })).status, 402)
  assert.match(npm('exec', '--', 'quoin-server', 'doctor').stdout, /^ {2}ok {3}schema: /m)
  await server.stop()
})

test('every module of the package can be loaded', { skip: node20.skip, timeout: 120_000 }, () => {
  const root = join(folder, 'node_modules/@quoin/server')
  // Main starts a server, and threads and workers wait for messages.
  const modules = globSync('server/src/**/*.js', { cwd: root }).filter((path) => !/main\.js$|worker\.js$/.test(path))
  assert.ok(modules.length > 500, String(modules.length))
  const program = modules
    .filter((path) => !path.includes('/assets/'))
    .map((path) => `await import(${JSON.stringify(join(root, path))})`)
    .join('\n')
  const file = join(folder, 'load-all.mjs')
  writeFileSync(file, program)
  const run = spawnSync(process.execPath, [file], {
    cwd: folder,
    env: { ...env, NODE_OPTIONS: '' },
    encoding: 'utf8',
    timeout: 60_000,
  })
  assert.equal(run.status, 0, run.stderr)
})
