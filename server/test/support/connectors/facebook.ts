import { createHash, randomBytes } from 'node:crypto'
import { connector as facebook } from '../../../src/connectors/facebook/connector.ts'
import type { CommittedAttempt, ReadableMedia } from '../../../src/connectors/publish.ts'
import type { Session } from '../../../src/connectors/session.ts'
import { FakeFacebook } from './facebook-fake.ts'
import type { Fixture } from './fixture.ts'
import { FAULTS, openCall, picture, type ReceivedRequest } from './loopback.ts'

const REDIRECT = 'https://quoin.example.com/v1/oauth/facebook/callback'

export function mapFacebookOrigins(fake: FakeFacebook): Map<string, string> {
  return new Map([
    ['https://graph.facebook.com', fake.origin],
    ['https://graph-video.facebook.com', `${fake.origin}/video`],
    ['https://rupload.facebook.com', `${fake.origin}/rupload`],
  ])
}

export async function startFacebook() {
  const fake = await new FakeFacebook().start()
  const app = { client_id: fake.app.id, client_secret: fake.app.secret }
  // The clock is two minutes ahead: Facebook has finished every earlier request by then.
  const now = () => new Date(Date.now() + 120_000)
  // No test waits for the deadline, so it is long enough for a busy machine.
  const call = { ...openCall({ deadlineMs: 20_000, origins: mapFacebookOrigins(fake), app }), now }
  let people = 0

  async function grant(tasks?: string[]) {
    const { oauth } = facebook.auth
    if (!oauth) throw new Error('no sign-in')
    const { person, page } = fake.signUp(`Person ${people++}`, tasks)
    const codeVerifier = randomBytes(32).toString('base64url')
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
    const { scopes } = facebook.platform.auth
    const authorize = { redirectUri: REDIRECT, state: 'a state', codeVerifier, codeChallenge, scopes, options: {} }
    const { url } = await oauth.authorize(call, authorize)
    const code = fake.approve(url, person).searchParams.get('code') ?? ''
    const back = { code, redirectUri: REDIRECT, codeVerifier, options: {}, handshake: null, params: {} }
    return { person, page, back, exchange: () => oauth.exchange(call, back) }
  }

  async function signIn(): Promise<Session> {
    const { tokens, identity } = await (await grant()).exchange()
    const session = { ...call, tokens, identity }
    const [entity] = await facebook.auth.listEntities(session)
    if (!entity) throw new Error('no entity')
    return { ...session, entity: { ...entity, secret: entity.secret } }
  }

  return { fake, call, grant, signIn }
}

export const isRequestFrom =
  ({ entity }: Session, method?: string) =>
  (request: ReceivedRequest) =>
    request.headers.authorization === `Bearer ${entity.secret}` && (method ?? request.method) === request.method

let handles = 0
export function createAttempt(
  text: string,
  options: object = {},
  media: readonly ReadableMedia[] = [],
): CommittedAttempt {
  const moment = new Date()
  const draft = { text, media, options: options as Record<string, unknown> }
  return { draft, handle: `tgt_${handles++}`, createdAt: moment, intentAt: moment, prepared: null }
}

export async function prepare(session: Session, attempt: CommittedAttempt): Promise<CommittedAttempt> {
  const { prepared } = await facebook.publish!.prepare(session, attempt, null)
  return { ...attempt, prepared }
}

export async function openFixture(): Promise<Fixture> {
  const { fake, signIn } = await startFacebook()
  const push = () => {
    const value = {
      item: 'comment',
      verb: 'add',
      comment_id: '1_2',
      post_id: '3_1',
      parent_id: '3_1',
      from: { id: '4', name: 'Visitor' },
      message: 'Hello',
      created_time: 1_768_469_400,
    }
    return { object: 'page', entry: [{ id: '3', time: 1_768_469_401, changes: [{ field: 'feed', value }] }] }
  }
  return {
    connector: facebook,
    origins: mapFacebookOrigins(fake),
    setPolls: (polls) => {
      fake.videoPolls = polls
    },
    signIn,
    async trouble(session, trouble) {
      if (trouble === 'revoked') fake.tokens.delete(session.entity.secret ?? '')
      else if (trouble === 'rate_limited') fake.throttled = 1
      else for (const fault of FAULTS[trouble]) fake.faults.push({ fault, matches: isRequestFrom(session) })
    },
    countPosts: async ({ entity }, text) =>
      [...fake.posts.values()].filter(({ page, message }) => page === entity.externalId && message === text).length,
    visitor: {
      comment: async (_session, post, body) => fake.comment(post, body),
      message: async ({ entity }, body) => fake.message(entity.externalId, body),
      review: async ({ entity }, body) => fake.review(entity.externalId, body),
    },
    media: async () => picture(),
    kinds: [
      { name: 'reel', media: ['video'], options: { kind: 'reel' } },
      { name: 'link', media: [], options: { link: 'https://example.com/' } },
    ],
    inbound: {
      good: () => fake.sign(push()),
      forged: () => fake.sign(push(), 'a guess'),
      app: { client_id: fake.app.id, client_secret: fake.app.secret },
    },
  }
}
