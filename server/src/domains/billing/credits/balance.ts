import type { Context } from '../../../kit/context.ts'
import { ApiError, InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { Credits, LedgerEntry, LedgerPage, Pricing, Usage } from './contract/credits.ts'
import { grantCredits } from './grants.ts'
import { bookFor, defaultBook } from './prices.ts'
import * as sql from './sql/grants.ts'

export { BookError, readBook } from './book-file.ts'
export {
  availableCredits,
  deductCredits,
  findGrant,
  type GrantRow,
  grantCredits,
  listGrantsBySource,
  refundCharge,
  revokeCredits,
  trimCredits,
} from './grants.ts'
export { creditsFor, type PriceBook } from './price-book.ts'
export { bookFor, bookNamed, defaultBook, ensureStandardBook, publishBook } from './prices.ts'
export { recordSources } from './receipts.ts'
export { assertWithinMax, budgetExceeded, insufficientCredits } from './refusals.ts'
export { isPaidRepeat } from './repeats.ts'

const SIGNUP_CREDITS = 50

/** The free credits of a new workspace: once, never again, no card. */
export async function grantSignupCredits(ctx: Context, db: Db, workspaceId: string): Promise<void> {
  await grantCredits(ctx, db, workspaceId, { kind: 'signup', source: workspaceId, amount: SIGNUP_CREDITS })
}

/** Expires what is due everywhere. Only for tidy books: a call expires what is due in its own workspace before it spends. */
export async function expireDue(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  for (const workspaceId of await sql.listExpiring(ctx.db, now, 1000))
    await sql.expire(ctx.db, workspaceId, ctx.clock.forDatabase())
}

export async function getCredits(ctx: Context, db: Db, workspaceId: string): Promise<Credits> {
  const now = ctx.clock.now()
  let wallet = await sql.findWallet(db, workspaceId)
  if (wallet?.next_expiry && wallet.next_expiry <= now) {
    await sql.expire(db, workspaceId, ctx.clock.forDatabase())
    wallet = await sql.findWallet(db, workspaceId)
  }
  if (!wallet) throw new ApiError('not_found', 'This workspace has no wallet.')
  const grants = await sql.listLiveGrants(db, workspaceId)
  return {
    available: wallet.available,
    held: wallet.held,
    spent: wallet.spent,
    expired: wallet.expired,
    granted: wallet.granted,
    price_book: (await bookFor(ctx, workspaceId)).name,
    grants: grants.map((row) => ({
      id: row.id,
      kind: row.kind,
      amount: row.amount,
      remaining: row.remaining,
      expires_at: row.expires_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
    })),
  }
}

export async function listLedger(
  db: Db,
  workspaceId: string,
  query: { limit: number; cursor?: string },
): Promise<LedgerPage> {
  const before =
    query.cursor === undefined ? undefined : Number(Buffer.from(query.cursor, 'base64url').toString('latin1'))
  if (before !== undefined && !(Number.isSafeInteger(before) && before > 0))
    throw new InvalidRequest([
      invalidValue(['query', 'cursor'], 'this cursor did not come from a list of this API', query.cursor),
    ])
  const { rows, hasMore } = await sql.listJournal(db, workspaceId, { limit: query.limit, before })
  const last = rows.at(-1)
  return {
    data: rows.map(presentEntry),
    has_more: hasMore,
    next_cursor: hasMore && last ? Buffer.from(String(last.seq), 'latin1').toString('base64url') : null,
  }
}

function presentEntry(row: sql.JournalRow): LedgerEntry {
  return {
    seq: row.seq,
    kind: row.kind,
    credits: row.kind === 'grant' ? row.amount : -row.amount,
    charges: row.entries,
    detail: JSON.parse(row.body),
    hash: Buffer.from(row.hash).toString('hex'),
    created_at: row.created_at.toISOString(),
  }
}

const DAY_MS = 86_400_000

export async function getUsage(
  ctx: Context,
  db: Db,
  workspaceId: string,
  query: { since?: string; until?: string; group_by: 'day' | 'action' | 'key' },
): Promise<Usage> {
  const now = ctx.clock.now()
  const until = query.until ? new Date(query.until) : now
  const since = query.since ? new Date(query.since) : new Date(until.getTime() - 30 * DAY_MS)
  if (since > until)
    throw new InvalidRequest([invalidValue(['query', 'since'], 'since must not lie after until', query.since)])
  const range = {
    from: ctx.ids.at('hold', since),
    to: ctx.ids.at('hold', new Date(until.getTime() + (query.until ? DAY_MS : 1))),
  }
  const rows = await sql.listUsage(db, workspaceId, { ...range, by: query.group_by })
  return {
    since: since.toISOString().slice(0, 10),
    until: until.toISOString().slice(0, 10),
    group_by: query.group_by,
    data: rows.map((row) => ({ group: row.group, calls: row.calls, found: row.found, credits: row.credits })),
    credits: rows.reduce((sum, row) => sum + row.credits, 0),
  }
}

export async function getPricing(ctx: Context): Promise<Pricing> {
  const book = await defaultBook(ctx)
  return {
    price_book: book.name,
    currency: 'USD',
    free_credits: SIGNUP_CREDITS,
    packs: book.packs.map((pack) => ({ ...pack })),
    plans: book.plans.map((plan) => ({ ...plan })),
  }
}
