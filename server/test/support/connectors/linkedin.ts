import { connector as linkedin } from '../../../src/connectors/linkedin/connector.ts'
import type { CommittedAttempt, ReadableMedia } from '../../../src/connectors/publish.ts'
import type { Session } from '../../../src/connectors/session.ts'
import type { Fixture } from './fixture.ts'
import { FakeLinkedIn } from './linkedin-fake.ts'
import { FAULTS, openCall, picture, type ReceivedRequest } from './loopback.ts'
import { openPage, openSession } from './sign-in.ts'

export async function startLinkedIn(deadlineMs?: number) {
  const fake = await new FakeLinkedIn().start()
  const call = openCall({ ...(deadlineMs !== undefined && { deadlineMs }), origins: fake.origins, app: fake.app })
  let people = 0

  async function grant(person: string, options: Record<string, unknown> = {}) {
    const { scopes, optionalScopes = [] } = linkedin.platform.auth
    const request = { options, scopes: [...scopes, ...optionalScopes] }
    const { url, readReturn, exchange } = await openPage(linkedin, call, request)
    return exchange(readReturn(fake.approve(url, person)))
  }

  /** Signs in an administrator, as their organization or as themselves. */
  async function signIn(as: 'organization' | 'member' = 'organization'): Promise<Session> {
    const person = `person${people++}`
    if (as === 'organization') fake.appoint(person, String(9000 + people))
    return openSession(linkedin, call, await grant(person), as)
  }

  return { fake, call, grant, signIn }
}

export const isRequestFrom =
  ({ tokens }: Session, method?: string) =>
  (request: ReceivedRequest) =>
    request.headers.authorization === `Bearer ${tokens.access}` && (method ?? request.method) === request.method

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
  let step = await linkedin.publish!.prepare(session, attempt, null)
  for (let tries = 0; step.retryAfterSeconds !== undefined && tries < 10; tries++)
    step = await linkedin.publish!.prepare(session, attempt, step.prepared)
  return { ...attempt, prepared: step.prepared }
}

export async function openFixture(): Promise<Fixture> {
  const { fake, signIn } = await startLinkedIn()
  fake.isPartner = true
  return {
    connector: linkedin,
    origins: fake.origins,
    setPolls: (polls) => {
      fake.assets.polls = polls
    },
    signIn: () => signIn(),
    async trouble(session, trouble) {
      if (trouble === 'revoked') fake.tokens.delete(session.tokens.access)
      else if (trouble === 'rate_limited') fake.throttled = 1
      else for (const fault of FAULTS[trouble]) fake.faults.push({ fault, matches: isRequestFrom(session) })
    },
    countPosts: async ({ entity }, text) =>
      [...fake.posts.values()].filter((post) => post.author === entity.externalId && post.text === text).length,
    visitor: { comment: async (_session, post, body) => fake.comment('urn:li:person:visitor', post, body) },
    media: async () => picture(),
    kinds: [{ name: 'link', media: ['image'], options: { article: { url: 'https://example.com/' } } }],
  }
}
