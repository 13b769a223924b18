import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/declare/errors.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { PURCHASES_SEEN_MAX, type Purchase, type PurchaseQuery, type PurchaseSummary } from './contract.ts'
import { hashDatum } from './datum.ts'
import * as sql from './sql.ts'
import { listWithheld, readVisibleData } from './visible.ts'

/** Sorts after the id of any purchase. */
const LAST = 'pur_Z'

export async function listPurchases(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { limit, cursor, action, q, request_id: requestId, from, to }: PurchaseQuery,
): Promise<Page<PurchaseSummary>> {
  const at = (moment: string) => ctx.ids.lowestAt('purchase', new Date(moment))
  const seenMax = Math.max(PURCHASES_SEEN_MAX, limit + 1)
  const rows = await sql.listPurchases(db, workspaceId, {
    limit,
    before: [afterId(cursor, 'pur') ?? LAST, to === undefined ? LAST : at(to)].toSorted()[0] ?? LAST,
    from: from === undefined ? '' : at(from),
    seenMax,
    action,
    text: q,
    requestId,
  })
  const examined = rows.slice(0, limit)
  const shown = examined.filter(({ matches }) => matches)
  const withheld = await listWithheld(ctx, workspaceId, shown)
  const hasMore = rows.length > limit || examined.at(-1)?.n === seenMax
  const page = toPage({ rows: examined, hasMore }, ({ id }) => id)
  // A text that finds a withheld purchase would confirm what is in it.
  const listed = q === undefined ? shown : shown.filter(({ id }) => !withheld.has(id))
  return { ...page, data: listed.map((row) => present(row, withheld.has(row.id))) }
}

export async function getPurchase(ctx: Context, db: Db, workspaceId: string, id: string): Promise<Purchase> {
  const row = await sql.findPurchase(db, workspaceId, id)
  if (!row) throw notFound('purchase')
  const isWithheld = (await listWithheld(ctx, workspaceId, [row])).has(id)
  const data = isWithheld || row.job_id !== null ? null : await readVisibleData(ctx, workspaceId, row)
  const isGone = isWithheld || (data === null && row.job_id === null)
  return { ...present(row, isGone), question: isWithheld ? null : row.question, data }
}

export type DatumPurchase = Pick<PurchaseSummary, 'id' | 'bought_at'>

/** Returns the newest purchase of a datum, unless it can no longer be shown. */
export async function findEarlierPurchase(
  ctx: Context,
  workspaceId: string,
  action: string,
  key: string,
): Promise<DatumPurchase | undefined> {
  const row = await sql.findNewestPurchase(ctx.db, workspaceId, hashDatum(action, key))
  if (!row || (await listWithheld(ctx, workspaceId, [row])).size > 0) return undefined
  return { id: row.id, bought_at: row.bought_at.toISOString() }
}

function present(row: sql.PurchaseSummaryRow, withheld: boolean): PurchaseSummary {
  return {
    id: row.id,
    action: row.action,
    query: withheld ? null : row.query,
    title: withheld ? null : row.title,
    items: row.items,
    withheld,
    credits: row.credits,
    request_id: row.request_id,
    api_key_id: row.key_id,
    job_id: row.job_id,
    bought_at: row.bought_at.toISOString(),
  }
}
