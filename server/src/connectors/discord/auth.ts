import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { PlatformError } from '../platform-error.ts'
import type { GrantCall, Identity } from '../session.ts'
import { type Bot, createBot, request, Snowflake } from './client.ts'
import { hasRule } from './errors.ts'
import { Channel, Guild, listPermissions, type Member, readMembership } from './permissions.ts'
import { MIB } from './platform.ts'

const GUILDS_MAX = 20
const CHANNEL_KINDS: Readonly<Record<number, string>> = { 0: 'text_channel', 5: 'announcement_channel' }
/** Without one of these flags of the application, messages of others come without their text. */
const CONTENT_INTENTS = (1 << 18) | (1 << 19)
/** The maximum size of a file, by the boost level of the server. */
const FILE_BYTES: Readonly<Record<number, number>> = { 2: 50 * MIB, 3: 100 * MIB }

type User = Static<typeof User>
export const User = Type.Object({
  id: Snowflake,
  username: Maybe(Type.String()),
  global_name: Maybe(Type.String()),
  avatar: Maybe(Type.String()),
  bot: Maybe(Type.Boolean()),
})

const Guilds = Type.Array(Type.Object({ id: Snowflake }))
const Channels = Type.Array(Channel)
const Application = Type.Object({ flags: Maybe(Type.Integer()) })

export const auth: Auth = {
  async signIn(call, credentials) {
    const { bot_token: token, guild_id } = credentials as { bot_token: string; guild_id?: string }
    const bot = { call, token }
    const me = await readMe(bot)
    if (guild_id !== undefined) await request(bot, 'GET', `/guilds/${guild_id}`, { schema: Guild })
    return {
      identity: toIdentity(me),
      // A token is valid until it is reset in the Developer Portal.
      tokens: { access: token, expiresAt: null, reauthAt: null, extra: { guild_id: guild_id ?? null } },
      scopes: [],
    }
  },
  listEntities: async (call) => listChannels(call, (await readMe(createBot(call))).id),
}

async function listChannels(call: GrantCall, botId: string): Promise<FoundEntity[]> {
  const bot = createBot(call)
  const found: FoundEntity[] = []
  for (const id of await listGuilds(call)) {
    try {
      const { guild, member } = await readMembership(bot, id, botId)
      const channels = await request(bot, 'GET', `/guilds/${id}/channels`, { schema: Channels })
      found.push(...channels.flatMap((channel) => toEntity(guild, member, channel) ?? []))
    } catch (error) {
      // The bot left this server in between.
      if (!hasRule(error, 'channel.not_found', 'channel.permissions')) throw error
    }
  }
  return found
}

async function listGuilds(call: GrantCall): Promise<string[]> {
  const chosen = call.tokens.extra?.['guild_id']
  if (typeof chosen === 'string') return [chosen]
  const guilds = await request(createBot(call), 'GET', '/users/@me/guilds?limit=200', { schema: Guilds })
  if (guilds.length > GUILDS_MAX)
    throw new PlatformError('invalid', `The bot is in ${guilds.length} servers, at most ${GUILDS_MAX} are listed.`, {
      rule: 'discord.guilds.max_count',
      remediation: 'Name the server: send guild_id with the token.',
    })
  return guilds.map(({ id }) => id)
}

/** Returns undefined for a channel of another kind, such as a voice channel. */
function toEntity(guild: Guild, member: Member, channel: Channel): FoundEntity | undefined {
  const kind = CHANNEL_KINDS[channel.type]
  if (kind === undefined) return undefined
  const grants = listPermissions(guild, member, channel)
  const reason = grants.includes('SEND_MESSAGES') ? null : 'The bot may not send messages in this channel.'
  const server = guild.name ?? guild.id
  return {
    kind,
    externalId: channel.id,
    name: `#${channel.name ?? channel.id} (${server})`,
    parentExternalId: guild.id,
    metadata: {
      guild: server,
      slowmode_seconds: channel.rate_limit_per_user ?? 0,
      file_bytes_max: FILE_BYTES[guild.premium_tier ?? 0] ?? 10 * MIB,
    },
    grants,
    selectable: reason === null,
    unselectableReason: reason,
  }
}

export const checkHealth: Connector['checkHealth'] = async (session) => {
  const bot = createBot(session)
  const me = await readMe(bot)
  const entities = await listChannels(session, me.id)
  const active = entities.find(({ externalId }) => externalId === session.entity.externalId)
  const { flags } = await request(bot, 'GET', '/applications/@me', { schema: Application })
  const issues: HealthIssue[] = []
  const add = (code: string, message: string, remediation: string, severity: HealthIssue['severity']) =>
    issues.push({ code: `discord_${code}`, message, remediation, severity })
  if (!active?.selectable)
    add(
      'channel_unavailable',
      active?.unselectableReason ?? 'The channel no longer exists, or the bot cannot see it.',
      'Give the bot the permissions View Channel and Send Messages there, or choose another channel.',
      'error',
    )
  for (const [name, loss] of Object.entries(USEFUL_PERMISSIONS))
    if (active?.selectable && !active.grants.includes(name))
      add(name.toLowerCase(), loss, 'Give it to the bot.', 'warning')
  if (!((flags ?? 0) & CONTENT_INTENTS))
    add(
      'message_content_intent',
      'Messages of others arrive without their text.',
      'Switch on Message Content Intent: Developer Portal, your application, Bot.',
      'warning',
    )
  return { issues, identity: toIdentity(me), entities }
}

/** Permissions that publishing text does not need, with the message about each when it is missing. */
const USEFUL_PERMISSIONS = {
  ATTACH_FILES: 'The bot may not attach files in this channel: the permission Attach Files is missing.',
  EMBED_LINKS: 'Links and embeds are not shown in this channel: the permission Embed Links is missing.',
  READ_MESSAGE_HISTORY:
    'Messages cannot be read, nor lost posts found: the permission Read Message History is missing.',
}

function readMe(bot: Bot): Promise<User> {
  return request(bot, 'GET', '/users/@me', { schema: User })
}

export function toIdentity(user: User): Identity {
  const { id: externalId, username = null, global_name, avatar } = user
  const avatarUrl = avatar ? `https://cdn.discordapp.com/avatars/${externalId}/${avatar}.png` : null
  return { externalId, displayName: global_name ?? username, username, avatarUrl }
}
