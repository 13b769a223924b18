import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { createPublicUrl } from './public-url.ts'

const readPublicUrl = (env: Record<string, string>) => createPublicUrl(readConfig(env))

test('without a setting the URL consists of host and port; all interfaces become loopback', () => {
  assert.equal(readPublicUrl({}).get(), 'http://127.0.0.1:8080')
  assert.equal(readPublicUrl({ HOST: '0.0.0.0', PORT: '80' }).get(), 'http://127.0.0.1:80')
  assert.equal(readPublicUrl({ HOST: '::1' }).get(), 'http://[::1]:8080')
})

test('with port 0 the URL is unavailable until the server listens', () => {
  const url = readPublicUrl({ PORT: '0' })
  assert.throws(() => url.get(), /Set QUOIN_PUBLIC_URL/)
  url.setPort(40_123)
  assert.equal(url.get(), 'http://127.0.0.1:40123')
})

test('QUOIN_PUBLIC_URL overrides any port', () => {
  const url = readPublicUrl({ PORT: '0', QUOIN_PUBLIC_URL: 'https://api.example.com/' })
  assert.equal(url.get(), 'https://api.example.com')
  url.setPort(40_123)
  assert.equal(url.get(), 'https://api.example.com')
})
