import { connector as discord } from '../../../src/connectors/discord/connector.ts'
import type { CommittedAttempt, ReadableMedia } from '../../../src/connectors/publish.ts'
import type { Session } from '../../../src/connectors/session.ts'
import { FakeDiscord } from './discord-fake.ts'
import type { Fixture } from './fixture.ts'
import { FAULTS, openCall, picture, type ReceivedRequest } from './loopback.ts'

export async function startDiscord() {
  const fake = await new FakeDiscord().start()
  const call = openCall({ origins: new Map([['https://discord.com', fake.url]]), deadlineMs: 20_000 })

  async function signIn(): Promise<Session> {
    const bot = fake.addBot()
    const guild = fake.addGuild(bot)
    fake.addChannel(guild)
    const grant = await discord.auth.signIn!(call, { bot_token: bot.token, guild_id: guild.id })
    const session = { ...call, tokens: grant.tokens, identity: grant.identity }
    const [entity] = await discord.auth.listEntities(session)
    if (!entity) throw new Error('no entity')
    return { ...session, entity: { ...entity, secret: undefined } }
  }

  return { fake, call, signIn }
}

export const isRequestFrom =
  ({ tokens }: Session) =>
  ({ headers }: ReceivedRequest) =>
    headers.authorization === `Bot ${tokens.access}`

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

export async function openFixture(): Promise<Fixture> {
  const { fake, signIn } = await startDiscord()
  return {
    connector: discord,
    origins: new Map([['https://discord.com', fake.url]]),
    signIn,
    async trouble(session, trouble) {
      if (trouble === 'revoked') fake.bots.delete(session.tokens.access)
      else if (trouble === 'rate_limited') fake.throttled = 'route'
      else for (const fault of FAULTS[trouble]) fake.faults.push({ fault, matches: isRequestFrom(session) })
    },
    countPosts: async ({ entity }, text) =>
      [...fake.messages.values()].filter((one) => one.channel_id === entity.externalId && one.content === text).length,
    visitor: {
      message: async ({ entity }, body) => `${entity.externalId}:${fake.write(entity.externalId, body).id}`,
    },
    media: async () => picture(),
  }
}
