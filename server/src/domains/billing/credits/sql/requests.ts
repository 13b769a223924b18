import type { Db, Statement } from '../../../../kit/postgres/db.ts'
import type { MeteredCall } from '../contract/requests.ts'

export interface RequestRow {
  /** Position of the call among those that the page examined. */
  n: number
  matches: boolean
  request_id: string
  outcome: MeteredCall['outcome']
  actions: string[]
  key_id: string
  price_book: string
  credits: number
  lines: number
  hold_id: string | null
  created_at: Date
}

export interface RequestFilter {
  readonly limit: number
  /** Request ids begin with their time, so `from` and `before` select a range of ids. */
  readonly before: string
  readonly from: string
  /** Calls with sources and no charge failed; older ones than this were charged, and their charges archived. */
  readonly failedFrom: string
  readonly seenMax: number
  readonly action: string | undefined
  readonly keyId: string | undefined
  readonly outcome: MeteredCall['outcome'] | undefined
}

/**
 * Walks from one request to the previous one by the indexes of charges and receipt steps, so a page costs what it shows, not what
 * a job of many lines has. The last call that a page examines is returned even if it does not match: the next page begins after
 * it.
 */
export async function listRequests(db: Db, workspaceId: string, filter: RequestFilter): Promise<RequestRow[]> {
  const { action, keyId, outcome, failedFrom } = filter
  return db<RequestRow[]>`
    with recursive held as materialized (select distinct request_id from holds where workspace_id = ${workspaceId}),
    seen as (
      select 1 as n, ${requestBefore(db, workspaceId, db`${filter.before}::text`, failedFrom)} as request_id
      union all
      select n + 1, ${requestBefore(db, workspaceId, db`seen.request_id`, failedFrom)}
      from seen where request_id >= ${filter.from} and n < ${filter.seenMax}
    ),
    request as (
      select seen.n, seen.request_id, line.actions, coalesce(line.credits, 0)::bigint as credits, line.lines, line.hold_id,
        coalesce(line.key_id, asked.key_id) as key_id, coalesce(line.price_book, asked.price_book) as price_book,
        coalesce(line.created_at, asked.created_at) as created_at,
        case when exists (select 1 from held where held.request_id = seen.request_id) then 'running'
          when line.lines = 0 then 'failed' when line.is_found then 'found' else 'not_found' end as outcome
      from seen
      cross join lateral (
        select count(*) as lines, sum(credits) as credits, min(hold_id) as hold_id, min(key_id) as key_id,
          min(price_book) as price_book, min(created_at) as created_at,
          coalesce(array_agg(distinct action order by action), '{}') as actions,
          -- In a workflow, the line without a step is the run itself, which finds nothing.
          count(*) filter (where units > 0) > (case when count(*) > 1 then count(*) filter (where step = '') else 0 end) as is_found
        from charges where workspace_id = ${workspaceId} and request_id = seen.request_id
      ) line
      left join lateral (
        select key_id, price_book, created_at from receipt_steps
        where workspace_id = ${workspaceId} and request_id = seen.request_id and line.lines = 0 order by id limit 1
      ) asked on true
      where seen.request_id >= ${filter.from}
    ),
    judged as (
      select request.*, true ${action === undefined ? db`` : db`and ${action} = any(actions)`}
        ${keyId === undefined ? db`` : db`and key_id = ${keyId}`}
        ${outcome === undefined ? db`` : db`and outcome = ${outcome}`} as matches
      from request
    )
    select * from judged where matches or n = ${filter.seenMax} limit ${filter.limit + 1}`
}

function requestBefore(db: Db, workspaceId: string, id: Statement<object[]>, failedFrom: string) {
  return db`greatest(
    (select max(request_id) from charges where workspace_id = ${workspaceId} and request_id < ${id}),
    (select max(request_id) from receipt_steps
      where workspace_id = ${workspaceId} and request_id < ${id} and request_id >= ${failedFrom}))`
}
