import { createHash, randomBytes } from 'node:crypto'
import { connector as instagram } from '../../../src/connectors/instagram/connector.ts'
import type { CommittedAttempt, ReadableMedia } from '../../../src/connectors/publish.ts'
import type { Session } from '../../../src/connectors/session.ts'
import type { Fixture } from './fixture.ts'
import { FakeInstagram } from './instagram-fake.ts'
import { FAULTS, openCall, picture, type ReceivedRequest } from './loopback.ts'

const REDIRECT = 'https://quoin.example.com/v1/oauth/instagram/callback'

export function mapInstagramOrigins(fake: FakeInstagram): Map<string, string> {
  return new Map([
    ['https://graph.instagram.com', fake.origin],
    ['https://api.instagram.com', `${fake.origin}/api`],
    ['https://graph.facebook.com', `${fake.origin}/fb`],
  ])
}

export async function startInstagram() {
  const fake = await new FakeInstagram().start()
  const app = {
    client_id: fake.instagramApp.id,
    client_secret: fake.instagramApp.secret,
    meta_client_id: fake.app.id,
    meta_client_secret: fake.app.secret,
  }
  // The clock is two minutes ahead: Instagram has finished every earlier request by then.
  const now = () => new Date(Date.now() + 120_000)
  // No test waits for the deadline, so it is long enough for a busy machine.
  const call = { ...openCall({ deadlineMs: 20_000, origins: mapInstagramOrigins(fake), app }), now }
  let people = 0

  async function grant(login: 'instagram' | 'facebook' = 'instagram', tasks?: string[]) {
    const { oauth } = instagram.auth
    if (!oauth) throw new Error('no sign-in')
    const account = fake.createAccount(`person${people++}`)
    const codeVerifier = randomBytes(32).toString('base64url')
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
    const { scopes } = instagram.platform.auth
    const options = { login }
    const authorize = { redirectUri: REDIRECT, state: 'a state', codeVerifier, codeChallenge, scopes, options }
    const { url, handshake = null } = await oauth.authorize(call, authorize)
    const approve = () => {
      if (login === 'instagram') return fake.approveAtInstagram(url, account)
      const { person, page } = fake.signUp(account.username, tasks)
      page.instagram = { id: account.id, username: account.username, name: account.name }
      return fake.approve(url, person)
    }
    const code = approve().searchParams.get('code') ?? ''
    const back = { code, redirectUri: REDIRECT, codeVerifier, options, handshake, params: {} }
    return { account, back, exchange: () => oauth.exchange(call, back) }
  }

  async function signIn(login: 'instagram' | 'facebook' = 'instagram'): Promise<Session> {
    const { tokens, identity } = await (await grant(login)).exchange()
    const session = { ...call, tokens, identity }
    const [entity] = await instagram.auth.listEntities(session)
    if (!entity) throw new Error('no entity')
    return { ...session, entity: { ...entity, secret: entity.secret } }
  }

  return { fake, call, grant, signIn }
}

export const isRequestFrom =
  ({ tokens, entity }: Session, method?: string) =>
  (request: ReceivedRequest) =>
    request.headers.authorization === `Bearer ${entity.secret ?? tokens.access}` &&
    (method ?? request.method) === request.method

export const photo = (changes: Partial<ReadableMedia> = {}) => picture({ mime: 'image/jpeg', ...changes })

let handles = 0
export function createAttempt(
  text: string,
  options: object = {},
  media: readonly ReadableMedia[] = [photo()],
): CommittedAttempt {
  const moment = new Date()
  const draft = { text, media, options: options as Record<string, unknown> }
  return { draft, handle: `tgt_${handles++}`, createdAt: moment, intentAt: moment, prepared: null }
}

/** Calls `prepare` until it is done. */
export async function prepare(session: Session, attempt: CommittedAttempt): Promise<CommittedAttempt> {
  let step = await instagram.publish!.prepare(session, attempt, null)
  while (step.retryAfterSeconds !== undefined) step = await instagram.publish!.prepare(session, attempt, step.prepared)
  return { ...attempt, prepared: step.prepared }
}

export async function openFixture(): Promise<Fixture> {
  const { fake, signIn } = await startInstagram()
  fake.tokenAgeMs = 8 * 86_400_000
  const push = () => {
    const value = { id: '5', from: { id: '4', username: 'visitor' }, text: 'Hello', media: { id: '3' } }
    return { object: 'instagram', entry: [{ id: '1', time: 1_768_469_401, field: 'comments', value }] }
  }
  return {
    connector: instagram,
    origins: mapInstagramOrigins(fake),
    setPolls: (polls) => {
      fake.containerPolls = polls
    },
    signIn: () => signIn(),
    async trouble(session, trouble) {
      if (trouble === 'revoked') fake.instagramTokens.delete(session.tokens.access)
      else if (trouble === 'rate_limited') fake.throttled = 1
      else {
        // The status of a container is read first. The response to the request that publishes is the one to lose.
        const [first, ...rest] = FAULTS[trouble]
        const method = trouble === 'unreachable' ? undefined : 'POST'
        if (first) fake.faults.push({ fault: first, matches: isRequestFrom(session, method) })
        const isNext = (request: ReceivedRequest) =>
          isRequestFrom(session)(request) && !fake.faults.some(({ fault }) => fault === first)
        for (const fault of rest) fake.faults.push({ fault, matches: isNext })
      }
    },
    countPosts: async ({ entity }, text) =>
      [...fake.media.values()].filter(({ account, caption }) => account === entity.externalId && caption === text)
        .length,
    visitor: {
      comment: async (_session, media, body) => fake.comment(media, body),
      message: async ({ entity }, body) => fake.message(entity.externalId, body),
    },
    media: async () => photo(),
    inbound: {
      good: () => fake.sign(push(), fake.instagramApp.secret),
      forged: () => fake.sign(push(), 'a guess'),
      app: { client_id: fake.instagramApp.id, client_secret: fake.instagramApp.secret },
    },
  }
}
