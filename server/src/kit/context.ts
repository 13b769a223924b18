import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Ids } from './ids.ts'
import type { Control } from './invalidation.ts'
import type { Ledger } from './ledger.ts'
import type { Log } from './log.ts'
import type { Outbound } from './net/outbound.ts'
import type { Pool } from './postgres/db.ts'
import type { Secrets } from './secrets.ts'
import type { Storage } from './storage/storage.ts'
import type { Memo } from './topic-cache.ts'

/** The tools every floor may need. Infrastructure only: a domain is imported, never carried in here. */
export interface Context {
  readonly config: Config
  readonly db: Pool
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly secrets: Secrets
  readonly outbound: Outbound
  readonly storage: Storage
  readonly control: Control
  readonly ledger: Ledger
  readonly memo: Memo
}

export type Mode = 'live' | 'test'
export type Permission = 'read' | 'read_write'

/** Who is calling. `profileIds` is null for a key that reaches the whole workspace. */
export interface Principal {
  readonly workspaceId: string
  readonly keyId: string
  readonly mode: Mode
  readonly permission: Permission
  readonly profileIds: readonly string[] | null
  readonly expiresAt: Date | null
  readonly monthlyBudget: number | null
}
