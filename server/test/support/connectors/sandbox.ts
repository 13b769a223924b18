import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { connector as sandbox } from '../../../src/connectors/sandbox/connector.ts'
import type { Session } from '../../../src/connectors/session.ts'
import { withAccess } from '../../../src/domains/social/accounts/tokens/access.ts'
import { connectSandbox, createProfile, scriptFault } from '../account-scene.ts'
import { boot } from '../harness.ts'
import type { Fixture, Trouble } from './fixture.ts'

const world = await boot({ env: { LOG_LEVEL: 'silent' } })
const { live } = world
const profile = await createProfile(live)
let people = 0

const FAULTS: Record<Trouble, string> = {
  unreachable: 'timeout_before',
  answer_lost: 'timeout_after',
  answer_broken: 'error_after',
  rate_limited: 'rate_limit',
  revoked: 'revoke',
}

async function make(path: string, body: object): Promise<string> {
  const reply = await live('POST', `/v1/sandbox/${path}`, body)
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

const push = {
  items: [
    {
      kind: 'comment',
      entity_id: 'sb-page-1',
      id: 'sb-comment-1',
      post_id: 'sb-post-1',
      parent_id: null,
      author: { id: 'sb-visitor-1' },
      body: 'Hello',
      is_hidden: false,
      is_own: false,
      created_at: '2026-01-15T09:30:00.000Z',
    },
  ],
}
const signed = (secret: string) => {
  const body = JSON.stringify(push)
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return { body, headers: { 'x-sandbox-signature': `sha256=${signature}` }, query: {} }
}

const fixture: Fixture = {
  connector: sandbox,
  async signIn() {
    const username = `person${people++}`
    const { id } = await connectSandbox(live, { profileId: profile, username })
    return withAccess(world.ctx, world.workspaceId, { accountId: id }, async (session) => session)
  },
  async trouble({ identity }: Session, trouble) {
    await scriptFault(live, '*', FAULTS[trouble], { username: identity.username })
  },
  async countPosts({ entity }, text) {
    const { data } = (await live('GET', `/v1/sandbox/posts?limit=100&entity_external_id=${entity.externalId}`)).body
    return data.filter(({ content }: { content: string }) => content === text).length
  },
  visitor: {
    comment: (_, post, body) => make('comments', { post_external_id: post, from: 'visitor', body }),
    message: ({ entity }, body) => make('messages', { entity_external_id: entity.externalId, from: 'visitor', body }),
    review: ({ entity }, body) =>
      make('reviews', { entity_external_id: entity.externalId, from: 'visitor', rating: 5, body }),
  },
  approve: async (template) => {
    await make('template-statuses', { template_external_id: template, status: 'approved' })
  },
  media: async () => ({
    id: 'med_example',
    mime: 'image/png',
    bytes: 4,
    width: 1,
    height: 1,
    durationSeconds: null,
    altText: 'A dot',
    checksum: `sha256:${'0'.repeat(64)}`,
    open: async () => Readable.from([Buffer.from('dots')]),
    publicUrl: async () => 'https://example.com/dot.png',
  }),
  inbound: { good: () => signed('a secret'), forged: () => signed('a guess'), app: { webhookSecret: 'a secret' } },
}

export async function openFixture(): Promise<Fixture> {
  return fixture
}
