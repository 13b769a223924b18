import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { pack } from '../release/pack.ts'
import { parseShellBlocks, runScript } from '../server/test/support/guide.ts'
import { scratch } from '../server/test/support/processes.ts'
import { openMachine } from './machine.ts'
import { findRegistry, readPacked, startRegistry } from './package-registry.ts'
import { fromNpm } from './peer.ts'
import { startProgram } from './started-program.ts'

const node20 = fromNpm('node-20', 'bin/node')
const base = scratch()
const [folder, home] = [join(base, 'empty'), join(base, 'home')]
for (const path of [folder, home]) mkdirSync(path)
const [block] = parseShellBlocks(readFileSync(join(import.meta.dirname, '../server/README.md'), 'utf8'))
const command = block?.script.trim() ?? ''

/** Environment of a person with Node 20, npm, and nothing else: an empty home and no cache. */
function openEmptyMachine(registry: string): NodeJS.ProcessEnv {
  const machine = openMachine(join(base, 'machine'), node20.path)
  const PATH = [dirname(machine.node), '/usr/bin', '/bin'].join(':')
  // Without what the test run and its npm set for their own processes; how this machine reaches the network stays.
  const isKept = (name: string) => !/^(?:npm_|NODE_|TEST_|XDG_)/i.test(name) || name === 'NODE_EXTRA_CA_CERTS'
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => isKept(name)))
  return { ...kept, PATH, HOME: home, npm_config_registry: registry }
}

test('the command of the README runs the server in an empty folder with Node 20: API, portal, docs and commands', {
  skip: node20.skip,
  timeout: 300_000,
}, async (t) => {
  const tarball = pack('server', scratch())
  const names = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).split('\n')
  assert.deepEqual(
    names.filter((name) => /\.ts$|\.test\.|(?:^|\/)node_modules\//.test(name)),
    [],
  )
  const registry = await startRegistry([readPacked(tarball)], findRegistry())
  const env = openEmptyMachine(registry.url)
  assert.equal(command, 'npx @quoin/server all')
  const data = join(folder, 'data')
  const startedAt = performance.now()
  const server = await startProgram(['/bin/sh', '-c', command], { cwd: folder, env, data })
  t.diagnostic(`ready ${((performance.now() - startedAt) / 1000).toFixed(1)} s after the command`)

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
  const doctor = `${command.replace(/all$/, 'doctor')} || test $? -eq 1`
  assert.match(await runScript(doctor, folder, env), /^ {2}ok {3}schema: /m)
  await server.stop()
})

test('every module of the package can be loaded', { skip: node20.skip, timeout: 120_000 }, () => {
  const [root = ''] = globSync('.npm/_npx/*/node_modules/@quoin/server', { cwd: home }).map((path) => join(home, path))
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
    env: { ...process.env, NODE_OPTIONS: '' },
    encoding: 'utf8',
    timeout: 60_000,
  })
  assert.equal(run.status, 0, run.stderr)
})
