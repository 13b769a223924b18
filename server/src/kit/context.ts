import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Ids } from './ids.ts'
import type { Invalidation } from './invalidation.ts'
import type { Ledger } from './ledger.ts'
import type { Log } from './log.ts'
import type { Outbound } from './net/outbound.ts'
import type { Pacing } from './pacing.ts'
import type { Db, Pool } from './postgres/db.ts'
import type { PublicUrl } from './public-url.ts'
import type { Secrets } from './secrets.ts'
import type { SharedLimits } from './shared-limits.ts'
import type { Sources } from './sources.ts'
import type { Storage } from './storage/storage.ts'
import type { TopicCache } from './topic-cache.ts'

/** The infrastructure that every part may need. Domains are imported, never carried here. */
export interface Context {
  readonly config: Config
  readonly db: Pool
  /** For reads that may lag a little: from a replica when there is one. */
  readonly reads: Db
  /** The database of people and suppressions: `db`, or the one of DIRECTORY_DATABASE_URL. */
  readonly directory: Pool
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly secrets: Secrets
  readonly outbound: Outbound
  readonly pacing: Pacing
  readonly sharedLimits: SharedLimits
  readonly storage: Storage
  readonly invalidation: Invalidation
  readonly ledger: Ledger
  readonly sources: Sources
  readonly cache: TopicCache
  readonly publicUrl: PublicUrl
}

export type Mode = 'live' | 'test'
export type Permission = 'read' | 'read_write'
/** What a member may do: read; also change; also manage members, payments and the workspace itself. */
export type Role = 'viewer' | 'member' | 'owner'

/** The caller: an API key, or a user with a session. `profileIds` is null for one that reaches the whole workspace. */
export interface Principal {
  /** The user's id where a session calls without a workspace. */
  readonly workspaceId: string
  /** The user's id for a session. */
  readonly keyId: string
  readonly mode: Mode
  readonly permission: Permission
  readonly profileIds: readonly string[] | null
  readonly expiresAt: Date | null
  readonly monthlyBudget: number | null
  /** Null for a key. */
  readonly user: SignedInUser | null
  /**
   * The member it acts for: the user of a session, or the one who made a key or link, which never allow more than that member may do now.
   * Null for what belongs to the workspace itself.
   */
  readonly memberId: string | null
  /** The user's role in the workspace, or the key's; null for a link, and for a session that calls without a workspace. */
  readonly role: Role | null
  /** Present when a portal link calls: it may call only what declares one of its pages. */
  readonly link?: LinkedPages
}

/** A page for a customer of the workspace. */
export type PortalPage = 'connect' | 'webhooks'

export interface LinkedPages {
  readonly pages: readonly PortalPage[]
  /** The webhook endpoints that it reaches; null for those of the whole workspace. */
  readonly webhookIds: readonly string[] | null
}

export interface SignedInUser {
  readonly id: string
  readonly email: string
  readonly sessionId: string
  readonly isOperator: boolean
  /** When the user last proved who they are, at sign-in or since. In a workspace only a proof since they joined it counts. */
  readonly sudoAt: Date
}
