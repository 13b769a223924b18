import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { scratch } from '../server/test/support/processes.ts'
import { openMachine } from './machine.ts'
import { fromNpm } from './peer.ts'
import { pinnedNode } from './small-checkout.ts'

const root = join(import.meta.dirname, '..')
const git = (...args: string[]) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).stdout

/** The last commit before the lock changed. */
const lockChange = git('log', '-1', '--format=%H', '--', 'package-lock.json').trim()
const earlier = git('rev-parse', '--verify', '--quiet', `${lockChange}^{commit}^`).trim()
const tracked = git('ls-files', '-z')
  .split('\0')
  .filter((path) => path && existsSync(join(root, path)))

/** Environment of a user: without the variables that the test run sets for its own processes. */
const environment = { ...process.env }
for (const name of ['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'TEST_POSTGRES']) delete environment[name]

const NODES = [
  { version: 20, ...fromNpm('node-20', 'bin/node') },
  { version: 24, path: pinnedNode, skip: !existsSync(pinnedNode) && 'the pinned Node is not installed' },
]

for (const { version, path, skip } of NODES)
  test(`on Node ${version}, one \`npm start\` upgrades a checkout of an earlier commit with another lock`, {
    skip:
      skip || (!earlier && 'the history has no earlier lock') || (version > 20 && !process.env['LONG'] && 'set LONG=1'),
    timeout: 1_800_000,
  }, async () => {
    const base = scratch()
    const machine = openMachine(join(base, 'machine'), path)
    const folder = join(base, 'quoin')
    mkdirSync(folder)
    const start = (data: string) => startOnce(folder, { PATH: machine.joinPath(), QUOIN_DATA: join(base, data) })

    spawnSync('/bin/sh', ['-c', `git archive ${earlier} | tar -x -C '${folder}'`], { cwd: root })
    assert.match(await start('earlier'), /Quoin is ready/)
    for (const name of readdirSync(folder).filter((entry) => entry !== 'node_modules'))
      rmSync(join(folder, name), { recursive: true })
    for (const file of tracked) cpSync(join(root, file), join(folder, file))
    const output = await start('now')
    assert.match(output, /Installing dependencies/)
    assert.match(output, /Quoin is ready/)
  })

/** Runs `npm start` as a user does, and stops it when it is ready. Returns its output. */
async function startOnce(cwd: string, env: Record<string, string>): Promise<string> {
  const npm = spawn('npm', ['start'], {
    cwd,
    env: { ...environment, PORT: '0', PORTAL_BUILD: 'no', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => npm.kill())
  let output = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Quoin is ready')) npm.kill('SIGTERM')
    })
  await once(npm, 'close')
  return output
}
