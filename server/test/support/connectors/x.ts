import type { CommittedAttempt, ReadableMedia } from '../../../src/connectors/publish.ts'
import type { Session } from '../../../src/connectors/session.ts'
import { connector as x } from '../../../src/connectors/x/connector.ts'
import type { Fixture } from './fixture.ts'
import { FAULTS, openCall, picture, type ReceivedRequest } from './loopback.ts'
import { openPage, openSession } from './sign-in.ts'
import { FakeX } from './x-fake.ts'

export async function startX(deadlineMs?: number) {
  const fake = await new FakeX().start()
  const call = openCall({ ...(deadlineMs !== undefined && { deadlineMs }), origins: fake.origins, app: fake.app })
  let people = 0

  async function grant(username: string) {
    const { scopes, optionalScopes = [] } = x.platform.auth
    const { url, readReturn, exchange } = await openPage(x, call, { scopes: [...scopes, ...optionalScopes] })
    return exchange(readReturn(fake.approve(url, username)))
  }

  async function signIn(username = `person${people++}`): Promise<Session> {
    return openSession(x, call, await grant(username))
  }

  return { fake, call, grant, signIn }
}

export const isRequestFrom =
  ({ tokens }: Session, method?: string, path?: string) =>
  (request: ReceivedRequest) =>
    request.headers.authorization === `Bearer ${tokens.access}` &&
    (method ?? request.method) === request.method &&
    (path ?? request.path) === request.path

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
  let step = await x.publish!.prepare(session, attempt, attempt.prepared)
  for (let tries = 0; step.retryAfterSeconds !== undefined && tries < 10; tries++)
    step = await x.publish!.prepare(session, attempt, step.prepared)
  return { ...attempt, prepared: step.prepared }
}

export async function openFixture(): Promise<Fixture> {
  const { fake, signIn } = await startX()
  return {
    connector: x,
    origins: fake.origins,
    setPolls: (polls) => {
      fake.media.polls = polls
    },
    signIn: () => signIn(),
    async trouble(session, trouble) {
      if (trouble === 'revoked') fake.tokens.delete(session.tokens.access)
      else if (trouble === 'rate_limited') fake.throttled = 1
      else for (const fault of FAULTS[trouble]) fake.faults.push({ fault, matches: isRequestFrom(session) })
    },
    countPosts: async ({ identity }, text) =>
      [...fake.posts.values()].filter((one) => one.author_id === identity.externalId && one.source === text).length,
    visitor: {
      comment: async (_session, post, body) => fake.reply('visitor', post, body),
      message: async (session, body) => fake.sendDirect('visitor', session.identity.username ?? '', body),
    },
    hidden: (post) =>
      [...fake.posts.values()].flatMap((one) => (one.isHidden && one.conversation_id === post ? [one.id] : [])),
    media: async () => picture(),
    thread: (text) => {
      const texts = [text, `${text}, part 2`, `${text}, part 3`]
      return { options: { thread: texts.slice(1) }, texts }
    },
  }
}
