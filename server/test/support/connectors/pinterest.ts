import { connector as pinterest } from '../../../src/connectors/pinterest/connector.ts'
import type { CommittedAttempt, ReadableMedia } from '../../../src/connectors/publish.ts'
import type { Session } from '../../../src/connectors/session.ts'
import type { Fixture } from './fixture.ts'
import { FAULTS, openCall, picture, type ReceivedRequest } from './loopback.ts'
import { FakePinterest } from './pinterest-fake.ts'
import { openPage, openSession } from './sign-in.ts'

export async function startPinterest(deadlineMs?: number) {
  const fake = await new FakePinterest().start()
  const call = openCall({ origins: fake.origins, app: fake.app, ...(deadlineMs !== undefined && { deadlineMs }) })
  let people = 0

  async function signIn(username = `person${people++}`, scopes = pinterest.platform.auth.scopes): Promise<Session> {
    const { url, readReturn, exchange } = await openPage(pinterest, call, { scopes })
    return openSession(pinterest, call, await exchange(readReturn(fake.approve(url, username))))
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
  media: readonly ReadableMedia[] = [picture()],
): CommittedAttempt {
  const moment = new Date()
  const draft = { text, media, options: options as Record<string, unknown> }
  return { draft, handle: `tgt_${handles++}`, createdAt: moment, intentAt: moment, prepared: null }
}

/** Prepares until Pinterest has processed the media. */
export async function prepare(session: Session, attempt: CommittedAttempt): Promise<CommittedAttempt> {
  let step = await pinterest.publish!.prepare(session, attempt, null)
  for (let tries = 0; step.retryAfterSeconds !== undefined && tries < 10; tries++)
    step = await pinterest.publish!.prepare(session, attempt, step.prepared)
  return { ...attempt, prepared: step.prepared }
}

export async function openFixture(): Promise<Fixture> {
  const { fake, signIn } = await startPinterest()
  return {
    connector: pinterest,
    origins: fake.origins,
    setPolls: (polls) => {
      fake.mediaPolls = polls
    },
    signIn: () => signIn(),
    async trouble(session, trouble) {
      if (trouble === 'revoked') fake.tokens.delete(session.tokens.access)
      else if (trouble === 'rate_limited') fake.throttled = 1
      else for (const fault of FAULTS[trouble]) fake.faults.push({ fault, matches: isRequestFrom(session) })
    },
    countPosts: async ({ identity }, text) =>
      [...fake.pins.values()].filter(({ owner, description }) => owner === identity.username && description === text)
        .length,
    visitor: {},
    media: async () => picture(),
  }
}
