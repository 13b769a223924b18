import { createHash, randomBytes } from 'node:crypto'
import { connector as mastodon } from '../../../src/connectors/mastodon/connector.ts'
import type { CommittedAttempt, ReadableMedia } from '../../../src/connectors/publish.ts'
import type { Session } from '../../../src/connectors/session.ts'
import type { Fixture } from './fixture.ts'
import { FAULTS, openCall, picture, type ReceivedRequest } from './loopback.ts'
import { FakeMastodon } from './mastodon-fake.ts'
import { MASTODON, type ServerKind } from './mastodon-kinds.ts'

const REDIRECT = 'https://quoin.example.com/v1/oauth/mastodon/callback'

export async function startMastodon(deadlineMs?: number, kind: ServerKind = MASTODON) {
  const fake = await new FakeMastodon(kind).start()
  // Later than any request can still have an effect.
  const now = () => new Date(Date.now() + (kind.keepsKeys ? 120_000 : 1_200_000))
  fake.now = now
  const call = { ...openCall({ ...(deadlineMs !== undefined && { deadlineMs }), app: { appName: 'Quoin' } }), now }
  let people = 0

  async function grant(username: string, scopes = mastodon.platform.auth.scopes) {
    const { oauth } = mastodon.auth
    if (!oauth) throw new Error('no sign-in')
    const options = { instance: fake.origin }
    const codeVerifier = randomBytes(32).toString('base64url')
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
    const request = { redirectUri: REDIRECT, state: 'a state', codeVerifier, codeChallenge, scopes, options }
    const { url, handshake = null } = await oauth.authorize(call, request)
    const code = fake.approve(url, username).searchParams.get('code') ?? ''
    const back = { code, redirectUri: REDIRECT, codeVerifier, options, handshake, params: {} }
    return { back, exchange: () => oauth.exchange(call, back) }
  }

  async function signIn(scopes = mastodon.platform.auth.scopes): Promise<Session> {
    const { exchange } = await grant(`person${people++}`, scopes)
    const { tokens, identity } = await exchange()
    const session = { ...call, tokens, identity }
    const [entity] = await mastodon.auth.listEntities(session)
    if (!entity) throw new Error('no entity')
    return { ...session, entity: { ...entity, secret: undefined } }
  }

  return { fake, call, grant, signIn }
}

export const isRequestFrom =
  ({ tokens }: Session, method?: string) =>
  (request: ReceivedRequest) =>
    request.headers.authorization === `Bearer ${tokens.access}` && (method ?? request.method) === request.method

export const readUsername = ({ identity }: Session) => String(identity.username?.split('@')[0])

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
  const { prepared } = await mastodon.publish!.prepare(session, attempt, null)
  return { ...attempt, prepared }
}

/** A post without media: there is nothing to prepare. */
export const attemptWith = (text: string) => ({ ...createAttempt(text), prepared: { media: [], after: null } })

export async function openFixture(kind: ServerKind = MASTODON): Promise<Fixture> {
  const { fake, signIn } = await startMastodon(undefined, kind)
  return {
    connector: mastodon,
    setPolls: (polls) => {
      fake.mediaPolls = polls
    },
    server: kind === MASTODON ? 'mastodon' : 'mastodon on GoToSocial',
    signIn: () => signIn(),
    async trouble(session, trouble) {
      if (trouble === 'revoked') fake.tokens.delete(session.tokens.access)
      else if (trouble === 'rate_limited') fake.throttled = 1
      else for (const fault of FAULTS[trouble]) fake.faults.push({ fault, matches: isRequestFrom(session) })
    },
    countPosts: async ({ identity }, text) =>
      [...fake.statuses.values()].filter(
        ({ account, source }) => identity.externalId.startsWith(`${account.id}@`) && source === text,
      ).length,
    visitor: {
      comment: async (_session, post, body) => fake.comment('visitor', post, body),
      message: async (session, body) => fake.sendDirect('visitor', readUsername(session), body),
    },
    media: async () => picture(),
  }
}
