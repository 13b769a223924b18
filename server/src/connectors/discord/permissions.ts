import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import type { Session } from '../session.ts'
import { type Bot, createBot, request, Snowflake } from './client.ts'

const BITS = {
  ADMINISTRATOR: 1n << 3n,
  VIEW_CHANNEL: 1n << 10n,
  SEND_MESSAGES: 1n << 11n,
  EMBED_LINKS: 1n << 14n,
  ATTACH_FILES: 1n << 15n,
  READ_MESSAGE_HISTORY: 1n << 16n,
} as const

type Permission = keyof typeof BITS

const NAMES = Object.keys(BITS) as Permission[]

/** A set of permissions, as a decimal number. */
const Bits = Type.String({ pattern: '^[0-9]{1,40}$' })

/** Discord's word for a server. */
export type Guild = Static<typeof Guild>
export const Guild = Type.Object({
  id: Snowflake,
  name: Maybe(Type.String()),
  owner_id: Snowflake,
  premium_tier: Maybe(Type.Integer()),
  roles: Type.Array(Type.Object({ id: Snowflake, permissions: Bits })),
})

export type Member = Static<typeof Member>
export const Member = Type.Object({
  user: Type.Object({ id: Snowflake }),
  roles: Type.Array(Snowflake),
})

type Overwrite = Static<typeof Overwrite>
const Overwrite = Type.Object({ id: Snowflake, allow: Bits, deny: Bits })

export type Channel = Static<typeof Channel>
export const Channel = Type.Object({
  id: Snowflake,
  type: Type.Integer(),
  name: Maybe(Type.String()),
  rate_limit_per_user: Maybe(Type.Number()),
  permission_overwrites: Maybe(Type.Array(Overwrite)),
})

/** Returns true if the bot sees the messages of its channel. Discord shows an empty channel to a bot without this permission. */
export async function canReadHistory(session: Session): Promise<boolean> {
  const bot = createBot(session)
  const { externalId, parentExternalId } = session.entity
  const { guild, member } = await readMembership(bot, String(parentExternalId), session.identity.externalId)
  const channel = await request(bot, 'GET', `/channels/${externalId}`, { schema: Channel })
  return listPermissions(guild, member, channel).includes('READ_MESSAGE_HISTORY')
}

export async function readMembership(bot: Bot, guildId: string, botId: string) {
  const guild = await request(bot, 'GET', `/guilds/${guildId}`, { schema: Guild })
  const member = await request(bot, 'GET', `/guilds/${guildId}/members/${botId}`, { schema: Member })
  return { guild, member }
}

/**
 * Lists the permissions of the bot in a channel, as Discord's documentation computes them: the permissions of its roles, then the
 * overwrites of the channel for everyone, for its roles together, and for the bot itself.
 */
export function listPermissions(
  guild: Pick<Guild, 'id' | 'owner_id' | 'roles'>,
  member: Member,
  { permission_overwrites }: Pick<Channel, 'permission_overwrites'>,
): Permission[] {
  const botId = member.user.id
  const roles = new Set(member.roles)
  const base = guild.roles
    .filter(({ id }) => id === guild.id || roles.has(id))
    .reduce((sum, { permissions }) => sum | BigInt(permissions), 0n)
  if (guild.owner_id === botId || base & BITS.ADMINISTRATOR) return NAMES
  const overwrites = permission_overwrites ?? []
  const steps = [
    overwrites.filter(({ id }) => id === guild.id),
    overwrites.filter(({ id }) => id !== guild.id && roles.has(id)),
    overwrites.filter(({ id }) => id === botId),
  ]
  const all = steps.reduce((sum, step) => (sum & ~combine(step, 'deny')) | combine(step, 'allow'), base)
  // A bot that cannot see a channel can do nothing there.
  return NAMES.filter((name) => all & BITS.VIEW_CHANNEL && all & BITS[name])
}

const combine = (overwrites: readonly Overwrite[], side: 'allow' | 'deny') =>
  overwrites.reduce((sum, overwrite) => sum | BigInt(overwrite[side]), 0n)
