import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '../../server/src/kit/clock.ts'
import { boot, until } from '../../server/test/support/harness.ts'
import { GIVEN } from '../../server/test/support/oauth-client.ts'
import { installCli } from './program.ts'

const world = await boot({ clock: systemClock, env: { LOG_LEVEL: 'silent' } })
const { url } = world
const cli = installCli({ QUOIN_BASE_URL: url })
const file = join(cli.home, 'quoin', 'config.json')
const readLogin = () => JSON.parse(readFileSync(file, 'utf8')).logins.default

/** Signs in, as the user of a session who allows it. */
async function signIn(): Promise<void> {
  const user = await world.session()
  const running = cli.start(['login', '--browser'])
  const code = await until('the code', () => /enter the code (\S+)/.exec(running.stderr())?.[1])
  assert.match(running.stderr(), new RegExp(`Open ${url}/device`))
  const allowed = await user('POST', '/v1/oauth-requests:allow', { user_code: code, ...GIVEN })
  assert.equal(allowed.status, 200, allowed.text)
  const { code: exit, stderr } = await running.ended
  assert.equal(exit, 0, stderr)
}

test('login prints a code, waits for the user, and stores tokens that only the user can read', async () => {
  await signIn()
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.match(readLogin().api_key, /^qa_/)
  const { code, stdout, stderr } = await cli.run('credits get --json')
  assert.equal(code, 0, stderr)
  assert.equal(JSON.parse(stdout).available, 50)
})

test('an expired token is refreshed and stored, by several processes at the same time too', async () => {
  await signIn()
  const config = JSON.parse(readFileSync(file, 'utf8'))
  const before = config.logins.default.sign_in
  before.expires_at = new Date(0).toISOString()
  writeFileSync(file, JSON.stringify(config))
  const results = await Promise.all(['credits get', 'api GET /v1/credits', 'whoami'].map((words) => cli.run(words)))
  for (const { code, stderr } of results) assert.equal(code, 0, stderr)
  assert.notEqual(readLogin().sign_in.refresh_token, before.refresh_token)
  assert.equal((await cli.run('credits get')).code, 0)
})

test('logout ends the sign-in on the server', async () => {
  await signIn()
  const { api_key: token } = readLogin()
  assert.equal((await world.client(token)('GET', '/v1/credits')).status, 200)
  assert.equal((await cli.run('logout')).code, 0)
  assert.equal((await world.client(token)('GET', '/v1/credits')).status, 401)
})

test('after the access was revoked, commands say how to sign in again', async () => {
  await signIn()
  const [key] = (await world.live('GET', '/v1/api-keys?status=active')).body.data.filter(
    (each: { app: object | null }) => each.app !== null,
  )
  await world.live('DELETE', `/v1/api-keys/${key.id}`)
  const config = JSON.parse(readFileSync(file, 'utf8'))
  config.logins.default.sign_in.expires_at = new Date(0).toISOString()
  writeFileSync(file, JSON.stringify(config))
  const { code, stderr } = await cli.run('credits get')
  assert.notEqual(code, 0)
  assert.match(stderr, /quoin login/)
})

test('a key on standard input replaces the sign-in', async () => {
  await signIn()
  const key = await world.key()
  assert.equal((await cli.run('login', { input: key })).code, 0)
  assert.deepEqual([readLogin().api_key, readLogin().sign_in], [key, undefined])
})
