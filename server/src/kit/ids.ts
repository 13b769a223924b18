import { monotonicFactory } from 'ulid'
import type { Clock } from './clock.ts'

const PREFIXES = {
  workspace: 'ws',
  key: 'key',
  profile: 'prof',
  grant: 'grt',
  request: 'req',
} as const

export type IdKind = keyof typeof PREFIXES

/** Ids sort by the time they were made, so keyset pages and time-ordered primary keys need no other column. */
export interface Ids {
  next(kind: IdKind): string
  /** A bare ULID: event ids have no prefix. */
  ulid(): string
}

export function createIds(clock: Clock): Ids {
  const ulid = monotonicFactory()
  const make = () => ulid(clock.now().getTime())
  return { next: (kind) => `${PREFIXES[kind]}_${make()}`, ulid: make }
}
