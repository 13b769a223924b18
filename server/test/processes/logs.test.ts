import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient, until } from '../support/harness.ts'
import { firstRun, main, scratch, start } from '../support/processes.ts'

const PRODUCTION = {
  QUOIN_ENV: 'production',
  QUOIN_EMBEDDED_DATABASE: 'yes',
  QUOIN_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  LOG_LEVEL: '',
}
const hasScript = spawnSync('script', ['--version']).status === 0

test('in production every request is one line of JSON, without secrets', async () => {
  const dataDir = join(scratch(), 'data')
  const server = await start(dataDir, PRODUCTION)
  const { live_key, workspace_id } = firstRun(dataDir)
  const live = createClient(server.url, live_key)
  const anyone = createClient(server.url)
  const { headers } = await live('GET', '/v1/profiles?cursor=hidden-query', undefined, { 'x-request-id': 'mine-1' })
  await live('POST', '/v1/data/search/people', { query: 'nobody' })
  await anyone('POST', '/v1/callbacks/b2b-email/hidden-token', { data: [] })
  await anyone('GET', `/nothing/${live_key}?key=hidden-query`)
  await anyone('GET', '/healthz')
  const lines = await until('five lines', () => {
    const found = server
      .output()
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    return found.length >= 4 && found
  })
  const shown = lines.map(({ method, path, status, workspace_id: of, credits }) => [method, path, status, of, credits])
  assert.deepEqual(shown, [
    ['GET', '/v1/profiles', 422, workspace_id, undefined],
    ['POST', '/v1/data/search/people', 200, workspace_id, 0],
    ['POST', '/v1/callbacks/b2b-email/:token', 404, undefined, undefined],
    ['GET', '/nothing/qk_live_[redacted]', 404, undefined, undefined],
  ])
  assert.equal(lines[0]?.['request_id'], headers.get('x-quoin-request-id'))
  assert.equal(lines[0]?.['client_request_id'], 'mine-1')
  for (const line of lines) assert.ok(typeof line['ms'] === 'number' && line['level'] === 30)
  assert.doesNotMatch(server.output(), new RegExp(`hidden|${live_key}`))
})

test('on a terminal the lines are readable', { skip: !hasScript && 'script is not installed' }, async () => {
  const dataDir = join(scratch(), 'data')
  const command = `${process.execPath} ${main} all`
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    env: { PATH: process.env['PATH'], HOME: '/tmp', PORT: '0', PORTAL_BUILD: 'no', QUOIN_DATA: dataDir },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  after(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [, url = ''] = await until('the address', () => /API +(http\S+)/.exec(output) ?? undefined)
  const live = createClient(url, firstRun(dataDir).live_key)
  await live('GET', '/v1/profiles')
  // oxlint-disable-next-line no-control-regex -- the colours of a terminal
  const plain = () => output.replace(/\u001b\[[\d;]*m/g, '')
  await until('the line', () =>
    /\[\d\d:\d\d:\d\d\] INFO: 200 GET \/v1\/profiles {2}[\d.]+ ms {2}ws_\w+ {2}req_\w+/.test(plain()),
  )
  assert.doesNotMatch(output, /"msg"/)
  child.stdin.write('\u0003')
  await ended
})
