import type { Auth, FoundEntity, HealthIssue } from '../auth.ts'
import type { Connector } from '../connector.ts'
import { PlatformError } from '../platform-error.ts'
import type { GrantCall, Identity, Session } from '../session.ts'
import { type Body, type Bot, createBot, request } from './client.ts'
import { hasRule } from './errors.ts'
import { permissionsIn } from './permissions.ts'

const GUILDS_MAX = 20
const CHANNEL_KINDS: Readonly<Record<number, string>> = { 0: 'text_channel', 5: 'announcement_channel' }
/** Without one of these flags of the application, messages of others come without their text. */
const CONTENT_INTENTS = (1 << 18) | (1 << 19)
const MIB = 1_048_576
/** The size of a file, by the boost level of the server. */
const FILE_BYTES: Readonly<Record<number, number>> = { 2: 50 * MIB, 3: 100 * MIB }

export const auth: Auth = {
  async signIn(call, credentials) {
    const { bot_token: token, guild_id } = credentials as { bot_token: string; guild_id?: string }
    const bot = { call, token }
    const me = await readMe(bot)
    if (guild_id !== undefined) await request(bot, 'GET', `/guilds/${guild_id}`)
    return {
      identity: readIdentity(me),
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
      const guild = await request(bot, 'GET', `/guilds/${id}`)
      const member = await request(bot, 'GET', `/guilds/${id}/members/${botId}`)
      const channels: Body[] = await request(bot, 'GET', `/guilds/${id}/channels`)
      found.push(...channels.filter(({ type }) => type in CHANNEL_KINDS).map((one) => readChannel(guild, member, one)))
    } catch (error) {
      // The bot left this server in between.
      if (!hasRule(error, 'channel.not_found') && !hasRule(error, 'channel.permissions')) throw error
    }
  }
  return found
}

/** Discord shows an empty channel to a bot without this permission. */
export async function canReadHistory(session: Session): Promise<boolean> {
  const bot = createBot(session)
  const { externalId, parentExternalId } = session.entity
  const guild = await request(bot, 'GET', `/guilds/${parentExternalId}`)
  const member = await request(bot, 'GET', `/guilds/${parentExternalId}/members/${session.identity.externalId}`)
  const channel = await request(bot, 'GET', `/channels/${externalId}`)
  return permissionsIn(guild, member, channel).includes('READ_MESSAGE_HISTORY')
}

async function listGuilds(call: GrantCall): Promise<string[]> {
  const chosen = call.tokens.extra?.['guild_id']
  if (typeof chosen === 'string') return [chosen]
  const guilds: Body[] = await request(createBot(call), 'GET', '/users/@me/guilds?limit=200')
  if (guilds.length > GUILDS_MAX)
    throw new PlatformError('invalid', `The bot is in ${guilds.length} servers, at most ${GUILDS_MAX} are listed.`, {
      rule: 'discord.guilds.max_count',
      remediation: 'Name the server: send guild_id with the token.',
    })
  return guilds.map(({ id }) => String(id))
}

function readChannel(guild: Body, member: Body, channel: Body): FoundEntity {
  const grants = permissionsIn(guild, member, channel)
  const reason = grants.includes('SEND_MESSAGES') ? null : 'The bot may not send messages in this channel.'
  return {
    kind: CHANNEL_KINDS[channel.type] as string,
    externalId: String(channel.id),
    name: `#${channel.name} (${guild.name})`,
    parentExternalId: String(guild.id),
    metadata: {
      guild: guild.name,
      slowmode_seconds: channel.rate_limit_per_user ?? 0,
      file_bytes_max: FILE_BYTES[guild.premium_tier] ?? 10 * MIB,
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
  const application = await request(bot, 'GET', '/applications/@me')
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
  for (const [name, loss] of Object.entries(USEFUL))
    if (active?.selectable && !active.grants.includes(name))
      add(name.toLowerCase(), loss, 'Give it to the bot.', 'warning')
  if (!(Number(application.flags) & CONTENT_INTENTS))
    add(
      'message_content_intent',
      'Messages of others arrive without their text.',
      'Switch on Message Content Intent: Developer Portal, your application, Bot.',
      'warning',
    )
  return { issues, identity: readIdentity(me), entities }
}

const USEFUL = {
  ATTACH_FILES: 'The bot may not attach files in this channel: the permission Attach Files is missing.',
  EMBED_LINKS: 'Links and embeds are not shown in this channel: the permission Embed Links is missing.',
  READ_MESSAGE_HISTORY:
    'Messages cannot be read, nor lost posts found: the permission Read Message History is missing.',
}

async function readMe(bot: Bot): Promise<Body> {
  const me = await request(bot, 'GET', '/users/@me')
  if (typeof me.id !== 'string') throw new PlatformError('unavailable', 'Discord did not answer as its API does.')
  return me
}

function readIdentity({ id, username, global_name, avatar }: Body): Identity {
  return {
    externalId: id,
    displayName: global_name ?? username,
    username,
    avatarUrl: avatar ? `https://cdn.discordapp.com/avatars/${id}/${avatar}.png` : null,
  }
}
