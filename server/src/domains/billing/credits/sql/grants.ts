import type { Db } from '../../../../kit/postgres/db.ts'
import type { GrantKind } from '../contract/credits.ts'

export interface NewGrant {
  readonly id: string
  readonly kind: GrantKind
  /** Unique within its kind, so that a purchase, a month or a sign-up never grants twice. */
  readonly source: string
  readonly amount: number
  readonly expiresAt: Date | null
}

/** Returns false when the source made this grant before. A `now` of null means the database's own clock, here and below. */
export async function insertGrant(
  db: Db,
  workspaceId: string,
  now: Date | null,
  { id, kind, source, amount, expiresAt }: NewGrant,
): Promise<boolean> {
  const [row] = await db<{ granted: boolean }[]>`
    select ledger_grant(${workspaceId}, ${now}, ${id}, ${kind}, ${source}, ${amount}, ${expiresAt}) as granted`
  return row?.granted ?? false
}

/** Returns the number of credits revoked: at most those that are left and not held. */
export async function revokeFromGrant(
  db: Db,
  workspaceId: string,
  now: Date | null,
  { grantId, most, reason }: { grantId: string; most: number; reason: string },
): Promise<number> {
  const [row] = await db<[{ taken: number }]>`
    select ledger_take(${workspaceId}, ${now}, 'revoke', ${grantId}, ${most}, ${reason}) as taken`
  return row.taken
}

export async function trimGrants(
  db: Db,
  workspaceId: string,
  now: Date | null,
  { source, cap }: { source: string; cap: number },
): Promise<number> {
  const [row] = await db<[{ trimmed: number }]>`
    select ledger_trim(${workspaceId}, ${now}, ${source}, ${cap}) as trimmed`
  return row.trimmed
}

export interface GrantRow {
  id: string
  kind: GrantKind
  source_ref: string
  amount: number
  remaining: number
  expires_at: Date | null
  created_at: Date
}

export async function getGrantBySource(
  db: Db,
  workspaceId: string,
  kind: GrantKind,
  source: string,
): Promise<GrantRow> {
  const [row] = await db<[GrantRow]>`
    select id, kind, source_ref, amount, remaining, expires_at, created_at from grants
    where workspace_id = ${workspaceId} and kind = ${kind} and source_ref = ${source}`
  return row
}

export async function findGrant(db: Db, workspaceId: string, id: string): Promise<GrantRow | undefined> {
  const [row] = await db<GrantRow[]>`
    select id, kind, source_ref, amount, remaining, expires_at, created_at from grants
    where workspace_id = ${workspaceId} and id = ${id}`
  return row
}

export async function listGrantsBySource(
  db: Db,
  workspaceId: string,
  kind: GrantKind,
  sources: readonly string[],
): Promise<GrantRow[]> {
  return db<GrantRow[]>`
    select id, kind, source_ref, amount, remaining, expires_at, created_at from grants
    where workspace_id = ${workspaceId} and kind = ${kind} and source_ref = any(${sources})
    order by created_at, id`
}

/** Lists grants in the order in which they will be spent. */
export async function listUnspentGrants(db: Db, workspaceId: string): Promise<GrantRow[]> {
  return db<GrantRow[]>`
    select id, kind, source_ref, amount, remaining, expires_at, created_at from grants
    where workspace_id = ${workspaceId} and remaining > 0 order by expires_at nulls last, burn_rank, id limit 1000`
}
