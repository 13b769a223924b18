import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { signIn, startConnection } from './account-scene.ts'
import { mapFacebookOrigins as facebookOrigins } from './connectors/facebook.ts'
import { FakeFacebook } from './connectors/facebook-fake.ts'
import type { RawPush } from './connectors/fixture.ts'
import { mapInstagramOrigins as instagramOrigins } from './connectors/instagram.ts'
import { FakeInstagram } from './connectors/instagram-fake.ts'
import { FakeThreads } from './connectors/threads-fake.ts'
import { FakeTikTok } from './connectors/tiktok-fake.ts'
import { FakeWhatsApp } from './connectors/whatsapp-fake.ts'
import { statusError, statusValue } from './connectors/whatsapp-pushes.ts'
import { bootPlatform, type PlatformWorld, type Tenant } from './platform-scene.ts'

/** An account of a tenant, and the route on which its own app delivers pushes. */
export interface PushTarget extends Tenant {
  readonly account: { readonly id: string; readonly active_entity: { readonly external_id: string } }
  /** Sends a body like the account's own app. */
  readonly deliver: (body: string) => Promise<void>
}

/** A push about an account of one tenant. */
export interface AccountPush {
  readonly body: string
  /** Resolves with true once the push has had its effect on the account. */
  readonly hasArrived: () => Promise<boolean>
}

/** A platform whose apps sign their pushes, with everything that it pushes. The last kind may end the account. */
export interface PushCase {
  readonly world: PlatformWorld
  /** The app that the platform knows, in the form of the API. */
  readonly app: { readonly client_id: string; readonly client_secret: string }
  readonly hasChallenge: boolean
  readonly sign: (secret: string, body: string) => RawPush['headers']
  readonly connect: (tenant: Tenant) => Promise<PushTarget['account']>
  readonly kinds: Readonly<Record<string, (target: PushTarget) => Promise<AccountPush>>>
}

export const PUSH_CASES: Readonly<Record<string, () => Promise<PushCase>>> = {
  whatsapp: openWhatsApp,
  facebook: openFacebook,
  instagram: openInstagram,
  threads: openThreads,
  tiktok: openTikTok,
}

const signAsMeta: PushCase['sign'] = (secret, body) => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
})

let last = 0
const nextId = () => `${9_000_000 + last++}`

async function list({ live, account }: PushTarget, resource: 'comments' | 'reviews' | 'conversations') {
  return (await live('GET', `/v1/${resource}?account_id=${account.id}&limit=100`)).body.data
}

async function hasItem(target: PushTarget, resource: 'comments' | 'reviews', externalId: string): Promise<boolean> {
  return (await list(target, resource)).some((one: { external_id: string }) => one.external_id === externalId)
}

async function listMessages(target: PushTarget) {
  const lists = (await list(target, 'conversations')).map(({ id }: { id: string }) =>
    target.live('GET', `/v1/conversations/${id}/messages`),
  )
  return (await Promise.all(lists)).flatMap(({ body }) => body.data)
}

async function hasMessage(target: PushTarget, externalId: string): Promise<boolean> {
  return (await listMessages(target)).some((one: { external_id: string }) => one.external_id === externalId)
}

/** Replies to the first conversation. Returns the message's id at the platform and a function that reads its status. */
async function sendReply(world: PlatformWorld, target: PushTarget) {
  const [conversation] = await list(target, 'conversations')
  const sent = await target.live('POST', `/v1/conversations/${conversation.id}/messages`, { body: 'Until six' })
  assert.equal(sent.status, 201, sent.text)
  await world.queue.idle()
  const read = async () => (await listMessages(target)).find(({ id }: { id: string }) => id === sent.body.id)
  assert.equal((await read()).status, 'sent')
  return { externalId: (await read()).external_id as string, readStatus: async () => (await read()).status as string }
}

async function connectByPage(world: PlatformWorld, tenant: Tenant, platform: string, approve: (url: string) => URL) {
  const connection = await world.signIn(platform, approve, tenant)
  if (connection.status === 'awaiting_selection') {
    const [entity] = (await tenant.live('GET', `/v1/connections/${connection.id}/entities`)).body.data
    const path = `/v1/connections/${connection.id}/select`
    return (await tenant.live('POST', path, { external_id: entity.external_id })).body
  }
  assert.equal(connection.status, 'completed', JSON.stringify(connection))
  return (await tenant.live('GET', `/v1/accounts/${connection.account_id}`)).body
}

