import type { Context } from '../../../kit/context.ts'
import { afterId, type Page, toPage } from '../../../kit/declare/page.ts'
import { readTime } from '../../../kit/ids.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import type { RequestCaller } from '../request-log/contract.ts'
import { describeCallers, presentLogged } from '../request-log/service.ts'
import { type MeteredCall, REQUESTS_SEEN_MAX, type RequestQuery } from './contract/requests.ts'
import { findArchivedBefore } from './sql/archive.ts'
import * as sql from './sql/requests.ts'

/** Sorts after the id of any request. */
const LAST = 'req_Z'
const OURS = /^req_[0-9A-HJKMNP-TV-Z]{26}$/

/** Lists the requests of the log together with metered calls, which are kept longer. */
export async function listRequests(
  ctx: Context,
  db: Db,
  workspaceId: string,
  { limit, cursor, from, to, request_id: id, ...wanted }: RequestQuery,
): Promise<Page<MeteredCall>> {
  const at = (moment: string) => ctx.ids.lowestAt('request', new Date(moment))
  const seenMax = Math.max(REQUESTS_SEEN_MAX, limit + 1)
  const archived = await findArchivedBefore(db, workspaceId)
  const isOurs = id !== undefined && OURS.test(id)
  const rows = await sql.listRequests(db, workspaceId, {
    ...wanted,
    ...(!isOurs && { request_id: id }),
    limit,
    before:
      [afterId(cursor, 'req') ?? LAST, to === undefined ? LAST : at(to), isOurs ? `${id}+` : LAST].toSorted()[0] ??
      LAST,
    from: [from === undefined ? '' : at(from), isOurs ? id : ''].toSorted()[1] ?? '',
    unarchivedFrom: archived ? ctx.ids.lowestAt('request', archived) : '',
    seenMax,
  })
  const shown = rows.slice(0, limit)
  const isCutShort = shown.at(-1)?.n === seenMax
  const page = toPage(
    { rows: shown.map((row) => ({ ...row, id: row.request_id })), hasMore: rows.length > limit || isCutShort },
    (row) => row,
  )
  const listed = page.data.filter(({ matches }) => matches)
  const callers = listed.map(({ key_id }) => key_id)
  const toCaller = await describeCallers(db, workspaceId, callers)
  return { ...page, data: listed.map((row) => present(row, toCaller)) }
}

function present(row: sql.RequestRow, toCaller: (id: string) => RequestCaller): MeteredCall {
  return {
    request_id: row.request_id,
    outcome: row.outcome,
    actions: row.actions,
    api_key_id: row.key_id,
    price_book: row.price_book,
    credits: row.credits,
    lines_total: row.lines,
    hold_id: row.hold_id,
    created_at: (row.created_at ?? readTime(row.request_id)).toISOString(),
    ...presentLogged(row),
    caller: toCaller(row.key_id),
  }
}
