import type { Db } from '../../kit/postgres/db.ts'
import type { Now } from './now.ts'

export interface Head {
  job: string
  priority: number
  run_at: Date
  id: number
  workspace_id: string
  remote: number
  /** True for the first job of a kind, workspace and remote in the backlog; false for the first of a kind and priority. */
  is_backlogged: boolean
  /** Milliseconds until the job is due; negative when it is late. */
  due_in_ms: number
}

/** Number of remotes of one workspace that a read of the backlog visits, starting at a random one. */
const REMOTES_MAX = 20
const HASHES = 2 ** 32

/**
 * Lists the first waiting job of every kind and priority that is not paused, and the first of every kind, workspace and remote
 * in the backlog: one index step each, however many jobs wait. Full workspaces, named `job workspace`, count as one step.
 */
export async function listHeads(db: Db, now: Now, full: readonly string[] = []): Promise<Head[]> {
  const from = Math.floor(Math.random() * HASHES) - HASHES / 2
  return db<Head[]>`
    with recursive waiting (job, priority, run_at, id, workspace_id, remote) as (
      (select job, priority, run_at, id, workspace_id, remote from jobs where state = 'waiting'
       order by job, priority, run_at, id limit 1)
      union all
      select n.* from waiting h cross join lateral (
        select job, priority, run_at, id, workspace_id, remote from jobs
        where state = 'waiting' and (job, priority) > (h.job, h.priority)
        order by job, priority, run_at, id limit 1) n
    ), backlogs (job, workspace_id) as (
      (select job, workspace_id from jobs where state = 'backlogged' order by job, workspace_id limit 1)
      union all
      select n.* from backlogs w cross join lateral (
        select job, workspace_id from jobs
        where state = 'backlogged' and (job, workspace_id) > (w.job, w.workspace_id)
        order by job, workspace_id limit 1) n
    ), heads as (
      select *, false as is_backlogged from waiting
      union all
      select b.*, true from backlogs w cross join lateral (
        with recursive remotes (remote, n) as (
          select coalesce(
            (select remote from jobs where state = 'backlogged' and job = w.job
               and workspace_id = w.workspace_id and remote >= ${from} order by remote limit 1),
            (select remote from jobs where state = 'backlogged' and job = w.job
               and workspace_id = w.workspace_id order by remote limit 1)), 1
          union all
          select n.remote, r.n + 1 from remotes r cross join lateral (
            select remote from jobs where state = 'backlogged' and job = w.job
              and workspace_id = w.workspace_id and remote > r.remote and r.n < ${REMOTES_MAX} order by remote limit 1) n
        )
        select f.* from remotes r cross join lateral (
          select job, priority, run_at, id, workspace_id, remote from jobs
          where state = 'backlogged' and job = w.job and workspace_id = w.workspace_id
            and remote = r.remote order by priority, run_at, id limit 1) f
        limit case when w.job || ' ' || w.workspace_id = any(${full}::text[]) then 1 end
      ) b
    )
    select *, (extract(epoch from run_at - coalesce(${now}::timestamptz, now())) * 1000)::float8 as due_in_ms
    from heads where not exists (select from job_pauses p where p.job = heads.job)
    order by priority, run_at, id`
}

/** Part of a claim: waiting jobs of one kind and priority, or jobs of one kind, workspace and remote in the backlog. */
export interface ClaimRequest {
  readonly job: string
  /** Number of jobs that may start. */
  readonly atMost: number
  /** Number of rows to read for them: more than `atMost` where many jobs wait for one key or for their workspace's share. */
  readonly scanRows: number
  readonly leaseSeconds: number
  /**
   * Head to start from: index entries before it are dead until the next vacuum. Measured over 400,000 jobs in a row: from the
   * start of the index the rate falls from 10,000 to 5,000 jobs a second; from here it stays level (decision 0010).
   */
  readonly from: Head
}

export interface ClaimedRow {
  workspace_id: string
  id: number
  job: string
  /**
   * `parked`: another job of its key comes first. `backlogged`: its workspace uses its whole share of the slots. In both cases
   * the claim only moved the job out of the waiting ones.
   */
  state: 'running' | 'parked' | 'backlogged'
  priority: number
  run_at: Date
  key: string | null
  remote: number
  payload: unknown
  attempts: number
  late_ms: number
  /** Index of the job's request in `requests`. */
  request: number
}

interface Claim {
  readonly claim: string
  readonly now: Now
  readonly atMost: number
  readonly requests: readonly ClaimRequest[]
  /** Groups that may not start jobs, as `job workspace` or `job workspace remote`. */
  readonly full: readonly string[]
}

/**
 * Claims due jobs, the most urgent and then the oldest first. A job behind another one of its key (by the column `position_at`) is
 * parked instead, once, so that claims do not read a long queue behind one key again and again. Recording the outcome of the
 * job ahead unparks the next one. Parking takes a share lock on the job ahead: recording its outcome waits for that lock and
 * then sees the parked jobs. If the lock is not available, or the locked job is no longer ahead, nothing is parked. For the
 * same reason a job of a full group goes to the backlog, once, and is claimed from there.
 */
