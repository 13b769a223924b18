import assert from 'node:assert/strict'
import { connectSandbox, createProfile } from '../account-scene.ts'
import { Authenticator } from '../authenticator.ts'
import { type Client, createBrowser } from '../harness.ts'
import { totpCode } from '../totp-code.ts'
import type { Tenant } from './tenant.ts'

/** The password of the declared examples. */
export const PASSWORD = 'correct horse battery'

/** Creates a resource of a tenant and returns its id; by the prefix of its ids. */
export const RESOURCES: Readonly<Record<string, (tenant: Tenant) => Promise<string>>> = {
  ws: async ({ workspaceId }) => workspaceId,
  prof: ({ live }) => createProfile(live),
  acc: async (tenant) => (await connectAccount(tenant)).id,
  ent: async (tenant) => {
    const { data } = await ask(tenant.live, 'GET', `/v1/accounts/${await tenant.id('acc')}/entities`)
    return data.find((entity: { selectable: boolean }) => entity.selectable).id
  },
  conn: async (tenant) =>
    (
      await tenant.make('/v1/connections', {
        profile_id: await tenant.id('prof'),
        platform: 'sandbox',
        mode: 'headless',
      })
    ).id,
  post: async (tenant) => (await createPost(tenant)).id,
  cmt: async (tenant) => {
    await tenant.act('comments', { post_external_id: await publish(tenant), from: 'visitor', body: 'Where is this?' })
    return tenant.first('/v1/comments')
  },
  conv: async (tenant) => {
    await sendMessage(tenant)
    return tenant.first('/v1/conversations')
  },
  rev: async (tenant) => {
    const review = { entity_external_id: await tenant.page(), from: 'visitor', rating: 5, body: 'Lovely.' }
    await tenant.act('reviews', review)
    return tenant.first('/v1/reviews')
  },
  tpl: async (tenant) => (await createTemplate(tenant, 'order_update')).id,
  flt: async (tenant) =>
    (await tenant.make('/v1/sandbox/faults', { operation: 'metrics.read', fault: 'rate_limit' })).id,
  med: async (tenant) => (await tenant.make('/v1/media', { url: `${tenant.origin}/pixel.png` })).id,
  wh: async (tenant) => (await tenant.make('/v1/webhooks', { url: 'https://example.com/hooks' })).id,
  dlv: async (tenant) => {
    const { id } = await ask(tenant.live, 'POST', `/v1/webhooks/${await tenant.id('wh')}/test`)
    await tenant.db`
      update webhook_deliveries set status = 'dead', next_attempt_at = null, claim = null, lease_until = null
      where workspace_id = ${tenant.workspaceId}`
    return id
  },
  key: async (tenant) => (await tenant.make('/v1/api-keys', { name: 'Made' })).id,
  plk: async (tenant) =>
    (await tenant.make('/v1/portal-links', { pages: ['connect'], profile_id: await tenant.id('prof') })).id,
  ord: async (tenant) => (await tenant.make('/v1/credits/checkout', { pack_id: 'starter' })).id,
  hold: async ({ live }) => {
    const searched = await live('POST', '/v1/data/search/people', { query: 'example', limit: 1 })
    return (await ask(live, 'GET', `/v1/requests/${searched.headers.get('x-request-id')}`)).hold_id
  },
  job: async (tenant) => (await tenant.make('/v1/data/async', ASYNC)).id,
  bulk: async (tenant) => (await tenant.make('/v1/bulk/jobs', BULK)).id,
  srch: async (tenant) => (await tenant.make('/v1/data/saved-searches', SEARCH)).id,
  sup: async (tenant) => (await tenant.make('/v1/suppressions', { kind: 'email', value: 'x@example.com' })).id,
  usr: async (tenant) => (await tenant.addPerson()).userId,
  inv: async ({ owner }) =>
    (await ask(owner.client, 'POST', '/v1/invitations', { email: 'guest@example.com', role: 'viewer' })).id,
  ses: async ({ owner, url }) => {
    const { headers } = await createBrowser(url, { cookie: null })('POST', '/v1/auth/sign-in', {
      email: owner.email,
      password: PASSWORD,
    })
    assert.ok(headers.get('set-cookie'))
    const { data } = await ask(owner.client, 'GET', '/v1/sessions')
    return data.find((session: { is_current: boolean }) => !session.is_current).id
  },
  totp: async (tenant) => {
    const code = await beginTotp(tenant)
    await ask(tenant.owner.client, 'POST', '/v1/me/totp/confirm', { code })
    return code
  },
  pk: async (tenant) => (await ask(tenant.owner.client, 'POST', '/v1/me/passkeys', await newPasskey(tenant))).id,
}

const ASYNC = { action: 'contacts/find-email', query: 'Ada Example, example.com' }
const BULK = { action: 'contacts/find-email', queries: ['Ada Example, example.com'] }
const SEARCH = { name: 'Engineers', action: 'search/people', query: 'engineer' }

/** Returns the body of a success; anything else fails the test. */
export async function ask(client: Client, method: string, path: string, body?: unknown) {
  const reply = await client(method, path, body)
  assert.ok(reply.status < 300, `${method} ${path} answered ${reply.status} ${reply.text}`)
  return reply.body
}

async function connectAccount(tenant: Tenant) {
  return connectSandbox(tenant.live, { profileId: await tenant.id('prof'), username: tenant.username })
}

const LATER = '2030-01-15T09:30:00.000Z'

export async function createPost(tenant: Tenant, more: Record<string, unknown> = { scheduled_at: LATER }) {
  return tenant.make('/v1/posts', { content: 'Hello.', targets: [{ account_id: await tenant.id('acc') }], ...more })
}

/** Publishes a post and returns its id on the sandbox. */
export async function publish(tenant: Tenant): Promise<string> {
  const { id } = await createPost(tenant, {})
  await tenant.settle()
  return (await ask(tenant.live, 'GET', `/v1/posts/${id}`)).targets[0].external_id
}

export async function sendMessage(tenant: Tenant): Promise<void> {
  await tenant.act('messages', { entity_external_id: await tenant.page(), from: 'visitor', body: 'Are you open?' })
}

export async function createTemplate(tenant: Tenant, name: string) {
  const components = [{ type: 'BODY', text: 'Your order {{1}} is on its way.' }]
  const request = { name, language: 'en', category: 'UTILITY', components }
  return tenant.make(`/v1/accounts/${await tenant.id('acc')}/templates`, request)
}

export async function newPasskey({ owner, url }: Tenant) {
  const options = await ask(owner.client, 'POST', '/v1/me/passkeys/options')
  return { name: 'My phone', response: new Authenticator().create(options, url) }
}

/** Begins the set-up of an authenticator app and returns the code it shows. */
export async function beginTotp({ owner, ctx }: Tenant): Promise<string> {
  const { secret } = await ask(owner.client, 'POST', '/v1/me/totp')
  return totpCode(secret, ctx.clock.now().getTime())
}
