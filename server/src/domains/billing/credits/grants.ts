import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { GrantKind } from './contract/credits.ts'
import { forgetLowBalance } from './low-balance.ts'
import * as sql from './sql/grants.ts'

export interface GrantResult {
  readonly grant: sql.GrantRow
  /** False when the same source made this grant before. */
  readonly isNew: boolean
}

/** Adds credits once per source, in the caller's transaction. */
export async function grantCredits(
  ctx: Context,
  db: Db,
  workspaceId: string,
  wanted: Omit<sql.NewGrant, 'id' | 'expiresAt'> & { readonly expiresAt?: Date | null },
): Promise<GrantResult> {
  const grant = { expiresAt: null, ...wanted, id: ctx.ids.next('grant') }
  const isNew = await sql.insertGrant(db, workspaceId, ctx.clock.forDatabase(), grant)
  if (isNew) {
    ctx.ledger.recordGrant(db, wanted.kind, wanted.amount)
    await forgetLowBalance(ctx, db, workspaceId)
  }
  return { grant: await sql.getGrantBySource(db, workspaceId, wanted.kind, wanted.source), isNew }
}

export const SIGNUP_CREDITS = 50

/** Grants the free credits of a new workspace, once and without a card. */
export async function grantSignupCredits(ctx: Context, db: Db, workspaceId: string): Promise<void> {
  await grantCredits(ctx, db, workspaceId, { kind: 'signup', source: workspaceId, amount: SIGNUP_CREDITS })
}

/** Lists the grants of these sources, oldest first. */
export async function listGrantsBySource(
  db: Db,
  workspaceId: string,
  kind: GrantKind,
  sources: readonly string[],
): Promise<{ readonly id: string; readonly amount: number }[]> {
  return sql.listGrantsBySource(db, workspaceId, kind, sources)
}

/**
 * Trims the remaining credits of a subscription's grants to the cap, oldest grant first. `source` is the prefix of their sources.
 */
export async function trimCredits(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { source, cap }: { source: string; cap: number },
): Promise<number> {
  return sql.trimGrants(db, workspaceId, ctx.clock.forDatabase(), { source, cap })
}
