import { connector as bluesky } from '../../../src/connectors/bluesky/connector.ts'
import type { Session } from '../../../src/connectors/session.ts'
import { FakeBluesky } from './bluesky-fake.ts'
import type { Fixture } from './fixture.ts'
import { FAULTS, openCall, picture, type Received } from './loopback.ts'

export async function startBluesky(deadlineMs?: number) {
  const fake = await new FakeBluesky().start()
  const call = openCall({ ...(deadlineMs !== undefined && { deadlineMs }), app: fake.app })
  let people = 0

  async function signIn(handle = `person${people++}.test`): Promise<Session> {
    const { password } = fake.signUp(handle)
    const grant = await bluesky.auth.signIn?.(call, { identifier: handle, app_password: password })
    if (!grant) throw new Error('no sign-in')
    const session = { ...call, tokens: grant.tokens, identity: grant.identity }
    const [entity] = await bluesky.auth.listEntities(session)
    if (!entity) throw new Error('no entity')
    return { ...session, entity: { ...entity, secret: undefined } }
  }

  return { fake, call, signIn, isOf }
}

const isOf =
  ({ tokens }: Session) =>
  ({ headers }: Received) =>
    headers.authorization === `Bearer ${tokens.access}`

export async function openFixture(): Promise<Fixture> {
  const { fake, signIn } = await startBluesky()
  return {
    connector: bluesky,
    setPolls: (polls) => {
      fake.videoPolls = polls
    },
    signIn: () => signIn(),
    async trouble(session, trouble) {
      if (trouble === 'revoked') fake.dead.add(session.tokens.access)
      else if (trouble === 'rate_limited') fake.throttled = 1
      else for (const fault of FAULTS[trouble]) fake.faults.push({ fault, matches: isOf(session) })
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
    hidden: (post) => fake.gateOf(post)?.value.hiddenReplies ?? [],
    media: async () => picture(),
  }
}
