import type { Context } from '../../../kit/context.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { type MeteredCall, REQUESTS_SEEN_MAX, type RequestQuery } from './contract/requests.ts'
import { findArchivedBefore } from './sql/archive.ts'
import { listRequests, type RequestRow } from './sql/requests.ts'

/** Sorts after the id of any request. */
const LAST = 'req_Z'

export async function listMeteredCalls(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { limit, cursor, action, api_key_id: keyId, outcome, from, to }: RequestQuery,
): Promise<Page<MeteredCall>> {
  const at = (moment: string) => ctx.ids.lowestAt('request', new Date(moment))
  const seenMax = Math.max(REQUESTS_SEEN_MAX, limit + 1)
  const archived = await findArchivedBefore(db, workspaceId)
  const rows = await listRequests(db, workspaceId, {
    limit,
    before: [afterId(cursor, 'req') ?? LAST, to === undefined ? LAST : at(to)].toSorted()[0] ?? LAST,
    from: from === undefined ? '' : at(from),
    failedFrom: archived ? ctx.ids.lowestAt('request', archived) : '',
    seenMax,
    action,
    keyId,
    outcome,
  })
  const shown = rows.slice(0, limit)
  const isCutShort = shown.at(-1)?.n === seenMax
  const page = toPage(
    { rows: shown.map((row) => ({ ...row, id: row.request_id })), hasMore: rows.length > limit || isCutShort },
    (row) => row,
  )
  return { ...page, data: page.data.filter(({ matches }) => matches).map(present) }
}

function present(row: RequestRow): MeteredCall {
  return {
    request_id: row.request_id,
    outcome: row.outcome,
    actions: row.actions,
    api_key_id: row.key_id,
    price_book: row.price_book,
    credits: row.credits,
    lines_total: row.lines,
    hold_id: row.hold_id,
    created_at: row.created_at.toISOString(),
  }
}
