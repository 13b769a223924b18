import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { PublicUrl } from './config/public-url.ts'
import type { Ids } from './ids.ts'
import type { Invalidation } from './invalidation.ts'
import type { Ledger } from './ledger.ts'
import type { Log } from './log/log.ts'
import type { RequestFeed } from './log/request-feed.ts'
import type { Outbound } from './net/outbound.ts'
import type { Pacing } from './pacing.ts'
import type { Db, Pool } from './postgres/db.ts'
import type { Secrets } from './secrets.ts'
import type { SharedLimits } from './shared-limits.ts'
import type { Sources } from './sources.ts'
import type { Storage } from './storage/storage.ts'
import type { TopicCache } from './topic-cache.ts'

/** The infrastructure that every part may need. Domains are imported, never passed here. */
export interface Context {
  readonly config: Config
  readonly db: Pool
  /** For reads that may lag slightly: from a replica if there is one. */
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
  readonly requestFeed: RequestFeed
  readonly ledger: Ledger
  readonly sources: Sources
  readonly cache: TopicCache
  readonly publicUrl: PublicUrl
}

export type Mode = 'live' | 'test'
export type Permission = 'read' | 'read_write'
/** Permissions of a member: read; also change; also manage members, payments and the workspace itself. */
export type Role = 'viewer' | 'member' | 'owner'

/** The caller: an API key, or a user with a session. `profileIds` is null for a caller with access to the whole workspace. */
export interface Principal {
  /** The user's id when a session calls without a workspace. */
  readonly workspaceId: string
  /** The user's id for a session. */
  readonly keyId: string
  readonly mode: Mode
  readonly permission: Permission
  readonly profileIds: readonly string[] | null
  readonly expiresAt: Date | null
  readonly monthlyBudget: number | null
  /** Null for an API key. */
  readonly user: SignedInUser | null
  /**
   * The member that the caller acts for: the user of a session, or the creator of a key or link, which never allow more than
   * that member may do now. Null for callers that belong to the workspace itself.
   */
  readonly memberId: string | null
  /** The user's role in the workspace, or the key's. Null for a link, and for a session that calls without a workspace. */
  readonly role: Role | null
  /** Present when a portal link calls: it may call only endpoints that declare one of its pages. */
  readonly link?: LinkedPages
  /** Present when the access token of an app calls that may use only the tools of /mcp. */
  readonly audience?: 'mcp'
}

/** A page for customers of the workspace. */
export type PortalPage = 'connect' | 'webhooks' | 'report'

export interface LinkedPages {
  readonly pages: readonly PortalPage[]
  /** Webhook endpoints within reach; null for all of the workspace. */
  readonly webhookIds: readonly string[] | null
}

export interface SignedInUser {
  readonly id: string
  readonly email: string
  readonly sessionId: string
  readonly isOperator: boolean
  /** Time of the user's last authentication, at sign-in or since. In a workspace only one since the user joined it counts. */
  readonly sudoAt: Date
}
