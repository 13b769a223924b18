import type { CommittedAttempt, ReadableMedia } from '../../../src/connectors/publish.ts'
import type { Session } from '../../../src/connectors/session.ts'
import { connector as threads } from '../../../src/connectors/threads/connector.ts'
import type { Fixture } from './fixture.ts'
import { FAULTS, openCall, picture, type ReceivedRequest } from './loopback.ts'
import { openPage, openSession } from './sign-in.ts'
import { FakeThreads } from './threads-fake.ts'

export async function startThreads(deadlineMs?: number) {
  const fake = await new FakeThreads().start()
  const call = openCall({ origins: fake.origins, app: fake.app, ...(deadlineMs !== undefined && { deadlineMs }) })
  let people = 0

  async function signIn(username = `person${people++}`, scopes = threads.platform.auth.scopes): Promise<Session> {
    const { url, readReturn, exchange } = await openPage(threads, call, { scopes })
    return openSession(threads, call, await exchange(readReturn(fake.approve(url, username))))
  }

  return { fake, call, signIn }
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

/** Prepares until Threads has processed the media. */
export async function prepare(session: Session, attempt: CommittedAttempt): Promise<CommittedAttempt> {
  let step = await threads.publish!.prepare(session, attempt, null)
  for (let tries = 0; step.retryAfterSeconds !== undefined && tries < 20; tries++)
    step = await threads.publish!.prepare(session, attempt, step.prepared)
  return { ...attempt, prepared: step.prepared }
}

export async function openFixture(): Promise<Fixture> {
  const { fake, signIn } = await startThreads()
  const owner = fake.signUp('owner')
  return {
    connector: threads,
    origins: fake.origins,
    setPolls: (polls) => {
      fake.polls = polls
    },
    signIn: () => signIn(),
    async trouble(session, trouble) {
      if (trouble === 'revoked') fake.tokens.delete(session.tokens.access)
      else if (trouble === 'rate_limited') fake.throttled = 1
      else for (const fault of FAULTS[trouble]) fake.faults.push({ fault, matches: isRequestFrom(session) })
    },
    countPosts: async ({ identity }, text) =>
      [...fake.posts.values()].filter((post) => post.username === identity.username && post.text === text).length,
    visitor: { comment: async (_session, post, body) => fake.reply('visitor', post, body) },
    media: async () => picture(),
    inbound: {
      good: () => fake.push(pushed(fake, owner.username)),
      forged: () => fake.push(pushed(fake, owner.username), 'another secret'),
      app: fake.app,
    },
  }
}

function pushed(fake: FakeThreads, username: string): string {
  fake.posts.set('1', { id: '1', username, text: 'A post', timestamp: new Date().toISOString() })
  return fake.reply('visitor', '1', 'A reply')
}
