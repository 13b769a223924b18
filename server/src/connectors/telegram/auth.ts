import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { PlatformError } from '../platform-error.ts'
import type { GrantCall, Identity } from '../session.ts'
import { type Body, type Bot, createBot, invoke } from './bot-api.ts'
import { findChat } from './chats.ts'

interface Credentials {
  readonly bot_token: string
  readonly chats?: readonly string[]
}

export const auth: Auth = {
  async signIn(call, credentials) {
    const { bot_token: token, chats = [] } = credentials as unknown as Credentials
    const bot = { call, token }
    const me = await readMe(bot)
    const ids: string[] = []
    for (const chat of chats) {
      const { id, type } = await invoke(bot, 'getChat', { chat_id: chat })
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

/** Bots cannot list their chats: these are the ones that were named at the sign-in, and the bot itself. */
async function listChats(call: GrantCall, me: Body): Promise<FoundEntity[]> {
  const bot = createBot(call)
  const found: FoundEntity[] = []
  for (const id of (call.tokens.extra?.['chats'] ?? []) as string[]) found.push(await findChat(bot, id, String(me.id)))
  return [
    ...found,
    {
      kind: 'bot',
      externalId: String(me.id),
      name: me.first_name,
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
  const webhook = await invoke(bot, 'getWebhookInfo')
  if (webhook.last_error_message && isRecent(webhook.last_error_date, session.now()))
    issues.push({
      code: 'telegram_webhook_failing',
      message: `Telegram could not deliver messages to this server: ${String(webhook.last_error_message).slice(0, 200)}`,
      remediation: 'Make the address of this server reachable from the internet over https.',
      severity: 'warning',
    })
  return { issues, identity: readIdentity(me), entities }
}

const isRecent = (seconds: unknown, now: Date) => Number(seconds) * 1000 > now.getTime() - 3_600_000

async function readMe(bot: Bot): Promise<Body> {
  const me = await invoke(bot, 'getMe')
  if (!Number.isSafeInteger(me?.id) || me.is_bot !== true)
    throw new PlatformError('unavailable', 'Telegram did not answer as its Bot API does.')
  return me
}

function readIdentity(me: Body): Identity {
  return {
    externalId: String(me.id),
    displayName: me.first_name ?? null,
    username: me.username ?? null,
    // The address of a picture contains the token.
    avatarUrl: null,
  }
}
