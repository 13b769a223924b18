import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import Fastify from 'fastify'
import { parse } from 'yaml'
import { readConfig } from '../../src/kit/config/config.ts'

const root = resolve(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const composed = () =>
  (parse(read('deploy/compose/compose.yaml')) as { services: { quoin: { environment: Record<string, string> } } })
    .services.quoin.environment['TRUST_PROXY'] ?? ''
const inText = (path: string) => /TRUST_PROXY=([\w.:/,]+)/.exec(read(path))?.[1] ?? ''

interface Deployment {
  /** The setting in the file. */
  readonly value: () => string
  /** The addresses at which the server sees the proxy. */
  readonly proxies: readonly string[]
}

const DEPLOYMENTS: Record<string, Deployment> = {
  // Docker takes the networks of its bridges from 172.17.0.0/12 and 192.168.0.0/16; a proxy on the machine comes from the
  // gateway.
  'compose.yaml': {
    value: () => composed().replace(/^\$\{TRUST_PROXY:-(.*)\}$/, '$1'),
    proxies: ['172.17.0.1', '172.31.0.1', '192.168.0.1'],
  },
  // Pod networks of the common distributions.
  'the Helm chart': {
    value: () => (parse(read('deploy/helm/quoin/values.yaml')) as { trustProxy: string }).trustProxy,
    proxies: ['10.244.1.5', '10.42.0.7', '192.168.12.4', '172.20.3.9'],
  },
  'the settings of nginx': { value: () => inText('deploy/nginx/quoin.conf'), proxies: ['127.0.0.1'] },
  'the settings of Caddy': { value: () => inText('deploy/caddy/Caddyfile'), proxies: ['127.0.0.1'] },
  'the guide for systemd': { value: () => inText('docs/guides/deploying.md'), proxies: ['127.0.0.1'] },
}

for (const [name, { value, proxies }] of Object.entries(DEPLOYMENTS))
  test(`${name} trusts the proxy at the address that the server sees, and no other caller`, async () => {
    const { TRUST_PROXY } = readConfig({ TRUST_PROXY: value() })
    const app = Fastify({ trustProxy: TRUST_PROXY ?? false })
    app.get('/', ({ ip }) => ip)
    const seenFrom = async (remoteAddress: string) =>
      (await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': '203.0.113.9' } })).body
    for (const proxy of proxies) assert.equal(await seenFrom(proxy), '203.0.113.9', proxy)
    assert.equal(await seenFrom('198.51.100.7'), '198.51.100.7', 'a direct caller is not trusted')
    await app.close()
  })

test('both proxies reach the server on the loopback address that the guides trust', () => {
  assert.match(read('deploy/nginx/quoin.conf'), /server 127\.0\.0\.1:8080;/)
  assert.match(read('deploy/caddy/Caddyfile'), /reverse_proxy 127\.0\.0\.1:8080 /)
  assert.match(
    read('deploy/helm/quoin/templates/_pods.tpl'),
    /name: TRUST_PROXY\s+value: \{\{ \.root\.Values\.trustProxy \| quote \}\}/,
  )
})
