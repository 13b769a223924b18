import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createNameResolver } from '../../../src/kit/net/name-resolver.ts'
import { OutboundError } from '../../../src/kit/net/outbound-error.ts'
import { atEnd, until } from '../../support/harness.ts'
import { serveNames } from '../../support/name-server.ts'

const { server, zone, asked } = await serveNames({
  'both.example': { a: ['192.0.2.1', '192.0.2.2'], aaaa: ['2001:db8::1'] },
  'four.example': { a: ['192.0.2.4'] },
  'half.example': { a: ['192.0.2.8'], aaaa: 'silent' },
  'six.example': { aaaa: ['2001:db8::6'] },
  'brief.example': { a: ['192.0.2.5'], ttl: 0 },
})
const folder = mkdtempSync(join(tmpdir(), 'quoin-names-'))
atEnd(() => rmSync(folder, { recursive: true, force: true }))
const hostsFile = join(folder, 'hosts')
writeFileSync(hostsFile, '192.0.2.9  Printer.Example printer # the old one\n::9 printer\nnonsense here\n')
const open = (lookupMs = 5000) => createNameResolver({ servers: server, hostsFile, lookupMs })
const failsBy = (message: RegExp) => (error: unknown) =>
  error instanceof OutboundError && error.reason === 'dns_failed' && message.test(error.message)

test('both address families are queried, and either is enough', async () => {
  const names = open()
  assert.deepEqual(await names.resolve('Both.Example.', 'a'), [
    { address: '192.0.2.1', family: 4 },
    { address: '192.0.2.2', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ])
  assert.deepEqual(await names.resolve('four.example', 'a'), [{ address: '192.0.2.4', family: 4 }])
  assert.deepEqual(await names.resolve('half.example', 'a'), [{ address: '192.0.2.8', family: 4 }])
  assert.deepEqual(await names.resolve('six.example', 'a'), [{ address: '2001:db8::6', family: 6 }])
  await assert.rejects(names.resolve('missing.example', 'a'), failsBy(/^The name missing\.example has no address$/))
})

test('the hosts file and localhost resolve without a name server', async () => {
  const names = open()
  assert.deepEqual(await names.resolve('printer.example', 'a'), [{ address: '192.0.2.9', family: 4 }])
  assert.deepEqual(
    (await names.resolve('PRINTER', 'a')).map(({ address }) => address),
    ['192.0.2.9', '::9'],
  )
  for (const name of ['localhost', 'app.localhost'])
    assert.deepEqual(
      (await names.resolve(name, 'a')).map(({ address }) => address),
      ['127.0.0.1', '::1'],
    )
  assert.equal((await createNameResolver({ hostsFile: join(folder, 'none') }).resolve('localhost', 'a')).length, 2)
})

test('a result is cached for its TTL, a miss briefly, and callers share a lookup of the same name', async () => {
  const names = open()
  asked.clear()
  await Promise.all(Array.from({ length: 50 }, (_, n) => names.resolve('both.example', `caller ${n}`)))
  for (let n = 0; n < 50; n++) await assert.rejects(names.resolve('missing.example', 'a'))
  assert.deepEqual(
    [...asked],
    [
      ['both.example', 2],
      ['missing.example', 2],
    ],
  )
  zone['brief.example'] = { a: ['192.0.2.6'], ttl: 0 }
  await names.resolve('brief.example', 'a')
  zone['brief.example'] = { a: ['192.0.2.7'], ttl: 0 }
  await until('the new address', async () => (await names.resolve('brief.example', 'a'))[0]?.address === '192.0.2.7')
})

test('lookups that never get a reply time out without delaying other callers; each caller has a limit', async () => {
  const names = open(800)
  let isLongOver = false
  const long = assert.rejects(open(5000).resolve('long.gone.dead', 'c')).finally(() => {
    isLongOver = true
  })
  asked.clear()
  let failed = 0
  const dead = Array.from({ length: 60 }, (_, n) =>
    assert.rejects(names.resolve(`x${n}.dead`, 'a'), failsBy(/No name server|Too many/)).finally(() => failed++),
  )
  const countAsked = () => [...asked.keys()].filter((name) => /^x\d+\.dead$/.test(name)).length
  await until('the questions', () => countAsked() >= 32)
  assert.equal((await names.resolve('both.example', 'b')).length, 3)
  assert.ok(countAsked() <= 32 + failed)
  await Promise.all(dead)
  assert.ok(!isLongOver, 'they fail before one that has more time')
  assert.equal((await names.resolve('four.example', 'a')).length, 1)
  await long
})
