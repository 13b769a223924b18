import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { createApp } from '../../src/http/app.ts'
import { routes } from '../../src/http/catalogue.ts'
import { createLog } from '../../src/kit/log/log.ts'
import { atEnd, boot, createBrowser } from '../support/harness.ts'
import { createOauthClient, GIVEN } from '../support/oauth-client.ts'

test('no log line contains a code, a token, a verifier, a state or a request', async () => {
  const world = await boot()
  const lines: string[] = []
  const stream = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) })
  const ctx = { ...world.ctx, log: createLog('debug', stream) }
  const logged = createApp(ctx, { routes, readiness: { check: async () => undefined } })
  atEnd(() => logged.close())
  const url = await logged.listen({ host: '127.0.0.1', port: 0 })
  const { headers } = await world.session()
  const user = createBrowser(url, { cookie: headers['cookie'] ?? '', workspaceId: world.workspaceId })
  const app = createOauthClient(url)
  const { clientId, verifier, code } = await app.getCode(user, GIVEN, { state: 'a-state-of-the-app' })
  const { body: first } = await app.exchange(code, clientId, verifier)
  const { body: second } = await app.refresh(first.refresh_token, clientId)
  const request = await app.beginRequest()
  await user('POST', '/v1/oauth-requests:deny', { request })
  await world.client(second.access_token)('GET', '/v1/credits')
  await fetch(`${url}/v1/credits`, { headers: { authorization: `Bearer ${second.access_token}` } })
  await fetch(`${url}/oauth/token?code=${code}&client_id=${clientId}`, { method: 'POST' })
  const all = lines.join('')
  assert.match(all, /"path":"\/oauth\/authorize"/)
  assert.match(all, /"path":"\/oauth\/token"/)
  const secrets = [code, verifier, first.access_token, first.refresh_token, second.access_token, second.refresh_token]
  for (const secret of [...secrets, 'a-state-of-the-app', request, clientId]) assert.ok(!all.includes(secret), secret)
})
