import type { CommittedAttempt, ReadableMedia } from '../../../src/connectors/publish.ts'
import type { Session } from '../../../src/connectors/session.ts'
import { connector as tiktok } from '../../../src/connectors/tiktok/connector.ts'
import type { Fixture } from './fixture.ts'
import { FAULTS, openCall, type ReceivedRequest, videoFile } from './loopback.ts'
import { openPage, openSession } from './sign-in.ts'
import { FakeTikTok } from './tiktok-fake.ts'

export async function startTikTok(deadlineMs?: number) {
  const fake = await new FakeTikTok().start()
  const call = openCall({ origins: fake.origins, app: fake.app, ...(deadlineMs !== undefined && { deadlineMs }) })
  let people = 0

  async function signIn(username = `person${people++}`, scopes = tiktok.platform.auth.scopes): Promise<Session> {
    const { url, readReturn, exchange } = await openPage(tiktok, call, { scopes })
    return openSession(tiktok, call, await exchange(readReturn(fake.approve(url, username))))
  }

  /** The requests of this person: those with the token, and uploads of their videos, which have none. */
  const isRequestFrom =
    ({ tokens, identity }: Session, method?: string) =>
    (request: ReceivedRequest) => {
      const upload = fake.posts.get(request.query.get('upload_id') ?? '')
      const isTheirs = request.headers.authorization === `Bearer ${tokens.access}`
      return (isTheirs || upload?.owner === identity.username) && (method ?? request.method) === request.method
    }

  return { fake, call, signIn, isRequestFrom }
}

export const clip = (changes: Partial<ReadableMedia> = {}) => videoFile(changes)

let handles = 0
export function createAttempt(
  text: string,
  options: object = {},
  media: readonly ReadableMedia[] = [clip()],
): CommittedAttempt {
  const moment = new Date()
  const draft = { text, media, options: options as Record<string, unknown> }
  return { draft, handle: `tgt_${handles++}`, createdAt: moment, intentAt: moment, prepared: null }
}

export async function prepare(session: Session, attempt: CommittedAttempt): Promise<CommittedAttempt> {
  const { prepared } = await tiktok.publish!.prepare(session, attempt, null)
  return { ...attempt, prepared }
}

export async function openFixture(): Promise<Fixture> {
  const { fake, signIn, isRequestFrom } = await startTikTok()
  return {
    connector: tiktok,
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
      fake.listPosts(identity.username ?? '').filter(({ info }) => (info.title ?? info.description) === text).length,
    visitor: {},
    media: async () => clip(),
    inbound: {
      good: () => fake.push('authorization.removed', '-000someone', { reason: 1 }),
      forged: () => fake.push('authorization.removed', '-000someone', { reason: 1 }, 'another secret'),
      app: fake.app,
    },
  }
}
