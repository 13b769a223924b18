import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorMs } from '../../../test/support/processor-time.ts'
import { newSecret } from '../../domains/identity/keys/secret.ts'
import { createLog, maskSecrets } from './log.ts'

function captureLine(write: (log: ReturnType<typeof createLog>) => void, level = 'debug'): string {
  let written = ''
  write(createLog(level, { write: (line: string) => void (written += line) }))
  return written
}

const SECRET = 'hunter2hunter2'

test('a field with the name of a secret is redacted at every depth', () => {
  for (const name of [
    'authorization',
    'Authorization',
    'cookie',
    'set-cookie',
    'key',
    'secret',
    'client_secret',
    'token',
  ]) {
    for (const value of [
      { [name]: SECRET },
      { a: { [name]: SECRET } },
      { a: { b: { c: [{ d: { [name]: SECRET } }] } } },
    ]) {
      const line = captureLine((log) => log.info(value, 'said'))
      assert.doesNotMatch(line, /hunter2/, line)
      assert.match(line, /redacted/)
      assert.equal(JSON.parse(line).msg, 'said')
    }
  }
  for (const name of [
    'password',
    'db_password',
    'pin',
    'access_token',
    'refresh_token',
    'api_key',
    'apikey',
    'X-Auth-Token',
  ])
    assert.doesNotMatch(
      captureLine((log) => log.info({ x: { [name]: `${SECRET}\\"${SECRET}` } })),
      /hunter2/,
      name,
    )
  assert.doesNotMatch(
    captureLine((log) => log.info({ account: { credentials: { user: SECRET } } })),
    /hunter2/,
  )
})

test('keys, webhook secrets, tokens and database passwords are redacted anywhere in a text', () => {
  const { key } = newSecret('live')
  const whsec = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const texts = [
    `the key ${key} was refused`,
    `GET /v1/profiles?key=${newSecret('test').key}`,
    `secret ${whsec} does not verify`,
    `connect postgres://quoin:${SECRET}@db.example:5432/quoin failed`,
    `header Authorization: Bearer ${SECRET} was sent`,
    `header authorization: basic ${SECRET} was sent`,
    `body {"name":"x","password":"${SECRET}","nested":{"access_token": "${SECRET}"}}`,
  ]
  for (const text of texts) {
    const error = new Error(text, { cause: new Error(text) })
    const lines = [
      captureLine((log) => log.error(text)),
      captureLine((log) => log.error({ err: error }, 'failed')),
      captureLine((log) => log.child({ note: text }).warn('child')),
    ]
    for (const line of lines) {
      assert.doesNotMatch(line, /hunter2|BwcHBwc/, line)
      assert.ok(!line.includes(key.slice(8)), line)
      assert.ok(JSON.parse(line))
    }
  }
  assert.match(maskSecrets(`${key} ${whsec}`), /^qk_live_\[redacted\] whsec_\[redacted\]$/)
})

test('other values are unchanged', () => {
  const line =
    '{"request_id":"req_1","key_prefix":"qk_li","idempotency_key":"abc","url":"https://example.com:8443/a","keys":2}'
  assert.equal(maskSecrets(line), line)
  assert.equal(
    captureLine((log) => log.info('below the level'), 'warn'),
    '',
  )
})

test('a long line costs no more than its length', async () => {
  const ms = await processorMs(() => {
    for (const long of ['x', '"', 'a://', '"secret', '\\"', 'Bearer ']) maskSecrets(long.repeat(200_000 / long.length))
  })
  assert.ok(ms < 1500, `${ms} ms`)
})
