import assert from 'node:assert/strict'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDatabase, toDatabaseUrl, until } from '../../server/test/support/harness.ts'
import { firstRun, scratch, start } from '../../server/test/support/processes.ts'
import { installCli } from './program.ts'

const DATABASE_URL = toDatabaseUrl(await freshDatabase())

test('a shell with the address and the key of a server can start one, and the command line reads the same two variables', async () => {
  const data = join(scratch(), 'data')
  mkdirSync(data)
  const other = { QUOIN_BASE_URL: 'https://quoin.example.com', QUOIN_API_KEY: 'qk_live_of_another_server' }
  const { url } = await start(data, { DATABASE_URL, ...other })
  await until('the first start', () => existsSync(join(data, 'first-run.json')))
  const cli = installCli({ QUOIN_BASE_URL: url, QUOIN_API_KEY: firstRun(data).live_key })
  const { code, stdout, stderr } = await cli.run('whoami --json')
  assert.equal(code, 0, stderr)
  const { base_url, mode } = JSON.parse(stdout)
  assert.deepEqual([base_url, mode], [url, 'live'])
})
