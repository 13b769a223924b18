import type { Item } from '../../../api/client.ts'

export type Key = Item<'api_keys.list'>

const DAY_MS = 86_400_000
const UNUSED_DAYS = 90
const NEVER_USED_DAYS = 30

export const STATES = ['active', 'expired', 'revoked'] as const
export type KeyState = (typeof STATES)[number]

export function getKeyState({ revoked_at, expires_at }: Key, now = Date.now()): KeyState {
  if (revoked_at) return 'revoked'
  return expires_at && Date.parse(expires_at) <= now ? 'expired' : 'active'
}

/** Returns the reason to revoke an unused key; undefined if the key is in use. */
export function staleness(key: Key, now = Date.now()): string | undefined {
  if (getKeyState(key, now) !== 'active') return undefined
  const idleDays = (now - Date.parse(key.last_used_at ?? key.created_at)) / DAY_MS
  const isStale = idleDays >= (key.last_used_at ? UNUSED_DAYS : NEVER_USED_DAYS)
  const since = key.last_used_at ? `for ${UNUSED_DAYS} days` : `since it was created`
  return isStale ? `Not used ${since}. Revoke it if it is no longer needed.` : undefined
}

export function keyName({ name, key_prefix }: Pick<Key, 'name' | 'key_prefix'>): string {
  return name ?? `${key_prefix}…`
}

/** Returns the expiry for a lifetime in days; null for never. */
export function expiryIn(days: string): string | null {
  const count = Number(days)
  return count > 0 ? new Date(Date.now() + count * DAY_MS).toISOString() : null
}

export const LIFETIMES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
]

export const PERMISSIONS = [
  { value: 'read_write', label: 'Read and write' },
  { value: 'read', label: 'Read only' },
]
