import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sealAsEarlier } from '../../test/support/earlier-secrets.ts'
import { createSecrets, newMasterKey, SecretError } from './secrets.ts'

const k1 = newMasterKey()
const k2 = newMasterKey()
const fails = (pattern: RegExp) => (error: unknown) => error instanceof SecretError && pattern.test(error.message)

test('a sealed value opens again, and is never sealed the same way twice', () => {
  const secrets = createSecrets(k1)
  for (const plain of ['', 'x', 'é😀\0', 'whsec_'.repeat(1000)]) {
    const sealed = secrets.seal(plain, 'webhook')
    assert.equal(secrets.open(sealed, 'webhook'), plain)
    assert.notEqual(secrets.seal(plain, 'webhook'), sealed)
    if (plain.length > 4) assert.ok(!sealed.includes(plain))
  }
})

test('rotation: the first key seals, older ones still open and are stale', () => {
  const old = createSecrets(k1).seal('token', 'account')
  const rotated = createSecrets(`${k2},${k1}`)
  assert.equal(rotated.open(old, 'account'), 'token')
  assert.equal(rotated.isStale(old), true)
  const fresh = rotated.seal('token', 'account')
  assert.equal(rotated.isStale(fresh), false)
  assert.throws(() => createSecrets(k2).open(old, 'account'), fails(/No master key has the id "[0-9a-f]{16}"/))
})

test('the id of a key is derived from the key, not from its name', () => {
  const id = (keyring: string) => createSecrets(keyring).seal('x', 'x').split('.')[0]
  assert.notEqual(id(`k1:${k1}`), id(`k1:${k2}`))
  assert.equal(id(`k1:${k1}`), id(k1))
  const both = createSecrets(`k1:${k1},k1:${k2}`)
  for (const key of [k1, k2]) assert.equal(both.open(createSecrets(key).seal('token', 'account'), 'account'), 'token')
})

test('a value sealed under a key name by an earlier version opens, whatever the name of the key is now', () => {
  const old = sealAsEarlier('k1', k1, 'token', 'account')
  for (const keyring of [k1, `k1:${k1}`, `${k2},${k1}`, `k1:${k2},k2:${k1}`])
    assert.equal(createSecrets(keyring).open(old, 'account'), 'token', keyring)
  assert.equal(createSecrets(k1).isStale(old), true)
  assert.throws(() => createSecrets(`k1:${k2}`).open(old, 'account'), fails(/does not open/))
})

test('a value under another id does not open', () => {
  const sealed = createSecrets(k1).seal('token', 'account')
  for (const id of ['k1', 'x', '', '0123456789abcdef'])
    assert.throws(() => createSecrets(`k1:${k1}`).open(sealed.replace(/^[^.]+/, id), 'account'), SecretError, id)
})

test('a changed value, another purpose or another key does not open', () => {
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
  assert.throws(() => createSecrets(newMasterKey()).open(sealed, 'account'), fails(/No master key/))
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

test('an invalid keyring is rejected without being shown', () => {
  const wrong = ['', 'k1', 'k1:', 'k1:c2hvcnQ=', `k1 x:${k1}`, `${k1},${k1}`, `a:${k1},b:${k1}`, `${k1},`, `${k1}x`]
  for (const keyring of wrong)
    assert.throws(
      () => createSecrets(keyring),
      (error: unknown) => error instanceof SecretError && !error.message.includes(k1.slice(0, 17)),
      keyring,
    )
})