async function openWhatsApp(): Promise<PushCase> {
  const fake = await new FakeWhatsApp().start()
  const { client_id: META_CLIENT_ID, client_secret: META_CLIENT_SECRET } = fake.app
  const world = await bootPlatform(fake.origins, { META_CLIENT_ID, META_CLIENT_SECRET })
  fake.now = () => world.ctx.clock.now()
  const tokens = new Map<string, string>()
  const takeLast = () => fake.signed(fake.pushes.length - 1)[0]?.body ?? ''
  const write = ({ account }: PushTarget) => {
    const id = fake.receive(account.active_entity.external_id, '15550100123', { type: 'text', text: { body: 'Hello' } })
    return { id, body: takeLast() }
  }
  const wrap = (businessId: string, field: string, value: object) =>
    JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: businessId, changes: [{ field, value }] }] })
  return {
    world,
    app: fake.app,
    hasChallenge: true,
    sign: signAsMeta,
    async connect({ live, profile }) {
      const business = fake.newBusiness()
      const { id } = await startConnection(live, profile, { platform: 'whatsapp' })
      await signIn(live, id, { access_token: business.token, business_account_id: business.id })
      const path = `/v1/connections/${id}/select`
      const account = (await live('POST', path, { external_id: business.number.id })).body
      tokens.set(account.id, business.token)
      return account
    },
    kinds: {
      async message(target) {
        const { id, body } = write(target)
        return { body, hasArrived: () => hasMessage(target, id) }
      },
      async 'failed status'(target) {
        await target.deliver(write(target).body)
        const { externalId, readStatus } = await sendReply(world, target)
        const errors = [statusError(131_026, 'Message undeliverable', 'Not on WhatsApp')]
        const number = fake.numbers.get(target.account.active_entity.external_id)
        const status = { id: externalId, status: 'failed', timestamp: '1700000000', errors }
        const body = wrap(number.businessAccountId, 'messages', statusValue(number, '15550100123', status))
        return { body, hasArrived: async () => (await readStatus()) === 'failed' }
      },
      async template({ live, account }) {
        const path = `/v1/accounts/${account.id}/templates`
        const components = [{ type: 'BODY', text: 'Hello' }]
        const made = await live('POST', path, { name: 'greeting', language: 'en', category: 'UTILITY', components })
        assert.equal(made.status, 201, made.text)
        fake.review(made.body.external_id, 'APPROVED')
        const read = async () => (await live('GET', `${path}/${made.body.id}`)).body.status === 'approved'
        return { body: takeLast(), hasArrived: read }
      },
      async deauthorization({ live, account }) {
        fake.tokens.get(tokens.get(account.id) ?? '')!.businessAccounts.clear()
        const { businessAccountId } = fake.numbers.get(account.active_entity.external_id)
        const value = { event: 'PARTNER_REMOVED', waba_info: { waba_id: businessAccountId } }
        const read = async () =>
          (await live('GET', `/v1/accounts/${account.id}`)).text.includes('whatsapp_number_missing')
        return { body: wrap(businessAccountId, 'account_update', value), hasArrived: read }
      },
    },
  }
}

async function openFacebook(): Promise<PushCase> {
  const fake = await new FakeFacebook().start()
  const app = { client_id: fake.app.id, client_secret: fake.app.secret }
  const env = { META_CLIENT_ID: app.client_id, META_CLIENT_SECRET: app.client_secret }
  const world = await bootPlatform(facebookOrigins(fake), env)
  const takeLast = () => fake.pushes.at(-1)?.push.body ?? ''
  return {
    world,
    app,
    hasChallenge: true,
    sign: signAsMeta,
    connect: (tenant) => {
      const { person } = fake.signUp(`Person ${nextId()}`)
      return connectByPage(world, tenant, 'facebook', (url) => fake.approve(url, person))
    },
    kinds: {
      async comment(target) {
        const id = nextId()
        const value = { item: 'comment', verb: 'add', comment_id: id, post_id: '1_2', from: { id: '4', name: 'Ada' } }
        const page = target.account.active_entity.external_id
        const changes = [{ field: 'feed', value: { ...value, message: 'Hello', created_time: 1_768_469_400 } }]
        const body = JSON.stringify({ object: 'page', entry: [{ id: page, changes }] })
        return { body, hasArrived: () => hasItem(target, 'comments', id) }
      },
      async message(target) {
        const id = fake.message(target.account.active_entity.external_id, 'Are you open?')
        return { body: takeLast(), hasArrived: () => hasMessage(target, id) }
      },
      async review(target) {
        const page = target.account.active_entity.external_id
        const count = (await list(target, 'reviews')).length
        fake.review(page, 'Lovely walls')
        return { body: takeLast(), hasArrived: async () => (await list(target, 'reviews')).length > count }
      },
      async status(target) {
        const { externalId, readStatus } = await sendReply(world, target)
        fake.deliverAndRead(target.account.active_entity.external_id, externalId)
        return { body: takeLast(), hasArrived: async () => (await readStatus()) !== 'sent' }
      },
    },
  }
}

