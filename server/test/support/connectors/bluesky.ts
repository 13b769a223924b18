import type { ExchangeRequest } from '../../../src/connectors/auth.ts'
import { connector as bluesky } from '../../../src/connectors/bluesky/connector.ts'
import type { Session } from '../../../src/connectors/session.ts'
import { FakeBluesky } from './bluesky-fake.ts'
import type { Fixture } from './fixture.ts'
import { FAULTS, openCall, picture, type ReceivedRequest } from './loopback.ts'
import { openPage, openSession } from './sign-in.ts'

const { oauth, signIn: signInWith } = bluesky.auth
if (!oauth?.describeClient || !signInWith) throw new Error('Bluesky has two ways to sign in')
const { describeClient } = oauth

export const PUBLIC = {
  clientUrl: 'https://quoin.example.com/v1/oauth/bluesky/client-metadata.json',
  redirectUri: 'https://quoin.example.com/v1/oauth/bluesky/callback',
}

export async function startBluesky(deadlineMs?: number) {
  const fake = await new FakeBluesky().start()
  const call = openCall({ ...(deadlineMs !== undefined && { deadlineMs }), app: fake.app })
  fake.auth.clients.set(PUBLIC.clientUrl, describeClient?.(call, PUBLIC))
  let people = 0

  async function signIn(handle = `person${people++}.test`): Promise<Session> {
    const { password } = fake.signUp(handle)
    return openSession(bluesky, call, await signInWith!(call, { identifier: handle, app_password: password }))
  }

  /** Opens the sign-in page. `finish` completes the sign-in after the person returned from the page. */
  async function openSignInPage(handle: string, addresses = PUBLIC) {
    const request = { ...addresses, scopes: bluesky.platform.auth.optionalScopes ?? [], options: { handle } }
    const { url, readReturn, exchange } = await openPage(bluesky, call, request)
    const finish = (returned: URL, changes: Partial<ExchangeRequest> = {}) =>
      exchange({ ...readReturn(returned), ...changes })
    return { url, finish }
  }

  async function signInAtPage(handle = `person${people++}.test`, addresses = PUBLIC): Promise<Session> {
    const { did } = fake.signUp(handle)
    const { url, finish } = await openSignInPage(handle, addresses)
    return openSession(bluesky, call, await finish(fake.auth.approve(url, did)))
  }

  return { fake, call, signIn, openPage: openSignInPage, signInAtPage, isRequestFrom }
}

const isRequestFrom =
  ({ tokens }: Session) =>
  ({ headers }: ReceivedRequest) =>
    headers.authorization?.split(' ')[1] === tokens.access

export const openFixture = () => openBlueskyFixture('signIn')

/** Opens the fixture with a sign-in at the authorization server: every token is bound to a key. */
export async function openBoundFixture(): Promise<Fixture> {
  return { ...(await openBlueskyFixture('signInAtPage')), server: 'bluesky-oauth' }
}

async function openBlueskyFixture(way: 'signIn' | 'signInAtPage'): Promise<Fixture> {
  const { fake, ...scene } = await startBluesky()
  return {
    connector: bluesky,
    setPolls: (polls) => {
      fake.videoPolls = polls
    },
    signIn: () => scene[way](),
    async trouble(session, trouble) {
      if (trouble === 'revoked') {
        fake.dead.add(session.tokens.access)
        fake.auth.sessions.clear()
      } else if (trouble === 'rate_limited') fake.throttled = 1
      else for (const fault of FAULTS[trouble]) fake.faults.push({ fault, matches: isRequestFrom(session) })
    },
    countPosts: async ({ identity }, text) =>
      fake.posts(identity.externalId).filter(({ value }) => value.text === text).length,
    visitor: {
      async comment(_session, post, body) {
        const stored = fake.records.get(post)
        const ref = { uri: post, cid: stored?.cid }
        const { did } = fake.signUp('visitor.test')
        return fake.write(did, { text: body, reply: { root: ref, parent: ref } })
      },
    },
    hidden: (post) => fake.findThreadGate(post)?.value.hiddenReplies ?? [],
    media: async () => picture(),
  }
}
