import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { PlatformError } from '../platform-error.ts'
import type { GrantCall, Identity } from '../session.ts'
import { type Bot, buildResultSchema, createBot, invoke } from './bot-api.ts'
import { ChatResult, findChat } from './chats.ts'
import { readWebhook } from './inbound.ts'
import type { Credentials } from './platform.ts'

type Me = Static<typeof Me>
const Me = Type.Object({
  id: Type.Integer(),
  is_bot: Type.Literal(true),
  first_name: Maybe(Type.String()),
  username: Maybe(Type.String()),
})
const MeResult = buildResultSchema(Me)

export const auth: Auth = {
  async signIn(call, credentials) {
    const { bot_token: token, chats = [] } = credentials as Credentials
    const bot = { call, token }
    const me = await readMe(bot)
    const ids: string[] = []
    for (const chat of chats) {
      const { id, type } = await invoke(bot, 'getChat', { schema: ChatResult, params: { chat_id: chat } })
      if (type === 'private')
        throw new PlatformError('invalid', `${chat} is a person, not a channel or a group.`, {
          rule: 'telegram.chat.private',
          remediation: 'Name a channel or a group; people are answered in the inbox.',
        })
      ids.push(String(id))
    }
    return {
      identity: readIdentity(me),
      // A token is valid until @BotFather makes a new one.
      tokens: { access: token, expiresAt: null, reauthAt: null, extra: { chats: [...new Set(ids)] } },
      scopes: [],
    }
  },
  listEntities: async (call) => listChats(call, await readMe(createBot(call))),
}

/** Lists the chats that were named at the sign-in, and the bot itself: bots cannot list their chats. */
async function listChats(call: GrantCall, me: Me): Promise<FoundEntity[]> {
  const bot = createBot(call)
  const found: FoundEntity[] = []
  for (const id of (call.tokens.extra?.['chats'] ?? []) as string[]) found.push(await findChat(bot, id, me.id))
  return [
    ...found,
    {
      kind: 'bot',
      externalId: String(me.id),
      name: me.first_name ?? String(me.id),
      parentExternalId: null,
      metadata: { username: me.username ?? null },
      grants: [],
      selectable: true,
      unselectableReason: null,
    },
  ]
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const bot = createBot(session)
  const me = await readMe(bot)
  const { kind, externalId } = session.entity
  const entities = await listChats(session, me)
  const active = entities.find((entity) => entity.externalId === externalId)
  const issues: HealthIssue[] = []
  if (kind !== 'bot' && active?.unselectableReason)
    issues.push({
      code: 'telegram_chat_unavailable',
      message: active.unselectableReason,
      remediation: 'Make the bot an administrator of the chat, with the right to post messages.',
      severity: 'error',
    })
  const webhook = await readWebhook(bot)
  if (webhook.last_error_message && isRecent(webhook.last_error_date, session.now()))
    issues.push({
      code: 'telegram_webhook_failing',
      message: `Telegram could not deliver messages to this server: ${webhook.last_error_message.slice(0, 200)}`,
      remediation: 'Make the address of this server reachable from the internet over https.',
      severity: 'warning',
    })
  return { issues, identity: readIdentity(me), entities }
}

const isRecent = (seconds: number | null | undefined, now: Date) => (seconds ?? 0) * 1000 > now.getTime() - 3_600_000

const readMe = (bot: Bot): Promise<Me> => invoke(bot, 'getMe', { schema: MeResult })

function readIdentity(me: Me): Identity {
  return {
    externalId: String(me.id),
    displayName: me.first_name ?? null,
    username: me.username ?? null,
    // The address of a picture contains the token.
    avatarUrl: null,
  }
}
