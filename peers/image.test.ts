import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildContext, findEngine, type Instruction, readExecForm, readStages } from './dockerfile.ts'
import { freePort } from './free-ports.ts'

const root = resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'quoin-image-'))
after(() => rmSync(scratch, { recursive: true, force: true }))
chmodSync(scratch, 0o755)

const engine = findEngine((name) => spawnSync(name, ['info'], { timeout: 20_000 }).status === 0)
const canPretend = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0
const stages = readStages(join(root, 'deploy/Dockerfile'))
const [build, final] = stages
assert.ok(build && final)

const IMAGE_MB_MAX = 330
/** Size of debian:bookworm-slim, unpacked. */
const BASE_MB = 75

async function isReady(port: number): Promise<void> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return
    assert.ok(Date.now() < deadline, 'it did not become ready')
    await sleep(200)
  }
}

test('the image builds, becomes healthy as uid 10001 and stops on SIGTERM', {
  skip: !engine && 'no docker or podman runs here; the next test runs its steps without one',
}, async () => {
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(engine as string, args, {
      cwd: root,
      encoding: 'utf8',
      timeout: 500_000,
    })
    assert.equal(status, 0, stderr)
    return stdout.trim()
  }
  run('build', '-f', 'deploy/Dockerfile', '-t', 'quoin-test', '.')
  const port = await freePort()
  const key = randomBytes(32).toString('base64')
  const env = ['-e', `QUOIN_MASTER_KEY=${key}`, '-e', 'QUOIN_EMBEDDED_DATABASE=yes', '-p', `127.0.0.1:${port}:8080`]
  const id = run('run', '--detach', '--init', '--read-only', '--tmpfs=/tmp', ...env, 'quoin-test')
  try {
    await isReady(port)
    assert.equal(run('exec', id, 'id', '-u'), '10001')
    run('stop', '--time=45', id)
    assert.equal(run('inspect', '--format={{.State.ExitCode}}', id), '0')
  } finally {
    spawnSync(engine as string, ['rm', '--force', '--volumes', id])
  }
})

test('the steps of the Dockerfile, run in a folder, produce a tree that starts as uid 10001 and stops on SIGTERM', {
  skip: !canPretend && 'only root, with mounts of its own, can start it as the user of the image',
}, async (t) => {
  const built = join(scratch, 'build')
  for (const path of buildContext(root)) copyInto(join(root, path), join(built, path))
  runSteps(built, build.steps)
  const tree = join(scratch, 'final')
  copyStage(built, tree)

  const bytes = Number(spawnSync('du', ['-sb', tree], { encoding: 'utf8' }).stdout.split('\t')[0])
  const megabytes = Math.round(bytes / 1e6) + BASE_MB
  t.diagnostic(`the image has about ${megabytes} MB`)
  assert.ok(megabytes <= IMAGE_MB_MAX, `the image has ${megabytes} MB`)
  assert.ok(!existsSync(join(tree, 'quoin/node_modules/@mantine')), 'what the portal is built from is in the image')

  const data = join(scratch, 'data')
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, 10_001, 10_001)
  const port = await freePort()
  const own = { PORT: String(port), HOST: '127.0.0.1', QUOIN_DATA: data, QUOIN_EMBEDDED_DATABASE: 'yes' }
  const env = {
    ...readEnv(final.steps),
    ...own,
    QUOIN_MASTER_KEY: randomBytes(32).toString('base64'),
    PATH: `${tree}/usr/local/bin:/usr/bin:/bin`,
  }
  const user = ['--reuid=10001', '--regid=10001', '--clear-groups', '--inh-caps=-all']
  const command = [...readExecForm(final.steps, 'ENTRYPOINT'), ...readExecForm(final.steps, 'CMD')]
  // The image has this user; here it exists only in a mount of the test.
  const users = join(scratch, 'passwd')
  writeFileSync(users, `${readFileSync('/etc/passwd', 'utf8')}quoin:x:10001:10001::/data:/usr/sbin/nologin\n`)
  const asUser = ['--mount', 'sh', '-c', 'mount --bind "$0" /etc/passwd && exec setpriv "$@"', users, ...user]
  const child = spawn('unshare', [...asUser, ...command], {
    cwd: join(tree, 'quoin'),
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  after(() => child.kill('SIGKILL'))
  await isReady(port)

  const health = readExecForm(final.steps, 'HEALTHCHECK')
  const [program = '', ...args] = health
  const check = (to: number) => spawnSync(program, args, { env: { ...env, PORT: String(to) } }).status
  assert.equal(check(port), 0)
  assert.equal(check(1), 1)
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })
  assert.match(await page.text(), /\/assets\/main-/, 'the portal is built')

  child.kill('SIGTERM')
  assert.equal(await ended, 0)
})

function copyInto(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

/** Runs the steps with the Node that runs this test, in place of the base image's. */
function runSteps(cwd: string, steps: readonly Instruction[]): void {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, NODE_OPTIONS: '' }
  for (const { text } of steps.filter(({ name }) => name === 'RUN')) {
    const { status, stderr } = spawnSync('sh', ['-ec', text], { cwd, env, encoding: 'utf8', timeout: 400_000 })
    assert.equal(status, 0, stderr)
  }
}

function copyStage(built: string, tree: string): void {
  for (const { name, text } of final?.steps ?? []) {
    if (name !== 'COPY') continue
    const [from = '', to = ''] = text.replace('--from=build ', '').split(' ')
    const source = from === '/usr/local/bin/node' ? process.execPath : from.replace(/^\/quoin/, built)
    assert.ok(existsSync(source), `${from} does not exist after the build`)
    const target = to.startsWith('/') ? join(tree, to) : join(tree, 'quoin', to)
    copyInto(source, to.endsWith('/') ? join(target, from.split('/').at(-1) ?? '') : target)
  }
  chmodSync(tree, 0o755)
}

function readEnv(steps: readonly Instruction[]): Record<string, string> {
  const words = steps.filter(({ name }) => name === 'ENV').flatMap(({ text }) => text.split(' '))
  return Object.fromEntries(words.map((word) => word.split('=') as [string, string]))
}
