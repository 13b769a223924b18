import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig, VARIABLES } from './config.ts'

const listProblems = (env: Record<string, string>): string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message.split('\n- ').slice(1)
  }
}

test('an empty environment works for development', () => {
  const config = readConfig({})
  assert.deepEqual(
    [config.PORT, config.HOST, config.isProduction, config.allowLoopback],
    [8080, '127.0.0.1', false, true],
  )
  assert.match(config.dataDir, /\/data$/)
  assert.deepEqual(readConfig({ PORT: '', HOST: '' }).PORT, 8080)
})

test('every invalid variable is listed with its accepted values and its value', () => {
  const problems = listProblems({ PORT: '65536', QUOIN_ENV: 'prod', DATABASE_POOL: '1.5', DRAIN_SECONDS: '-1' })
  assert.deepEqual(problems, [
    'QUOIN_ENV must be one of: development, production (it is "prod").',
    'PORT must be a whole number from 0 to 65535 (it is "65536").',
    'DATABASE_POOL must be a whole number from 10 to 200 (it is "1.5").',
    'DRAIN_SECONDS must be a whole number from 0 to 600 (it is "-1").',
  ])
  for (const number of ['', '1e3', '0x10', ' 5', '5 ', 'NaN', '1_000', '９'])
    if (number) assert.equal(listProblems({ DRAIN_SECONDS: number }).length, 1, number)
})

test('an error never contains a secret', () => {
  const secrets = Object.entries(VARIABLES).filter(([, variable]) => 'isSecret' in variable)
  assert.ok(secrets.length >= 2)
  const env = Object.fromEntries(secrets.map(([name]) => [name, 'hunter2']))
  assert.doesNotMatch(listProblems({ ...env, PORT: 'x' }).join(), /hunter2/)
})

test('the variables of our clients do not stop the server, and other unknown ones do', () => {
  assert.deepEqual(listProblems({ QUOIN_BASE_URL: 'http://127.0.0.1:8080', QUOIN_API_KEY: 'qk_live_hunter2' }), [])
  assert.deepEqual(listProblems({ QUOIN_URL: 'http://127.0.0.1:8080', QUOIN_PUBLICURL: 'http://127.0.0.1:8080' }), [
    'QUOIN_URL does not exist. docs/configuration.md lists all variables.',
    'QUOIN_PUBLICURL does not exist. Did you mean QUOIN_PUBLIC_URL?',
  ])
})

test('the hint for a misspelt variable never suggests a variable that holds a secret, and never shows a value', () => {
  const secrets = Object.entries(VARIABLES).flatMap(([name, variable]) => ('isSecret' in variable ? [name] : []))
  const misspell = (name: string) => Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))
  const names = secrets
    .flatMap((name) => [`QUOIN_${name}`, ...misspell(name), ...misspell(`QUOIN_${name}`), `${name}_FIL`])
    .filter((name) => name.startsWith('QUOIN_') && !secrets.includes(name))
  assert.ok(names.length > 300)
  for (const name of [...names, 'QUOIN_API_KEYS', 'QUOIN_KEY', 'QUOIN_TOKEN']) {
    const [problem = '', ...others] = listProblems({ [name]: 'hunter2' })
    const [, hint = ''] = problem.split(`${name} does not exist. `)
    assert.ok(hint !== '' && others.length === 0, problem)
    assert.ok(!secrets.some((secret) => hint.includes(secret)), problem)
    assert.doesNotMatch(problem, /hunter2/)
  }
})

test('production needs a master key and a database, or an explicit yes to the embedded one', () => {
  const QUOIN_ENV = 'production'
  const names = (env: Record<string, string>) => listProblems({ QUOIN_ENV, ...env }).map((line) => line.split(' ')[0])
  assert.deepEqual(names({}), ['DATABASE_URL', 'QUOIN_MASTER_KEY'])
  assert.deepEqual(names({ QUOIN_MASTER_KEY: 'k1:x' }), ['DATABASE_URL'])
  assert.deepEqual(names({ QUOIN_MASTER_KEY: 'k1:x', QUOIN_EMBEDDED_DATABASE: 'yes' }), [])
  assert.deepEqual(names({ QUOIN_MASTER_KEY: 'k1:x', DATABASE_URL: 'postgres://db.example/quoin' }), [])
})

