import type { Body } from './client.ts'

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

/**
 * What the bot may do in a channel, as Discord's documentation computes it: the permissions of its roles, then the overwrites of
 * the channel for everyone, for its roles together, and for the bot itself.
 */
export function permissionsIn(guild: Body, member: Body, channel: Body): Permission[] {
  const botId: string = member.user?.id
  const roles = new Set<string>(member.roles ?? [])
  const base = (guild.roles ?? [])
    .filter(({ id }: Body) => id === guild.id || roles.has(id))
    .reduce((sum: bigint, { permissions }: Body) => sum | parsePermissionBits(permissions), 0n)
  if (guild.owner_id === botId || base & BITS.ADMINISTRATOR) return NAMES
  const overwrites: Body[] = channel.permission_overwrites ?? []
  const steps = [
    overwrites.filter(({ id }) => id === guild.id),
    overwrites.filter(({ id }) => id !== guild.id && roles.has(id)),
    overwrites.filter(({ id }) => id === botId),
  ]
  const all = steps.reduce((sum, step) => (sum & ~union(step, 'deny')) | union(step, 'allow'), base)
  // Who cannot see a channel can do nothing there.
  return NAMES.filter((name) => all & BITS.VIEW_CHANNEL && all & BITS[name])
}

const union = (overwrites: readonly Body[], side: 'allow' | 'deny') =>
  overwrites.reduce((sum: bigint, one) => sum | parsePermissionBits(one[side]), 0n)

function parsePermissionBits(permissions: unknown): bigint {
  return /^\d{1,20}$/.test(String(permissions)) ? BigInt(String(permissions)) : 0n
}
