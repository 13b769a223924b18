import { createHash, randomBytes } from 'node:crypto'
import type { Connector } from '../../../src/connectors/connector.ts'
import { connector as googleBusiness } from '../../../src/connectors/google_business/connector.ts'
import type { Call, Session } from '../../../src/connectors/session.ts'
import type { Fixture } from './fixture.ts'
import { FakeGoogleBusiness } from './google_business-fake.ts'
import { CLIENT, type FakeGoogle } from './google-fake.ts'
import { FAULTS, openCall, picture, type ReceivedRequest } from './loopback.ts'

/** Opens Google's sign-in page for a person. The returned function approves and exchanges the code. */
export async function startSignIn({ platform, auth }: Connector, fake: FakeGoogle, call: Call, email: string) {
  const redirectUri = `https://quoin.example.com/v1/oauth/${platform.id}/callback`
  const codeVerifier = randomBytes(32).toString('base64url')
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url')
  const request = {
    redirectUri,
    state: 'a state',
    codeVerifier,
    codeChallenge,
    scopes: platform.auth.scopes,
    options: {},
  }
  const { url } = await auth.oauth!.authorize(call, request)
  return (unticked: readonly string[] = []) => {
    const code = fake.approve(url, email, unticked).searchParams.get('code') ?? ''
    const exchange = { code, redirectUri, codeVerifier, options: {}, handshake: null, params: {} }
    return auth.oauth!.exchange(call, exchange)
  }
}

export async function startGoogleBusiness() {
  const fake = await new FakeGoogleBusiness().start()
  const call = openCall({ origins: fake.origins, app: CLIENT, deadlineMs: 60_000 })
  let people = 0
  async function signIn(): Promise<Session> {
    const finish = await startSignIn(googleBusiness, fake, call, `person${people++}@example.com`)
    const { tokens, identity } = await finish()
    const session = { ...call, tokens, identity }
    fake.addAccount(identity.externalId, ['Example shop'])
    const [entity] = await googleBusiness.auth.listEntities(session)
    if (!entity) throw new Error('no entity')
    return { ...session, entity: { ...entity, secret: undefined } }
  }
  return { fake, call, signIn }
}

export const isRequestFrom =
  ({ tokens }: Session, method?: string) =>
  (request: ReceivedRequest) =>
    request.headers.authorization === `Bearer ${tokens.access}` && (method ?? request.method) === request.method

/** A session in which the text of every response is changed. */
export function changeResponses<S extends Session>(session: S, from: string | RegExp, to: string): S {
  const http: Session['http'] = async (request) => {
    const reply = await session.http(request)
    return { ...reply, body: Buffer.from(reply.body.toString().replace(from, to)) }
  }
  return { ...session, http }
}

export async function openFixture(): Promise<Fixture> {
  const { fake, signIn } = await startGoogleBusiness()
  return {
    connector: googleBusiness,
    origins: fake.origins,
    signIn,
    async trouble(session, trouble) {
      if (trouble === 'revoked') fake.withdraw(session.identity.externalId)
      else if (trouble === 'rate_limited') fake.throttled = 1
      else for (const fault of FAULTS[trouble]) fake.faults.push({ fault, matches: isRequestFrom(session) })
    },
    countPosts: async ({ entity }, text) =>
      [...fake.posts.values()].filter(({ name, summary }) => name.startsWith(entity.externalId) && summary === text)
        .length,
    visitor: { review: async ({ entity }, comment) => fake.addReview(entity.externalId, { comment }) },
    media: async () => picture(),
    kinds: [
      { name: 'event', media: ['image'], options: { kind: 'event', start_date: '2030-10-31', start_time: '09:00' } },
      { name: 'offer', media: [], options: { kind: 'offer', start_date: '2030-10-01', end_date: '2030-10-05' } },
    ],
  }
}
