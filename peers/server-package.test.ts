import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pack } from '../release/pack.ts'
import { scratch } from '../server/test/support/processes.ts'
import { npmProgram } from './machine.ts'
import { fromNpm } from './peer.ts'

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

interface FirstRun {
  readonly base_url: string
  readonly live_key: string
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
  const child = spawn(node20.path, [join(folder, 'node_modules/.bin/quoin-server'), 'all'], {
    cwd: folder,
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => child.kill('SIGKILL'))
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const ended = new Promise((resolve) => child.once('close', resolve))
  while (!printed.includes('Quoin is ready')) {
    assert.equal(child.exitCode, null, printed)
    await sleep(100)
  }
  t.diagnostic(`ready ${((performance.now() - startedAt) / 1000).toFixed(1)} s after the start of the install`)

  const first = JSON.parse(readFileSync(join(folder, 'data/first-run.json'), 'utf8')) as FirstRun
  const get = (path: string, init: RequestInit = {}) =>
    fetch(`${first.base_url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${first.live_key}`, ...(init.headers as Record<string, string>) },
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
  // A large body is parsed by a thread, which has a file of its own.
  const people = Array.from({ length: 20_000 }, (_, n) => `person-${n}@example.com`)
  const body = JSON.stringify({ action: 'contacts/verify-email', queries: people })
  const headers = { 'content-type': 'application/json' }
  assert.equal((await get('/v1/bulk/jobs:estimate', { method: 'POST', headers, body })).status < 500, true)
  const help = npm('exec', '--', 'quoin-server', 'doctor')
  assert.match(help.stdout, /No problems found|problem/)
  child.kill('SIGTERM')
  await ended
  assert.ok(existsSync(join(folder, 'data')))
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
