import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { freshDatabase } from '../support/harness.ts'
import { run, scratch } from '../support/processes.ts'

const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'quoin-errors-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Created here, so that they are dropped after the last test and not after the first. */
const databases = [await databaseUrl(), await databaseUrl(), await databaseUrl()] as const

/** Returns the output of a server that cannot start: it exits with 1, without a stack trace. */
async function refusal(env: Record<string, string>): Promise<string> {
  const server = run('all', { QUOIN_DATA: join(scratch(), 'data'), ...env })
  assert.equal((await server.ended).code, 1, server.output())
  assert.doesNotMatch(server.output(), /^\s+at /m)
  return server.output()
}

async function oneLine(env: Record<string, string>): Promise<string> {
  const output = (await refusal(env)).trimEnd()
  assert.equal(output.split('\n').length, 1, output)
  return output
}

describe('a server that cannot start says why in one line that names the variable', { concurrency: 3 }, () => {
  test('a port that is in use', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as AddressInfo
    assert.match(
      await oneLine({ PORT: String(port), DATABASE_URL: databases[0] }),
      new RegExp(`^PORT: ${port} on 127\\.0\\.0\\.1 is already in use`),
    )
    taken.close()
  })

  test('a host that is not an address of this machine', async () => {
    const atHost = (HOST: string, DATABASE_URL: string) => oneLine({ HOST, DATABASE_URL })
    assert.match(await atHost('192.0.2.1', databases[1]), /^HOST: 192\.0\.2\.1 is not an address of this machine/)
    assert.match(await atHost('no.such.invalid', databases[2]), /^HOST: no\.such\.invalid does not resolve/)
  })

  test('a data folder that cannot be written', async () => {
    const file = join(folder, 'a-file')
    writeFileSync(file, '')
    assert.match(await oneLine({ QUOIN_DATA: file }), /^QUOIN_DATA: the folder \S+a-file cannot be used/)
    assert.match(await oneLine({ QUOIN_DATA: join(file, 'data') }), /^QUOIN_DATA: .*cannot be used.*Set it to a folder/)
  })

  test('a database that cannot be used, without its password', async () => {
    const url = new URL(databases[0])
    const cases: [string, RegExp][] = [
      ['postgres://me:hunter2@127.0.0.1:1/none', /^DATABASE_URL: PostgreSQL at 127\.0\.0\.1:1 refuses connections/],
      ['postgres://me:hunter2@no.such.invalid/none', /^DATABASE_URL: PostgreSQL at no\.such\.invalid:5432 cannot be f/],
      [`postgres:///none?host=${url.searchParams.get('host')}&user=quoin`, /responded: database "none" does not exist/],
    ]
    for (const [DATABASE_URL, why] of cases) {
      const output = await oneLine({ DATABASE_URL })
      assert.match(output, why)
      assert.doesNotMatch(output, /hunter2/)
    }
  })

  test('a misspelt variable is refused with the nearest name; variables of Kubernetes and our clients are not', async () => {
    const links = { QUOIN_SERVICE_HOST: '10.0.0.1', QUOIN_PORT_8080_TCP_ADDR: '10.0.0.1' }
    const client = { QUOIN_BASE_URL: 'http://localhost', QUOIN_API_KEY: 'qk_live_hunter2' }
    const misspelt = { QUOIN_DTA: folder, QUOIN_PORT: '80', QUOIN_MASTER_KEYS: 'hunter2' }
    const output = await refusal({ ...links, ...client, ...misspelt })
    assert.match(output, /^- QUOIN_DTA does not exist\. Did you mean QUOIN_DATA\?$/m)
    assert.match(output, /^- QUOIN_PORT does not exist\. Did you mean PORT\?$/m)
    assert.match(output, /^- QUOIN_MASTER_KEYS does not exist\. docs\/configuration\.md lists all variables\.$/m)
    assert.equal(output.split('\n- ').length, 4, output)
    assert.doesNotMatch(output, /hunter2/)
  })

  test('a Node that is too old', () => {
    const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.19.0' } })"
    const pretend = ['--import', `data:text/javascript,${encodeURIComponent(old)}`]
    const runOldNode = (file: string) => {
      const { status, stderr } = spawnSync(process.execPath, [...pretend, file], { cwd: root, encoding: 'utf8' })
      assert.equal(status, 1)
      return stderr
    }
    for (const file of ['scripts/run.mjs', 'server/bin/quoin-server.mjs'])
      assert.equal(runOldNode(file), 'Quoin needs Node 20.11 or newer, but this is 18.19.0. Install a newer version.\n')
    assert.match(
      runOldNode('server/src/main.ts'),
      /^Quoin needs Node 24 or newer, and this is 18\.19\.0\. Start it with npm start[^\n]*\n$/,
    )
  })
})

/** Returns the URL for the test server's address, `/folder?database`. */
async function databaseUrl(): Promise<string> {
  const [host = '', database = ''] = (await freshDatabase()).split('?')
  return `postgres:///${database}?host=${encodeURIComponent(host)}&user=quoin`
}

test('package.json requires the Node version that is checked', () => {
  assert.match(readFileSync(join(root, 'package.json'), 'utf8'), /"node": ">=20\.11"/)
})
