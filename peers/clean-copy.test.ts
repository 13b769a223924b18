import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseShellBlocks, runScript } from '../server/test/support/guide.ts'
import { until } from '../server/test/support/harness.ts'
import { firstRun, scratch } from '../server/test/support/processes.ts'

const root = join(import.meta.dirname, '..')
const tracked = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
const missing = ['git', 'curl'].filter((program) => spawnSync(program, ['--version']).status !== 0)
const skip = missing.length > 0 && `${missing.join(' and ')} not installed`

/** Environment of a new user: without the variables that the test run sets for its own processes. */
const environment = { ...process.env }
for (const name of ['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'TEST_POSTGRES']) delete environment[name]

test('on a clean copy, `npm start` and then every call of the README and the quickstart work as written', {
  skip,
  timeout: 280_000,
}, async () => {
  const copy = join(scratch(), 'quoin')
  for (const file of tracked.stdout.split('\0').filter((path) => path && existsSync(join(root, path))))
    cpSync(join(root, file), join(copy, file))
  const readme = readFileSync(join(copy, 'README.md'), 'utf8')
  const quickstart = readFileSync(join(copy, 'docs/guides/quickstart.md'), 'utf8')
  const [first, ...rest] = parseShellBlocks(readme)
  const [start = ''] = first?.script.split('\n') ?? []
  // Uses its own port; everything else is as a new user has it.
  const server = spawn('/bin/sh', ['-c', `exec ${start}`], {
    cwd: copy,
    env: { ...environment, PORT: '0' },
    stdio: 'pipe',
  })
  let printed = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const ended = once(server, 'exit')
  try {
    await until('the first start', async () => server.exitCode !== null || (await isReady(join(copy, 'data'))))
    assert.equal(server.exitCode, null, printed)
    for (const blocks of [rest, parseShellBlocks(quickstart)]) {
      const script = blocks.filter(({ needs }) => needs === undefined).map((block) => block.script)
      const output = await runScript(script.join('\n'), copy, environment)
      assert.match(output, /"status":"(publishing|published|scheduled)"/)
      assert.match(output, /x-credits-charged: \d/i)
    }
  } finally {
    server.kill('SIGTERM')
    await ended
  }
})

async function isReady(data: string): Promise<boolean> {
  if (!existsSync(join(data, 'first-run.json'))) return false
  const { base_url } = firstRun(data)
  return fetch(`${base_url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
