import type { Db, Statement } from '../../../../kit/postgres/db.ts'
import type { LoggedColumns } from '../../request-log/contract.ts'
import type { MeteredCall, RequestQuery } from '../contract/requests.ts'

export interface RequestRow extends LoggedColumns {
  /** Position of the request among those that the page examined. */
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
  /** Null when it is only in the log: its id has the time. */
  created_at: Date | null
}

export interface RequestFilter extends Omit<RequestQuery, 'cursor' | 'from' | 'to'> {
  /** Request ids begin with their time, so `from` and `before` select a range of ids. */
  readonly before: string
  readonly from: string
  /** Requests without a charge that are older than this may have been charged, and their charges archived. */
  readonly unarchivedFrom: string
  readonly seenMax: number
}

/**
 * Joins the log with charges and receipt steps, which are kept longer. The last request that a page examines is returned even if
 * it does not match: the next page begins after it.
 */
export async function listRequests(db: Db, workspaceId: string, filter: RequestFilter): Promise<RequestRow[]> {
  const { action, api_key_id: keyId, outcome, metered } = filter
  return db<RequestRow[]>`
    with recursive held as materialized (select distinct request_id from holds where workspace_id = ${workspaceId}),
    ${isInLogOnly(filter) ? scanLog(db, workspaceId, filter) : walkRequests(db, workspaceId, filter)},
    request as (
      select seen.n, seen.request_id, line.actions, coalesce(line.credits, 0)::bigint as credits, line.lines, line.hold_id,
        coalesce(line.key_id, asked.key_id, log.caller_id) as key_id,
        coalesce(line.price_book, asked.price_book, '') as price_book,
        coalesce(line.created_at, asked.created_at) as created_at,
        log.method, log.path, log.operation, log.status, log.ms, log.mode, log.request_bytes, log.response_bytes,
        log.client_request_id, log.error_code,
        case when exists (select 1 from held where held.request_id = seen.request_id) then 'running'
          when line.lines = 0 and asked.key_id is null then 'unmetered'
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
      -- Limited, so that the order of the requests stays: PostgreSQL looks each of them up.
      left join lateral (
        select * from request_log where workspace_id = ${workspaceId} and request_id = seen.request_id limit 1
      ) log on true
      where seen.request_id >= ${filter.from}
    ),
    judged as (
      select request.*, coalesce(true ${matchLog(db, filter)}
        ${action === undefined ? db`` : db`and ${action} = any(actions)`}
        ${keyId === undefined ? db`` : db`and key_id = ${keyId}`}
        ${outcome === undefined ? db`` : db`and outcome = ${outcome}`}
        ${metered === undefined ? db`` : db`and (outcome <> 'unmetered') = ${metered}`}, false) as matches
      from request
    )
    select * from judged where matches or n = ${filter.seenMax} limit ${filter.limit + 1}`
}

/** Returns true for filters that only the log can match: it is read by itself, which costs less per request than a walk. */
function isInLogOnly({ action, outcome, metered, ...filter }: RequestFilter): boolean {
  if (action !== undefined || (outcome !== undefined && outcome !== 'unmetered') || metered === true) return false
  const { method, path, operation, status, error_code: code, mode, request_id: requestId } = filter
  const ofLog = [method, path, operation, status, code, mode, requestId]
  return outcome === 'unmetered' || metered === false || ofLog.some((wanted) => wanted !== undefined)
}

/** Examines the newest requests of the log in one scan: by their own indexes if they failed, or have an id of the client. */
function scanLog(db: Db, workspaceId: string, filter: RequestFilter) {
  const { api_key_id: keyId, request_id: requestId, seenMax } = filter
  const mustFail = filter.error_code !== undefined || /^[45]/.test(filter.status ?? '')
  return db`seen as (
      select n, request_id from (
        select row_number() over (order by request_id desc) as n, log.* from (
          select * from request_log
          where workspace_id = ${workspaceId} and request_id < ${filter.before}
            and request_id >= greatest(${filter.from}::text, ${filter.unarchivedFrom}::text)
            ${mustFail ? db`and status >= 400` : db``}
            ${requestId === undefined ? db`` : db`and (request_id = ${requestId} or client_request_id = ${requestId})`}
          order by request_id desc limit ${seenMax}
        ) log
      ) log
      where n = ${seenMax} or (true ${matchLog(db, filter)} ${keyId === undefined ? db`` : db`and caller_id = ${keyId}`})
      order by n
    )`
}

function matchLog(db: Db, filter: RequestFilter) {
  const { method, path, operation, status, error_code: code, mode, request_id: requestId } = filter
  const lowest = Number(status?.replace('xx', '00'))
  const highest = Number(status?.replace('xx', '99'))
  return db`
    ${method === undefined ? db`` : db`and method = ${method}`}
    ${path === undefined ? db`` : db`and starts_with(path, ${path})`}
    ${operation === undefined ? db`` : db`and operation = ${operation}`}
    ${status === undefined ? db`` : db`and status between ${lowest} and ${highest}`}
    ${code === undefined ? db`` : db`and error_code = ${code}`}
    ${mode === undefined ? db`` : db`and mode = ${mode}`}
    ${requestId === undefined ? db`` : db`and ${requestId} in (request_id, client_request_id)`}`
}

/**
 * Walks from one request to the previous one by the indexes of charges, receipt steps and the log, so a page costs what it shows,
 * not what a job of many lines has.
 */
function walkRequests(db: Db, workspaceId: string, filter: RequestFilter) {
  const previous = (id: Statement<object[]>) => requestBefore(db, workspaceId, id, filter)
  return db`seen as (
      select 1 as n, ${previous(db`${filter.before}::text`)} as request_id
      union all
      select n + 1, ${previous(db`seen.request_id`)}
      from seen where request_id >= ${filter.from} and n < ${filter.seenMax}
    )`
}

function requestBefore(db: Db, workspaceId: string, id: Statement<object[]>, filter: RequestFilter) {
  const { unarchivedFrom, metered, action, outcome } = filter
  const isMetered = metered === true || action !== undefined || (outcome !== undefined && outcome !== 'running')
  return db`greatest(
    (select max(request_id) from charges where workspace_id = ${workspaceId} and request_id < ${id}),
    (select max(request_id) from receipt_steps
      where workspace_id = ${workspaceId} and request_id < ${id} and request_id >= ${unarchivedFrom})
    ${
      isMetered
        ? db``
        : db`, (select max(request_id) from request_log
            where workspace_id = ${workspaceId} and request_id < ${id} and request_id >= ${unarchivedFrom})`
    })`
}
