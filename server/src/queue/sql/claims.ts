import type { Db } from '../../kit/postgres/db.ts'
import { LANE, lanesOf } from './lane.ts'
import type { Now } from './now.ts'

export interface Head {
  job: string
  priority: number
  run_at: Date
  id: number
  /** Milliseconds until it is due; negative when it is late. */
  due_in_ms: number
}

/** The first waiting job of every kind and priority that is not paused: one step of the index each, however many wait. */
export async function listHeads(db: Db, now: Now): Promise<Head[]> {
  return db<Head[]>`
    with recursive heads (job, priority, run_at, id) as (
      (select job, priority, run_at, id from jobs where lane = ${LANE} and state = 'waiting'
       order by job, priority, run_at, id limit 1)
      union all
      select n.job, n.priority, n.run_at, n.id from heads h cross join lateral (
        select job, priority, run_at, id from jobs
        where lane = ${LANE} and state = 'waiting' and (job, priority) > (h.job, h.priority)
        order by job, priority, run_at, id limit 1) n
    )
    select job, priority, run_at, id,
      (extract(epoch from run_at - coalesce(${now}::timestamptz, now())) * 1000)::float8 as due_in_ms
    from heads where not exists (select from job_pauses p where p.job = heads.job)
    order by priority, run_at, id`
}

/** What a claim asks for of one kind and priority. */
export interface ClaimRequest {
  readonly job: string
  readonly priority: number
  /** How many jobs of the kind may start, in all its priorities together. */
  readonly atMost: number
  /** How many rows to read for them: more than `atMost` where many jobs wait for one key. */
  readonly scanRows: number
  readonly leaseSeconds: number
  /**
   * Where to begin: index entries before it are dead until the next vacuum. Measured over 400,000 jobs in a row: from the
   * start of the index the rate falls from 10,000 to 5,000 a second, from here it stays level (decision 0010).
   */
  readonly from: { readonly run_at: Date; readonly id: number }
}

export interface ClaimedRow {
  workspace_id: string
  id: number
  job: string
  /** `parked`: another job of its key comes first, and the claim only took it out of the waiting ones. */
  state: 'running' | 'parked'
  priority: number
  run_at: Date
  key: string | null
  payload: unknown
  attempts: number
  late_ms: number
}

/**
 * Claims due jobs, the most urgent and then the oldest first. A job that another of its key precedes (by the column `turn`) is
 * parked instead, once, so that claims do not read a long line behind one key again and again; recording the outcome of the
 * job ahead unparks the next one. Parking takes a share lock on the job ahead: recording its outcome waits for that lock and
 * then sees what was parked. When the lock cannot be had, or the locked job is no longer ahead, nothing is parked.
 */
export async function claimJobs(
  db: Db,
  { claim, now, atMost, requests }: { claim: string; now: Now; atMost: number; requests: readonly ClaimRequest[] },
): Promise<ClaimedRow[]> {
  return db<ClaimedRow[]>`
    with candidates as materialized (
      select d.*, r.job, r.priority, r.at_most, r.lease_seconds
      from unnest(
        ${requests.map((r) => r.job)}::text[], ${requests.map((r) => r.priority)}::smallint[],
        ${requests.map((r) => r.atMost)}::integer[], ${requests.map((r) => r.scanRows)}::integer[],
        ${requests.map((r) => r.leaseSeconds)}::float8[],
        ${requests.map((r) => r.from.run_at.toISOString())}::timestamptz[], ${requests.map((r) => r.from.id)}::bigint[]
      ) as r (job, priority, at_most, scan_rows, lease_seconds, from_run_at, from_id)
      cross join lateral (
        select workspace_id, lane, id, key, turn, run_at from jobs
        where lane = ${LANE} and job = r.job and priority = r.priority and state = 'waiting'
          and run_at <= coalesce(${now}::timestamptz, now()) and (run_at, id) >= (r.from_run_at, r.from_id)
        order by run_at, id limit r.scan_rows for update skip locked
      ) d
    ), preceded as materialized (
      select c.*, case when c.key is not null then coalesce(
        (select r.id from jobs r where r.workspace_id = c.workspace_id and r.lane = c.lane and r.key = c.key
           and r.state = 'running'),
        (select e.id from jobs e where e.workspace_id = c.workspace_id and e.lane = c.lane and e.key = c.key
           and e.state <> 'dead' and (e.turn, e.id) < (c.turn, c.id) order by e.turn, e.id limit 1)
      ) end as ahead
      from candidates c
    ), locked as materialized (
      select coalesce(array_agg(l.id), '{}') as ids from (
        select b.id from preceded b
        join jobs a on a.workspace_id = b.workspace_id and a.lane = b.lane and a.id = b.ahead
        where a.state = 'running' or (a.state <> 'dead' and (a.turn, a.id) < (b.turn, b.id))
        for share of a skip locked
      ) l
    ), decisions as materialized (
      (select workspace_id, lane, id, 'running' as state, lease_seconds from (
         select c.*, row_number() over (partition by job order by priority, run_at, id) as position
         from preceded c where ahead is null
       ) free where position <= at_most order by priority, run_at, id limit ${atMost})
      union all
      select b.workspace_id, b.lane, b.id, 'parked', 0 from preceded b cross join locked l where b.id = any(l.ids)
    )
    update jobs j set
      state = v.state,
      claim = case when v.state = 'running' then ${claim}::uuid end,
      claims = j.claims + case when v.state = 'running' then 1 else 0 end,
      lease_until = case when v.state = 'running' then now() + v.lease_seconds * interval '1 second' end
    from decisions v
    where j.workspace_id = v.workspace_id and j.lane = v.lane and j.id = v.id
    returning j.workspace_id, j.id, j.job, j.state, j.priority, j.run_at, j.key, j.payload, j.attempts,
      (extract(epoch from coalesce(${now}::timestamptz, now()) - j.run_at) * 1000)::float8 as late_ms`
}

/** A claim on one job: whatever is recorded about the job names it. */
export interface JobClaim {
  readonly workspaceId: string
  readonly id: number
  readonly claim: string
}

/** Makes claimed jobs that were not started wait again; the claim does not count. */
export async function unclaimJobs(db: Db, claims: readonly JobClaim[]): Promise<void> {
  await db`
    update jobs j set state = 'waiting', claim = null, lease_until = null, claims = j.claims - 1
    from unnest(
      ${claims.map((c) => c.workspaceId)}::text[], ${lanesOf(claims)}::smallint[], ${claims.map((c) => c.id)}::bigint[],
      ${claims.map((c) => c.claim)}::uuid[]
    ) as c (workspace_id, lane, id, claim)
    where j.workspace_id = c.workspace_id and j.lane = c.lane and j.id = c.id and j.claim = c.claim`
}
