import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd, createClient, until } from '../support/harness.ts'
import { firstRun, inherited, main, scratch } from '../support/processes.ts'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('a server whose output is closed completes its first start, serves, and stops cleanly', async () => {
  const [data, port] = [join(scratch(), 'data'), await freePort()]
  const child = spawn(process.execPath, [main, 'all'], {
    env: { ...inherited, HOME: tmpdir(), PORT: String(port), LOG_LEVEL: 'info', QUOIN_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  atEnd(() => void child.kill('SIGKILL'))
  child.stdout.destroy()
  child.stderr.destroy()
  const anyone = createClient(`http://127.0.0.1:${port}`)
  const isReady = () =>
    anyone('GET', '/readyz').then(
      ({ status }) => status === 200,
      () => false,
    )
  await until('a ready server', async () => child.exitCode !== null || (await isReady()))
  assert.equal(child.exitCode, null, 'it has not ended')
  const live = createClient(`http://127.0.0.1:${port}`, firstRun(data).live_key)
  for (let n = 0; n < 3; n++)
    assert.equal((await live('GET', '/v1/profiles')).status, 200, 'each writes a line of the log')
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
})