export async function claimJobs(db: Db, { claim, now, atMost, requests, full }: Claim): Promise<ClaimedRow[]> {
  // Omitted while no group is full and the backlog is empty, which is most of the time.
  const isFull = full.length === 0 ? db`false` : fullIn(db, full)
  const fromBacklog = requests.some(({ from }) => from.is_backlogged) ? db`union all ${backlogRows(db)}` : db``
  return db<ClaimedRow[]>`
    with requests as materialized (
      select * from unnest(
        ${requests.map((_, at) => at)}::integer[],
        ${requests.map((r) => r.job)}::text[], ${requests.map((r) => r.from.priority)}::smallint[],
        ${requests.map((r) => r.atMost)}::integer[], ${requests.map((r) => r.scanRows)}::integer[],
        ${requests.map((r) => r.leaseSeconds)}::float8[],
        ${requests.map((r) => r.from.run_at.toISOString())}::timestamptz[], ${requests.map((r) => r.from.id)}::bigint[],
        ${requests.map((r) => (r.from.is_backlogged ? r.from.workspace_id : null))}::text[],
        ${requests.map((r) => r.from.remote)}::integer[]
      ) as r (request, job, priority, at_most, scan_rows, lease_seconds, from_run_at, from_id, workspace_id, remote)
    ), candidates as materialized (
      select d.*, r.request, r.job, r.at_most, r.lease_seconds, ${isFull} as is_full
      from requests r cross join lateral (
        select workspace_id, id, priority, key, position_at, run_at, remote from jobs
        where job = r.job and priority = r.priority and state = 'waiting'
          and run_at <= coalesce(${now}::timestamptz, now()) and (run_at, id) >= (r.from_run_at, r.from_id)
        order by run_at, id limit r.scan_rows for update skip locked
      ) d where r.workspace_id is null
      ${fromBacklog}
    ), preceded as materialized (
      select c.*, case when c.key is not null then coalesce(
        (select r.id from jobs r where r.workspace_id = c.workspace_id and r.key = c.key
           and r.state = 'running'),
        (select e.id from jobs e where e.workspace_id = c.workspace_id and e.key = c.key
           and e.state <> 'dead' and (e.position_at, e.id) < (c.position_at, c.id) order by e.position_at, e.id limit 1)
      ) end as ahead
      from candidates c
    ), locked as materialized (
      select coalesce(array_agg(l.id), '{}') as ids from (
        select b.id from preceded b
        join jobs a on a.workspace_id = b.workspace_id and a.id = b.ahead
        where a.state = 'running' or (a.state <> 'dead' and (a.position_at, a.id) < (b.position_at, b.id))
        for share of a skip locked
      ) l
    ), decisions as materialized (
      (select workspace_id, id, 'running' as state, lease_seconds, request from (
         select c.*, row_number() over (partition by request order by priority, run_at, id) as position
         from preceded c where ahead is null and not is_full
       ) free where position <= at_most order by priority, run_at, id limit ${atMost})
      union all
      select b.workspace_id, b.id, 'parked', 0, b.request from preceded b cross join locked l where b.id = any(l.ids)
      ${
        full.length === 0
          ? db``
          : db`union all
      select f.workspace_id, f.id, 'backlogged', 0, f.request from preceded f where f.ahead is null and f.is_full`
      }
    )
    update jobs j set
      state = v.state,
      claim = case when v.state = 'running' then ${claim}::uuid end,
      claims = j.claims + case when v.state = 'running' then 1 else 0 end,
      lease_until = case when v.state = 'running' then now() + v.lease_seconds * interval '1 second' end
    from decisions v
    where j.workspace_id = v.workspace_id and j.id = v.id
    returning j.workspace_id, j.id, j.job, j.state, j.priority, j.run_at, j.key, j.remote, j.payload, j.attempts,
      (extract(epoch from coalesce(${now}::timestamptz, now()) - j.run_at) * 1000)::float8 as late_ms, v.request`
}

const fullIn = (db: Db, full: readonly string[]) => db`
  (r.job || ' ' || d.workspace_id = any(${full}::text[])
    or r.job || ' ' || d.workspace_id || ' ' || d.remote = any(${full}::text[]))`

const backlogRows = (db: Db) => db`
  select d.*, r.request, r.job, r.at_most, r.lease_seconds, false
  from requests r cross join lateral (
    select workspace_id, id, priority, key, position_at, run_at, remote from jobs
    where job = r.job and workspace_id = r.workspace_id and remote = r.remote
      and state = 'backlogged' and (priority, run_at, id) >= (r.priority, r.from_run_at, r.from_id)
    order by priority, run_at, id limit r.scan_rows for update skip locked
  ) d where r.workspace_id is not null`

/** A claim on one job. Everything recorded about the job refers to its claim. */
export interface JobClaim {
  readonly workspaceId: string
  readonly id: number
  readonly claim: string
}

/** Returns claimed jobs that were not started to the waiting ones. The claim does not count. */
export async function unclaimJobs(db: Db, claims: readonly JobClaim[]): Promise<void> {
  await db`
    update jobs j set state = 'waiting', claim = null, lease_until = null, claims = j.claims - 1
    from unnest(
      ${claims.map((c) => c.workspaceId)}::text[], ${claims.map((c) => c.id)}::bigint[],
      ${claims.map((c) => c.claim)}::uuid[]
    ) as c (workspace_id, id, claim)
    where j.workspace_id = c.workspace_id and j.id = c.id and j.claim = c.claim`
}
