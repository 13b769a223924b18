import type { Context } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import * as sql from './sql/grants.ts'

export type { GrantRow } from './sql/grants.ts'

interface Granted {
  readonly grant: sql.GrantRow
  /** False when this source has granted before. */
  readonly isNew: boolean
}

/** Adds credits once for their source, in the caller's transaction. */
export async function grantCredits(
  ctx: Context,
  db: Db,
  workspaceId: string,
  wanted: Omit<sql.NewGrant, 'id' | 'expiresAt'> & { readonly expiresAt?: Date | null },
): Promise<Granted> {
  const grant = { expiresAt: null, ...wanted, id: ctx.ids.next('grant') }
  const isNew = await sql.grant(db, workspaceId, ctx.clock.forDatabase(), grant)
  return { grant: await sql.getGrantBySource(db, workspaceId, wanted.kind, wanted.source), isNew }
}

/** Takes back what is left of a grant and not held by running calls, at most so much; says how much that was. */
export async function revokeCredits(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { grantId, most, reason }: { grantId: string; most: number; reason: string },
): Promise<number> {
  return sql.take(db, workspaceId, ctx.clock.forDatabase(), { kind: 'revoke', grantId, most, reason })
}

/** Trims what is left of the subscription grants of a source to its cap, oldest first. */
export async function trimCredits(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { source, cap }: { source: string; cap: number },
): Promise<number> {
  return sql.trim(db, workspaceId, ctx.clock.forDatabase(), source, cap)
}

export const findGrant = sql.findGrant
export const listGrantsBySource = sql.listGrantsBySource

export async function availableCredits(db: Db, workspaceId: string): Promise<number> {
  return (await sql.findWallet(db, workspaceId))?.available ?? 0
}

/** Takes so much from whatever would be spent next; all of it or nothing. */
export async function deductCredits(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { credits, reason }: { credits: number; reason: string },
): Promise<void> {
  await sql.lockWallet(db, workspaceId)
  let rest = credits
  for (const grant of await sql.listLiveGrants(db, workspaceId)) {
    if (rest === 0) break
    rest -= await revokeCredits(ctx, db, workspaceId, { grantId: grant.id, most: rest, reason })
  }
  if (rest > 0)
    throw new ApiError('wrong_state', `Only ${credits - rest} of ${credits} credits could be taken; nothing was.`)
}

const REFUND_DAYS_MIN = 30

/**
 * Gives back what a call cost, once: a `refund` grant that names the call. It lives as long as what was spent would have
 * lived, and a month at least.
 */
export async function refundCharge(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { holdId, credits }: { holdId: string; credits?: number | undefined },
): Promise<Granted> {
  const { credits: charged, entries } = await sql.getTotalByHold(db, workspaceId, holdId)
  if (charged === 0) throw new ApiError('not_found', 'This workspace was charged nothing under this hold.')
  const amount = credits ?? charged
  if (amount > charged)
    throw new InvalidRequest([invalidValue(['body', 'credits'], `no more than the ${charged} charged go back`, amount)])
  const burned = await sql.findBurnedExpiry(db, workspaceId, entries)
  const soonest = new Date(ctx.clock.now().getTime() + REFUND_DAYS_MIN * 86_400_000)
  const expiresAt = burned && (burned > soonest ? burned : soonest)
  const granted = await grantCredits(ctx, db, workspaceId, { kind: 'refund', source: holdId, amount, expiresAt })
  if (granted.grant.amount !== amount && credits !== undefined)
    throw new ApiError('wrong_state', `This charge was refunded before, with ${granted.grant.amount} credits.`)
  return granted
}
