import type { CommittedAttempt, ReadableMedia } from '../../../src/connectors/publish.ts'
import { connector as reddit } from '../../../src/connectors/reddit/connector.ts'
import type { Session } from '../../../src/connectors/session.ts'
import type { Fixture } from './fixture.ts'
import { FAULTS, openCall, picture, type ReceivedRequest } from './loopback.ts'
import { FakeReddit } from './reddit-fake.ts'
import { CLIENT } from './reddit-state.ts'
import { openPage, openSession } from './sign-in.ts'

export async function startReddit() {
  const fake = await new FakeReddit().start()
  const call = openCall({ origins: fake.origins, app: { ...CLIENT, contact: 'example_dev' }, deadlineMs: 20_000 })
  let people = 0

  async function grant(name: string, scopes = reddit.platform.auth.scopes) {
    const { url, readReturn, exchange } = await openPage(reddit, call, { scopes })
    const back = readReturn(fake.approve(url, name))
    return { back, exchange: () => exchange(back) }
  }

  /** Signs in a new person, as a moderator of a subreddit of their own. */
  async function signIn(scopes = reddit.platform.auth.scopes): Promise<Session> {
    const name = `person_${people++}`
    const subreddit = fake.addSubreddit(`sub_${name}`)
    subreddit.moderators.add(name)
    fake.signUp(name).joined.add(subreddit.display_name)
    return openSession(reddit, call, await (await grant(name, scopes)).exchange(), 'subreddit')
  }

  return { fake, call, grant, signIn }
}

export const isRequestFrom =
  ({ tokens }: Session) =>
  ({ headers }: ReceivedRequest) =>
    headers.authorization === `Bearer ${tokens.access}`

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
  const { prepared } = await reddit.publish!.prepare(session, attempt, null)
  return { ...attempt, prepared }
}

export async function openFixture(): Promise<Fixture> {
  const { fake, signIn } = await startReddit()
  return {
    connector: reddit,
    origins: fake.origins,
    signIn: () => signIn(),
    async trouble(session, trouble) {
      if (trouble === 'revoked') fake.tokens.delete(session.tokens.access)
      else if (trouble === 'rate_limited') fake.throttled = 1
      else for (const fault of FAULTS[trouble]) fake.faults.push({ fault, matches: isRequestFrom(session) })
    },
    countPosts: async ({ identity }, text) =>
      [...fake.posts.values()].filter(({ author, title }) => author === identity.username && title === text).length,
    visitor: {
      comment: async (_session, post, body) => fake.comment('visitor', post, body),
      message: async ({ identity }, body) => fake.message('visitor', identity.username ?? '', body),
    },
    media: async () => picture(),
    kinds: [{ name: 'link', media: [], options: { url: 'https://example.com/' } }],
  }
}
