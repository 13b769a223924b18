import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSecrets, newMasterKey, SecretError } from './secrets.ts'

const k1 = newMasterKey()
const k2 = newMasterKey().replace('k1:', 'k2:')
const fails = (pattern: RegExp) => (error: unknown) => error instanceof SecretError && pattern.test(error.message)

test('what was sealed opens again, and is never sealed the same way twice', () => {
  const secrets = createSecrets(k1)
  for (const plain of ['', 'x', 'é😀\0', 'whsec_'.repeat(1000)]) {
    const sealed = secrets.seal(plain, 'webhook')
    assert.equal(secrets.open(sealed, 'webhook'), plain)
    assert.notEqual(secrets.seal(plain, 'webhook'), sealed)
    if (plain.length > 4) assert.ok(!sealed.includes(plain))
  }
})

test('rotation: the first key seals, older ones still open and are told to be stale', () => {
  const old = createSecrets(k1).seal('token', 'account')
  const rotated = createSecrets(`${k2},${k1}`)
  assert.equal(rotated.open(old, 'account'), 'token')
  assert.equal(rotated.isStale(old), true)
  const fresh = rotated.seal('token', 'account')
  assert.equal(rotated.isStale(fresh), false)
  assert.match(fresh, /^k2\./)
  assert.throws(() => createSecrets(k2).open(old, 'account'), fails(/No master key named "k1"/))
})

test('a changed value, another purpose or another key of the same name does not open', () => {
  const secrets = createSecrets(k1)
  const sealed = secrets.seal('token', 'account')
  const parts = sealed.split('.')
  for (const at of [1, 2, 3]) {
    const part = Buffer.from(parts[at] ?? '', 'base64url')
    part[0] = (part[0] ?? 0) ^ 1
    const changed = parts.with(at, part.toString('base64url')).join('.')
    assert.throws(() => secrets.open(changed, 'account'), fails(/does not open/), `part ${at}`)
  }
  assert.throws(() => secrets.open(sealed, 'webhook'), fails(/does not open/))
  assert.throws(() => createSecrets(newMasterKey()).open(sealed, 'account'), fails(/does not open/))
  for (const cut of ['', 'k1', 'k1.x', parts.slice(0, 3).join('.')])
    assert.throws(() => secrets.open(cut, 'account'), SecretError, cut)
  const loose = [`${sealed}.`, `${sealed}.more`, `${sealed}=`, `${sealed}\n`, sealed.replace('.', '. ')]
  for (const spelling of loose) assert.throws(() => secrets.open(spelling, 'account'), SecretError, spelling)
  const shortTag = parts
    .with(
      2,
      Buffer.from(parts[2] ?? '', 'base64url')
        .subarray(0, 4)
        .toString('base64url'),
    )
    .join('.')
  assert.throws(() => secrets.open(shortTag, 'account'), SecretError)
})

test('a keyring that is wrong is refused without being shown', () => {
  const wrong = ['', 'k1', 'k1:', 'k1:c2hvcnQ=', `k1 x:${k1.slice(3)}`, `${k1},${k1}`, `${k1},`, k1.slice(3)]
  for (const keyring of wrong)
    assert.throws(
      () => createSecrets(keyring),
      (error: unknown) => error instanceof SecretError && !error.message.includes(k1.slice(3, 20)),
      keyring,
    )
})
