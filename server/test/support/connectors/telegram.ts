import type { CommittedAttempt, ReadableMedia } from '../../../src/connectors/publish.ts'
import type { Session } from '../../../src/connectors/session.ts'
import { connector as telegram } from '../../../src/connectors/telegram/connector.ts'
import type { Fixture } from './fixture.ts'
import { FAULTS, openCall, picture, type ReceivedRequest } from './loopback.ts'
import { FakeTelegram } from './telegram-fake.ts'

export const WEBHOOK = 'https://quoin.example.com/v1/inbound/telegram'

export async function startTelegram() {
  const fake = await new FakeTelegram().start()
  const origins = new Map([['https://api.telegram.org', fake.url]])
  const call = openCall({ origins, deadlineMs: 20_000 })
  let people = 0

  async function signIn(chat = fake.addChannel(`channel_${people++}`)): Promise<Session> {
    const bot = fake.addBot()
    const grant = await telegram.auth.signIn!(call, { bot_token: bot.token, chats: [String(chat.id)] })
    const session = { ...call, tokens: grant.tokens, identity: grant.identity }
    const [entity] = await telegram.auth.listEntities(session)
    if (!entity) throw new Error('no entity')
    return { ...session, entity: { ...entity, secret: undefined } }
  }

  const getBot = ({ tokens }: Session) => fake.bots.get(tokens.access)!
  return { fake, call, signIn, getBot }
}

export const isRequestFrom =
  ({ tokens }: Session) =>
  ({ path }: ReceivedRequest) =>
    path.startsWith(`/bot${tokens.access}/`)

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
  const { fake, signIn, getBot } = await startTelegram()
  const signInSubscribed = async () => {
    const session = await signIn()
    await telegram.inbound!.subscribe!(session, WEBHOOK)
    return session
  }
  const pushed = await signInSubscribed()
  const push = () =>
    fake.buildPush({
      bot: getBot(pushed),
      update: { update_id: 1, message: fake.write(getBot(pushed), { text: 'Hi' }) },
    })
  return {
    connector: telegram,
    origins: new Map([['https://api.telegram.org', fake.url]]),
    signIn: signInSubscribed,
    async trouble(session, trouble) {
      if (trouble === 'revoked') fake.bots.delete(session.tokens.access)
      else if (trouble === 'rate_limited') fake.throttled = 1
      else for (const fault of FAULTS[trouble]) fake.faults.push({ fault, matches: isRequestFrom(session) })
    },
    countPosts: async ({ entity }, text) =>
      fake.messages.filter((one) => String(one.chat.id) === entity.externalId && (one.text ?? one.caption) === text)
        .length,
    visitor: {
      message: async (session, body) => {
        const { chat, message_id } = fake.write(getBot(session), { text: body })
        return `${chat.id}:${message_id}`
      },
    },
    pushes: (session) => fake.updates.filter(({ bot }) => bot === getBot(session)).map((one) => fake.buildPush(one)),
    media: async () => picture(),
    inbound: {
      good: push,
      forged: () => {
        const { headers, ...rest } = push()
        return { ...rest, headers: { ...headers, 'x-telegram-bot-api-secret-token': 'forged' } }
      },
      app: {},
    },
  }
}
