import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { atEnd, boot, createBrowser } from '../server/test/support/harness.ts'
import { fromNpm } from './peer.ts'

const peer = fromNpm('oidc-provider', 'lib/index.js')
const SECRET = 'client secret for tests: 100 % of it'

/** Starts oidc-provider with its own pages to sign in and to consent. */
async function startProvider(redirectUri: string) {
  const { default: Provider } = await import(peer.path)
  let listener: RequestListener = () => {}
  const server = createServer((request, response) => listener(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'quoin', client_secret: SECRET, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    findAccount: async (_ctx: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({
        sub,
        email: `${sub}@example.com`,
        email_verified: sub !== 'unverified',
        name: `Name of ${sub}`,
      }),
    }),
  })
  listener = provider.callback()
  return issuer
}

/** A minimal browser that follows redirects and keeps cookies. */
function openBrowser() {
  const jar = new Map<string, string>()
  return async function visit(url: string, form?: Record<string, string>): Promise<{ url: string; text: string }> {
    for (let next = { url, form }, hops = 0; ; hops++) {
      assert.ok(hops < 20, `too many redirects: ${next.url}`)
      const reply = await fetch(next.url, {
        redirect: 'manual',
        headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(next.form && { method: 'POST', body: new URLSearchParams(next.form) }),
      })
      for (const cookie of reply.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        jar.set(name, value)
      }
      const location = reply.headers.get('location')
      if (location === null) return { url: next.url, text: await reply.text() }
      const to = new URL(location, next.url)
      if (to.pathname === '/' || to.pathname === '/sign-in') return { url: to.href, text: jar.get('quoin') ?? '' }
      next = { url: to.href, form: undefined }
    }
  }
}

async function walk(server: string, login: string) {
  const visit = openBrowser()
  const page = await visit(`${server}/v1/auth/oidc/start`)
  const action = (text: string) => /action="([^"]+)"/.exec(text)?.[1] ?? ''
  const consent = await visit(action(page.text), { prompt: 'login', login, password: 'any' })
  return visit(action(consent.text), { prompt: 'consent' })
}

test('people sign in at a third-party provider, and an unverified address is refused', {
  skip: peer.skip,
}, async () => {
  const plain = await boot()
  const issuer = await startProvider(`${new URL(plain.url).origin}/v1/auth/oidc/callback`)
  Object.assign(plain.ctx.config, { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'quoin', OIDC_CLIENT_SECRET: SECRET })
  const back = await walk(plain.url, 'ada')
  assert.equal(back.url, `${plain.url}/`)
  const client = createBrowser(plain.url, { cookie: `quoin=${back.text}` })
  const { user } = (await client('GET', '/v1/session')).body
  assert.deepEqual([user.email, user.name], ['ada@example.com', 'Name of ada'])
  const again = await walk(plain.url, 'ada')
  const same = createBrowser(plain.url, { cookie: `quoin=${again.text}` })
  assert.equal((await same('GET', '/v1/session')).body.user.id, user.id)
  assert.equal((await walk(plain.url, 'unverified')).url, `${plain.url}/sign-in?error=sso_email_unverified`)
})
