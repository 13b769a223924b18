import { quarantineUser } from '../../../src/domains/identity/quarantine/service.ts'
import { getUser } from '../../../src/domains/identity/users/service.ts'
import { transaction } from '../../../src/kit/postgres/db.ts'
import type { EndpointRequest } from '../declared-requests.ts'
import { createOauthClient } from '../oauth-client.ts'
import { ask, beginTotp, createPost, createTemplate, newPasskey, publish, sendMessage } from './resources.ts'
import type { Tenant, Write } from './tenant.ts'

type Prepare = (tenant: Tenant, sent: EndpointRequest) => Promise<Partial<Write>>

const withBody =
  (read: (tenant: Tenant) => Promise<object>): Prepare =>
  async (tenant, sent) => ({ sent: { ...sent, body: { ...(sent.body as object), ...(await read(tenant)) } } })
const withParams =
  (read: (tenant: Tenant) => Promise<Record<string, string>>): Prepare =>
  async (tenant, sent) => ({ sent: { ...sent, params: { ...sent.params, ...(await read(tenant)) } } })
const after =
  (act: (tenant: Tenant) => Promise<unknown>): Prepare =>
  async (tenant) => {
    await act(tenant)
    return {}
  }
const BY = { actor: 'operator@example.com', reason: 'a test' }

/** Preparation of a write in addition to the resources in its example, by operation. */
export const PREPARED: Readonly<Record<string, Prepare>> = {
  'oauth_requests.read': withBody(beginOauth),
  'oauth_requests.allow': withBody(beginOauth),
  'oauth_requests.deny': withBody(beginOauth),
  'connected_apps.disconnect': withParams(connectApp),
  'session.sudo_options': after((tenant) => tenant.id('pk')),
  'me.confirm_totp': withBody(async (tenant) => ({ code: await beginTotp(tenant) })),
  'me.remove_totp': after((tenant) => tenant.id('totp')),
  'me.renew_recovery_codes': after((tenant) => tenant.id('totp')),
  'passkeys.create': withBody(newPasskey),
  'workspaces.close': withBody(async () => ({ confirm: 'Other workspace' })),
  'operator.reopen_workspace': after(({ operator, workspaceId }) =>
    ask(operator, 'POST', `/v1/operator/workspaces/${workspaceId}/close`, BY),
  ),
  'operator.create_workspace': withBody(async ({ username }) => ({ owner_email: `${username}@example.com` })),
  'operator.restore_owner': after(async (tenant) =>
    ask(tenant.owner.client, 'DELETE', `/v1/members/${await tenant.id('usr')}`),
  ),
  'quarantine.take_over': after(quarantineOwner),
  'quarantine.discard': after(quarantineOwner),
  'members.leave': after((tenant) => tenant.addPerson()),
  'invitations.accept': async (tenant, sent) => {
    const email = `guest-${tenant.username}@example.com`
    const { url } = await ask(tenant.owner.client, 'POST', '/v1/invitations', { email, role: 'viewer' })
    return {
      client: (await tenant.addStranger(email)).client,
      sent: { ...sent, body: { token: url.replace(/.*#/, '') } },
    }
  },
  'credits.cancel_subscription': after(async (tenant) => {
    const { id } = await tenant.make('/v1/credits/checkout', { plan_id: 'starter', interval: 'month' })
    await ask(tenant.operator, 'POST', `/v1/operator/orders/${id}/approve`, BY)
  }),
  'credits.delete_auto_topup': after(({ live }) =>
    ask(live, 'PUT', '/v1/credits/auto-topup', { threshold: 20, pack_id: 'starter' }),
  ),
  'webhooks.recover': withBody(async ({ ctx }) => ({
    since: new Date(ctx.clock.now().getTime() - 60_000).toISOString(),
  })),
  'connections.select': async (tenant, sent) => {
    const id = await tenant.id('conn')
    await ask(tenant.live, 'POST', `/v1/connections/${id}/complete`, { credentials: { username: tenant.username } })
    const { data } = await ask(tenant.live, 'GET', `/v1/connections/${id}/entities`)
    const { external_id } = data.find((entity: { selectable: boolean }) => entity.selectable)
    return { sent: { ...sent, body: { external_id } } }
  },
  'conversations.start': async (tenant) => {
    const { external_id } = await createTemplate(tenant, 'order_update')
    await tenant.act('template-statuses', { template_external_id: external_id, status: 'approved' })
    return {}
  },
  'reviews.delete_reply': after(async (tenant) =>
    ask(tenant.live, 'PUT', `/v1/reviews/${await tenant.id('rev')}/reply`, { body: 'Thanks.' }),
  ),
  'accounts.verify_code': after(async (tenant) =>
    ask(tenant.live, 'POST', `/v1/accounts/${await tenant.id('acc')}/request-code`, {
      method: 'sms',
      language: 'en_US',
    }),
  ),
  'sandbox.comment': withBody(async (tenant) => ({ post_external_id: await publish(tenant) })),
  'sandbox.message': withBody(async (tenant) => ({ entity_external_id: await tenant.page() })),
  'sandbox.review': withBody(async (tenant) => ({ entity_external_id: await tenant.page() })),
  'sandbox.message_status': withBody(async (tenant) => {
    await sendMessage(tenant)
    const path = `/v1/conversations/${await tenant.id('conv')}/messages`
    const { id } = await ask(tenant.live, 'POST', path, { body: 'We are.' })
    await tenant.settle()
    const { data } = await ask(tenant.live, 'GET', path)
    return { message_external_id: data.find((message: { id: string }) => message.id === id).external_id }
  }),
  'sandbox.template_status': withBody(async (tenant) => ({
    template_external_id: (await createTemplate(tenant, 'shipped'))['external_id'],
  })),
  'media.ingest': withBody(async ({ origin }) => ({ url: `${origin}/pixel.png` })),
  'media.complete': withParams(async ({ live }) => {
    const { media, url } = await ask(live, 'POST', '/v1/media/uploads', { bytes_size: 4 })
    await fetch(url, { method: 'PUT', body: 'text' })
    return { id: media.id }
  }),
  'posts.publish': withParams(async (tenant) => ({
    id: (await tenant.make('/v1/posts/drafts', { ...POST, targets: [{ account_id: await tenant.id('acc') }] })).id,
  })),
  'posts.retry': withParams(async (tenant) => {
    await tenant.make('/v1/sandbox/faults', { operation: 'posts.create', fault: 'reject' })
    const { id } = await createPost(tenant, {})
    await tenant.settle()
    return { id }
  }),
  'posts.unpublish': withParams(async (tenant) => {
    const { id } = await createPost(tenant, {})
    await tenant.settle()
    return { id }
  }),
  'demo_data.delete': after(({ live }) => ask(live, 'POST', '/v1/demo-data')),
}

/** Begins the request of an app, which the user then decides. */
async function beginOauth({ url }: Tenant): Promise<{ request: string }> {
  return { request: await createOauthClient(url).beginRequest() }
}

async function connectApp({ url, owner }: Tenant): Promise<{ id: string }> {
  await createOauthClient(url).getCode(owner.client)
  const { data } = await ask(owner.client, 'GET', '/v1/connected-apps')
  return { id: data[0].id }
}

/** Simulates a proof of the owner's address by someone else; the session stays. */
async function quarantineOwner({ ctx, db, owner }: Tenant): Promise<void> {
  await transaction(db, async (tx) => quarantineUser(ctx, tx, await getUser(tx, owner.userId)))
}

const POST = { content: 'Hello.' }