test('loopback is off in production and on in development unless set otherwise', () => {
  const production = { QUOIN_ENV: 'production', QUOIN_MASTER_KEY: 'k1:x', QUOIN_EMBEDDED_DATABASE: 'yes' }
  assert.equal(readConfig(production).allowLoopback, false)
  assert.equal(readConfig({ ...production, OUTBOUND_ALLOW_LOOPBACK: 'yes' }).allowLoopback, true)
  assert.equal(readConfig({ OUTBOUND_ALLOW_LOOPBACK: 'no' }).allowLoopback, false)
})

test('an address is a URL of the right kind, and its trailing slash is removed', () => {
  assert.equal(readConfig({ QUOIN_PUBLIC_URL: 'https://api.example.com/' }).QUOIN_PUBLIC_URL, 'https://api.example.com')
  for (const url of ['api.example.com', 'ftp://example.com', '//example.com'])
    assert.match(
      listProblems({ QUOIN_PUBLIC_URL: url })[0] ?? '',
      /must be a URL starting with http:\/\/ or https:\/\//,
    )
  assert.equal(listProblems({ DATABASE_URL: 'mysql://db/x' }).length, 1)
})

test('probing needs a name and a sender, and name servers are addresses', () => {
  const named = { PROBE_HELO: 'probe.example.com', PROBE_FROM: 'probe@example.com' }
  const names = (env: Record<string, string>) => listProblems(env).map((line) => line.split(' ')[0])
  assert.equal(readConfig({}).PROBE, 'off')
  assert.deepEqual(names({ PROBE: 'on' }), ['PROBE_HELO', 'PROBE_FROM'])
  assert.deepEqual(names({ PROBE: 'on', ...named }), [])
  for (const helo of ['localhost', 'a b.example.com', '192.0.2.1', 'x.example.com\r\nRSET'])
    assert.deepEqual(names({ PROBE: 'on', ...named, PROBE_HELO: helo }).slice(0, 1), ['PROBE_HELO'], helo)
  for (const from of ['probe', 'probe@example', 'a>@example.com', 'a@example.com\r\nRSET'])
    assert.deepEqual(names({ PROBE: 'on', ...named, PROBE_FROM: from }).slice(0, 1), ['PROBE_FROM'], from)
  const servers = '127.0.0.1:5353, 192.0.2.1,[2001:db8::1]:53,2001:db8::2'
  assert.equal(readConfig({ DNS_SERVERS: servers }).DNS_SERVERS, servers)
  for (const wrong of ['dns.example.com', '127.0.0.1,', '127.0.0.1:x'])
    assert.deepEqual(names({ DNS_SERVERS: wrong }), ['DNS_SERVERS'], wrong)
})

test('a secret may come from a file, but not from both places', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-config-'))
  const file = join(folder, 'token')
  writeFileSync(file, `${'t'.repeat(32)}\n`)
  assert.equal(readConfig({ QUOIN_OPERATOR_TOKEN_FILE: file }).QUOIN_OPERATOR_TOKEN, 't'.repeat(32))
  assert.deepEqual(listProblems({ QUOIN_OPERATOR_TOKEN_FILE: file, QUOIN_OPERATOR_TOKEN: 's'.repeat(32) }), [
    'QUOIN_OPERATOR_TOKEN and QUOIN_OPERATOR_TOKEN_FILE must not both be set.',
  ])
  assert.match(
    listProblems({ QUOIN_MASTER_KEY_FILE: join(folder, 'none') })[0] ?? '',
    /^QUOIN_MASTER_KEY_FILE cannot be read/,
  )
  assert.match(listProblems({ QUOIN_ENV_FILE: file })[0] ?? '', /^QUOIN_ENV_FILE does not exist/)
  rmSync(folder, { recursive: true })
})