async function openInstagram(): Promise<PushCase> {
  const fake = await new FakeInstagram().start()
  const app = { client_id: fake.instagramApp.id, client_secret: fake.instagramApp.secret }
  const env = { INSTAGRAM_CLIENT_ID: app.client_id, INSTAGRAM_CLIENT_SECRET: app.client_secret }
  const world = await bootPlatform(instagramOrigins(fake), env)
  const takeLast = () => fake.pushes.at(-1)?.push.body ?? ''
  return {
    world,
    app,
    hasChallenge: true,
    sign: signAsMeta,
    connect: (tenant) => {
      const person = fake.createAccount(`person${nextId()}`)
      return connectByPage(world, tenant, 'instagram', (url) => fake.approveAtInstagram(url, person))
    },
    kinds: {
      async comment(target) {
        const id = nextId()
        const value = { id, text: 'Hello', from: { id: '9', username: 'visitor' }, media: { id: '8' } }
        const entry = [{ id: target.account.active_entity.external_id, time: 1_768_469_400, field: 'comments', value }]
        return {
          body: JSON.stringify({ object: 'instagram', entry }),
          hasArrived: () => hasItem(target, 'comments', id),
        }
      },
      async message(target) {
        const id = fake.message(target.account.active_entity.external_id, 'Are you open?')
        return { body: takeLast(), hasArrived: () => hasMessage(target, id) }
      },
      async status(target) {
        const { externalId, readStatus } = await sendReply(world, target)
        fake.read(target.account.active_entity.external_id, externalId)
        return { body: takeLast(), hasArrived: async () => (await readStatus()) === 'read' }
      },
    },
  }
}

async function openThreads(): Promise<PushCase> {
  const fake = await new FakeThreads().start()
  const { client_id: THREADS_CLIENT_ID, client_secret: THREADS_CLIENT_SECRET } = fake.app
  const world = await bootPlatform(fake.origins, { THREADS_CLIENT_ID, THREADS_CLIENT_SECRET })
  return {
    world,
    app: fake.app,
    hasChallenge: true,
    sign: signAsMeta,
    connect: (tenant) => {
      const username = `person${nextId()}`
      return connectByPage(world, tenant, 'threads', (url) => fake.approve(url, username))
    },
    kinds: {
      async comment(target) {
        const id = nextId()
        const root_post = { id: '5', owner_id: target.account.active_entity.external_id, username: 'owner' }
        const value = { id, username: 'visitor', text: 'Hello', timestamp: '2026-01-15T09:30:00+0000', root_post }
        return {
          body: JSON.stringify({ values: { field: 'replies', value } }),
          hasArrived: () => hasItem(target, 'comments', id),
        }
      },
    },
  }
}

async function openTikTok(): Promise<PushCase> {
  const fake = await new FakeTikTok().start()
  const { client_id: TIKTOK_CLIENT_ID, client_secret: TIKTOK_CLIENT_SECRET } = fake.app
  const world = await bootPlatform(fake.origins, { TIKTOK_CLIENT_ID, TIKTOK_CLIENT_SECRET })
  const forget = (openId: string) => {
    for (const tokens of [fake.tokens, fake.refreshTokens])
      for (const [token, { person }] of tokens) if (person.openId === openId) tokens.delete(token)
  }
  return {
    world,
    app: fake.app,
    hasChallenge: false,
    sign: (secret, body) => {
      const signature = createHmac('sha256', secret).update(`1700000000.${body}`).digest('hex')
      return { 'tiktok-signature': `t=1700000000,s=${signature}` }
    },
    connect: (tenant) => {
      const username = `person${nextId()}`
      return connectByPage(world, tenant, 'tiktok', (url) => fake.approve(url, username))
    },
    kinds: {
      async deauthorization({ live, account }) {
        forget(account.active_entity.external_id)
        const { body } = fake.push('authorization.removed', account.active_entity.external_id, { reason: 1 })
        const read = async () => (await live('GET', `/v1/accounts/${account.id}`)).body.status === 'reauth_required'
        return { body, hasArrived: read }
      },
    },
  }
}
