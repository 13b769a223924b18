import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { packStandalone } from '../release/standalone.ts'
import { parseShellBlocks } from '../server/test/support/guide.ts'
import { atEnd, until } from '../server/test/support/harness.ts'
import { scratch } from '../server/test/support/processes.ts'
import { whyMissing } from './debian.ts'
import { freePort } from './free-ports.ts'
import { openMachine } from './machine.ts'
import { fromNpm } from './peer.ts'
import { ownerUrl, POSTGRES_BIN, startPostgres } from './postgres-server.ts'
import { cloneWorkingTree } from './release-clone.ts'

const guide = readFileSync(join(import.meta.dirname, '../docs/guides/deploying.md'), 'utf8')
const blocks = parseShellBlocks(guide)
const findBlock = (needs: string) => blocks.find((block) => block.needs === needs)?.script ?? assert.fail(needs)
const tarball = findBlock('root and the tarball of a release')
const checkout = findBlock('root, systemd, Node 20 or newer and PostgreSQL')
const node20 = fromNpm('node-20', 'bin/node')
const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0
const noPostgres = await whyMissing(join(POSTGRES_BIN, 'postgres'), ['postgresql-15'])
const skip = noPostgres ?? (!canMount && 'only root can give the commands an /opt and an /etc of their own')
const USER = 10_001

/** A machine whose /opt and /etc are folders of the test, where systemctl only notes what it is asked for. */
interface InstalledMachine {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
}

function openInstallMachine(): InstalledMachine {
  const folder = scratch()
  for (const name of ['opt', 'work', 'bin', 'state', 'credentials']) mkdirSync(join(folder, name))
  chmodSync(folder, 0o755)
  cpSync('/etc', join(folder, 'etc'), { recursive: true, verbatimSymlinks: true })
  mkdirSync(join(folder, 'etc/systemd/system'), { recursive: true })
  // systemd makes this user when it starts the unit (DynamicUser).
  appendFileSync(join(folder, 'etc/passwd'), `quoin:x:${USER}:${USER}::/nonexistent:/usr/sbin/nologin\n`)
  const note = `#!/bin/sh\necho "$@" >> '${join(folder, 'systemctl')}'\n`
  writeFileSync(join(folder, 'bin/systemctl'), note, { mode: 0o755 })
  const machine = openMachine(join(folder, 'machine'), node20.path)
  const env: NodeJS.ProcessEnv = { ...process.env, PATH: `${join(folder, 'bin')}:${machine.joinPath()}` }
  for (const name of ['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'TEST_POSTGRES']) delete env[name]
  return { folder, env }
}

/** Runs a program as root, in the machine's own mounts. */
function enter({ folder, env }: InstalledMachine, cwd: string, words: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const mounts = 'mount --bind "$0/opt" /opt; mount --bind "$0/etc" /etc; cd "$1"; shift; exec "$@"'
  const args = ['--mount', 'sh', '-euc', mounts, folder, cwd, ...words]
  return spawn('unshare', args, { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] })
}

async function runBlock(machine: InstalledMachine, script: string, more: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = enter(machine, join(machine.folder, 'work'), ['sh', '-euc', script], more)
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'close')
  assert.equal(code, 0, (await output).join('\n'))
}

/** Starts the installed unit as systemd does: its user, its settings, and its secrets as credentials. */
function startUnit(machine: InstalledMachine, port: number): ChildProcess {
  const { folder } = machine
  const unit = readFileSync(join(folder, 'etc/systemd/system/quoin.service'), 'utf8')
  const list = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  for (const [name = '', path = ''] of list('LoadCredential').map((value) => value.split(':'))) {
    const file = join(folder, 'credentials', name)
    cpSync(join(folder, path), file)
    spawnSync('chown', [String(USER), file])
  }
  spawnSync('chown', ['-R', String(USER), join(folder, 'state'), join(folder, 'credentials')])
  const settings = globSync('etc/quoin/quoin.env', { cwd: folder }).map((path) =>
    readFileSync(join(folder, path), 'utf8'),
  )
  const assignments = [...list('Environment').flatMap((line) => line.split(' ')), ...settings.join('\n').split('\n')]
    .filter(Boolean)
    .map((word) => word.replace('%d', join(folder, 'credentials')).replace('/var/lib/quoin', join(folder, 'state')))
  const own = { ...Object.fromEntries(assignments.map((word) => word.split(/=(.*)/s))), PORT: String(port) }
  const asUser = [
    'setpriv',
    `--reuid=${USER}`,
    `--regid=${USER}`,
    '--clear-groups',
    '--inh-caps=-all',
    '--no-new-privs',
  ]
  const [start = ''] = list('ExecStart')
  return enter(machine, list('WorkingDirectory')[0] ?? '/', [...asUser, ...start.split(' ')], own)
}

async function assertServes(machine: InstalledMachine): Promise<void> {
  const port = await freePort()
  const child = startUnit(machine, port)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  const closed = once(child, 'close')
  atEnd(() => child.kill('SIGKILL') && closed)
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } })
  await until('readiness', async () => {
    assert.equal(child.exitCode, null, printed)
    return (await get('/readyz').catch(() => undefined))?.status === 200
  })
  assert.match(await (await get('/')).text(), /\/assets\/main-/, 'the portal is built')
  child.kill('SIGTERM')
  assert.deepEqual(await closed, [0, null], printed)
}

/** Writes the address of a new PostgreSQL, which the guide's command keeps. */
async function writeDatabaseUrl({ folder }: InstalledMachine): Promise<void> {
  const server = await startPostgres()
  atEnd(() => server.stop())
  mkdirSync(join(folder, 'etc/quoin'), { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'etc/quoin/database-url'), ownerUrl(server))
}

test('the commands of the guide install the tarball of a release, twice, and its unit starts', {
  skip: skip || node20.skip,
  timeout: 300_000,
}, async () => {
  const machine = openInstallMachine()
  packStandalone(join(machine.folder, 'work'))
  await runBlock(machine, tarball)
  const key = readFileSync(join(machine.folder, 'etc/quoin/master-key'), 'utf8')
  await runBlock(machine, tarball)
  assert.equal(readFileSync(join(machine.folder, 'etc/quoin/master-key'), 'utf8'), key)
  await writeDatabaseUrl(machine)
  // Its own Node, and none of the machine.
  await assertServes({ ...machine, env: { PATH: '/usr/bin:/bin' } })
})

test('the commands of the guide install a clone on Node 20, and its unit starts', {
  skip: skip || node20.skip || (!process.env['LONG'] && 'installs all packages: set LONG=1'),
  timeout: 600_000,
}, async () => {
  const machine = openInstallMachine()
  const clone = join(scratch(), 'clone')
  cloneWorkingTree(clone)
  const [, address = ''] = /git clone (\S+) /.exec(checkout) ?? []
  const redirect = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: `url.${clone}.insteadOf`, GIT_CONFIG_VALUE_0: address }
  await writeDatabaseUrl(machine)
  await runBlock(machine, checkout, redirect)
  assert.equal(readFileSync(join(machine.folder, 'systemctl'), 'utf8'), 'enable --now quoin\n')
  assert.match(readFileSync(join(machine.folder, 'etc/quoin/quoin.env'), 'utf8'), /^TRUST_PROXY=127\.0\.0\.1$/m)
  await assertServes(machine)
})
