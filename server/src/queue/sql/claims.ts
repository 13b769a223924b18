import type { Db } from '../../kit/postgres/db.ts'

/** One server has one lane; on Citus it would be a hash of the workspace, and a loop runs per lane. */
const LANE = 0
/**
 * The lane of each row, for statements that look rows up by their primary key. Compared with a constant instead, the lane alone makes
 * a planner without statistics believe that hardly any row is left, and it reads the whole table to join it.
 */
const lanesOf = (rows: readonly unknown[]) => rows.map(() => LANE)

/**
 * Two clocks. Due times (`run_at`, `turn`) are compared with `now`: null in production, and then it is the database's own
 * clock; a test passes the time of the clock it walks. Leases are always the database's: `now()` in the statement.
 */
export type Now = Date | null

export interface NewJob {
  readonly workspaceId: string
  readonly priority: number
  readonly runAt: Date | null
  readonly key: string | null
  readonly dedupe: string | null
  readonly payload: string
}

/** Ids in the order of the rows; a row whose dedupe is taken by an unfinished job is left out. */
export async function insertJobs(db: Db, job: string, now: Now, rows: readonly NewJob[]): Promise<number[]> {
  const inserted = await db<{ id: number }[]>`
    insert into jobs (workspace_id, lane, job, state, priority, run_at, key, turn, dedupe, payload, attempts, claims, created_at)
    select n.workspace_id, ${LANE}, ${job}, 'waiting', n.priority, n.run_at, n.key,
      case when n.key is not null then n.run_at end, n.dedupe, n.payload, 0, 0, n.created_at
    from (
      select r.workspace_id, r.priority, r.key, r.dedupe,
        coalesce(r.run_at, ${now}::timestamptz, date_trunc('milliseconds', now())) as run_at,
        r.payload::jsonb as payload, coalesce(${now}::timestamptz, now()) as created_at, r.position
      from unnest(
        ${rows.map((row) => row.workspaceId)}::text[], ${rows.map((row) => row.priority)}::smallint[],
        ${rows.map((row) => row.runAt?.toISOString() ?? null)}::timestamptz[], ${rows.map((row) => row.key)}::text[],
        ${rows.map((row) => row.dedupe)}::text[], ${rows.map((row) => row.payload)}::text[]
      ) with ordinality as r (workspace_id, priority, run_at, key, dedupe, payload, position)
    ) n order by n.position
    on conflict (workspace_id, lane, job, dedupe) where dedupe is not null and state <> 'dead' do nothing
    returning id`
  return inserted.map((row) => row.id)
}

export interface Head {
  job: string
  priority: number
  run_at: Date
  id: number
  /** Milliseconds until it is due; negative when it is late. */
  due_in_ms: number
}

/** The first waiting job of every kind and priority that is not paused: a step of the index each, however many wait. */
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

export interface Wanted {
  readonly job: string
  readonly priority: number
  /** Of the kind, in all its priorities. */
  readonly atMost: number
  /** How many rows to look through for them: more than `atMost` where many stand in line behind one key. */
  readonly look: number
  readonly leaseSeconds: number
  /** Where to begin: the entries before it are dead until the next vacuum, and walking them costs more than the claim. */
  readonly from: { readonly run_at: Date; readonly id: number }
}

export interface ClaimedRow {
  workspace_id: string
  id: number
  job: string
  /** `parked` when another job of its key is ahead: the claim has only put it out of the way. */
  state: 'running' | 'parked'
  priority: number
  run_at: Date
  key: string | null
  payload: unknown
  attempts: number
  late_ms: number
}

/**
 * Claims due jobs, the most urgent and then the oldest first. A keyed job whose turn it is not is parked instead, once, so
 * that a long line behind one key is not walked by every claim; whoever ends what is ahead puts the next one back.
 * Parking holds a share lock on the job ahead: its end waits for that and then sees what was parked. Where the lock is
 * not to be had, or the job locked is ahead no more, things are just changing, and nothing is parked.
 */
export async function claimJobs(
  db: Db,
  { claim, now, atMost, wanted }: { claim: string; now: Now; atMost: number; wanted: readonly Wanted[] },
): Promise<ClaimedRow[]> {
  return db<ClaimedRow[]>`
    with candidates as materialized (
      select d.*, w.job, w.priority, w.at_most, w.lease_seconds
      from unnest(
        ${wanted.map((w) => w.job)}::text[], ${wanted.map((w) => w.priority)}::smallint[],
        ${wanted.map((w) => w.atMost)}::integer[], ${wanted.map((w) => w.look)}::integer[],
        ${wanted.map((w) => w.leaseSeconds)}::float8[],
        ${wanted.map((w) => w.from.run_at.toISOString())}::timestamptz[], ${wanted.map((w) => w.from.id)}::bigint[]
      ) as w (job, priority, at_most, look, lease_seconds, from_run_at, from_id)
      cross join lateral (
        select workspace_id, lane, id, key, turn, run_at from jobs
        where lane = ${LANE} and job = w.job and priority = w.priority and state = 'waiting'
          and run_at <= coalesce(${now}::timestamptz, now()) and (run_at, id) >= (w.from_run_at, w.from_id)
        order by run_at, id limit w.look for update skip locked
      ) d
    ), judged as materialized (
      select c.*, case when c.key is not null then coalesce(
        (select r.id from jobs r where r.workspace_id = c.workspace_id and r.lane = c.lane and r.key = c.key
           and r.state = 'running'),
        (select e.id from jobs e where e.workspace_id = c.workspace_id and e.lane = c.lane and e.key = c.key
           and e.state <> 'dead' and (e.turn, e.id) < (c.turn, c.id) order by e.turn, e.id limit 1)
      ) end as ahead
      from candidates c
    ), locked as materialized (
      select coalesce(array_agg(l.id), '{}') as ids from (
        select b.id from judged b
        join jobs a on a.workspace_id = b.workspace_id and a.lane = b.lane and a.id = b.ahead
        where a.state = 'running' or (a.state <> 'dead' and (a.turn, a.id) < (b.turn, b.id))
        for share of a skip locked
      ) l
    ), verdicts as materialized (
      (select workspace_id, lane, id, 'running' as state, lease_seconds from (
         select c.*, row_number() over (partition by job order by priority, run_at, id) as place
         from judged c where ahead is null
       ) free where place <= at_most order by priority, run_at, id limit ${atMost})
      union all
      select b.workspace_id, b.lane, b.id, 'parked', 0 from judged b cross join locked l where b.id = any(l.ids)
    )
    update jobs j set
      state = v.state,
      claim = case when v.state = 'running' then ${claim}::uuid end,
      claims = j.claims + case when v.state = 'running' then 1 else 0 end,
      lease_until = case when v.state = 'running' then now() + v.lease_seconds * interval '1 second' end
    from verdicts v
    where j.workspace_id = v.workspace_id and j.lane = v.lane and j.id = v.id
    returning j.workspace_id, j.id, j.job, j.state, j.priority, j.run_at, j.key, j.payload, j.attempts,
      (extract(epoch from coalesce(${now}::timestamptz, now()) - j.run_at) * 1000)::float8 as late_ms`
}

export interface Hold {
  readonly workspaceId: string
  readonly id: number
  readonly claim: string
}

/** Renews the leases of everything held; ids that are not answered have been taken over. */
export async function renewLeases(
  db: Db,
  holds: readonly (Hold & { readonly leaseSeconds: number })[],
): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    update jobs j set lease_until = now() + h.lease_seconds * interval '1 second'
    from unnest(
      ${holds.map((h) => h.workspaceId)}::text[], ${lanesOf(holds)}::smallint[], ${holds.map((h) => h.id)}::bigint[],
      ${holds.map((h) => h.claim)}::uuid[], ${holds.map((h) => h.leaseSeconds)}::float8[]
    ) as h (workspace_id, lane, id, claim, lease_seconds)
    where j.workspace_id = h.workspace_id and j.lane = h.lane and j.id = h.id and j.claim = h.claim
    returning j.id`
  return rows.map((row) => row.id)
}

/** Finished jobs leave the table; ids that are not answered had been taken over. */
export async function deleteFinished(db: Db, holds: readonly Hold[]): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    delete from jobs j using unnest(
      ${holds.map((h) => h.workspaceId)}::text[], ${lanesOf(holds)}::smallint[], ${holds.map((h) => h.id)}::bigint[],
      ${holds.map((h) => h.claim)}::uuid[]
    ) as h (workspace_id, lane, id, claim)
    where j.workspace_id = h.workspace_id and j.lane = h.lane and j.id = h.id and j.claim = h.claim
    returning j.id`
  return rows.map((row) => row.id)
}

export interface Unfinished extends Hold {
  readonly state: 'waiting' | 'dead'
  readonly attempts: number
  /** An exact time, or so long after now. */
  readonly at: Date | null
  readonly delaySeconds: number
  readonly keepsTurn: boolean
  readonly error: string | null
}

/** Attempts that did not finish their job: back to wait for another, or dead. */
export async function updateUnfinished(db: Db, now: Now, rows: readonly Unfinished[]): Promise<number[]> {
  const updated = await db<{ id: number }[]>`
    update jobs j set
      state = s.state, claim = null, lease_until = null, claims = 0, attempts = s.attempts, error = s.error,
      run_at = case when s.state = 'waiting' then s.run_at else j.run_at end,
      turn = case when j.key is not null and s.state = 'waiting' and s.keeps_turn = 0 then s.run_at else j.turn end,
      dead_at = case when s.state = 'dead' then coalesce(${now}::timestamptz, now()) end
    from (
      select u.*, coalesce(u.at, coalesce(${now}::timestamptz, now()) + u.delay_seconds * interval '1 second') as run_at
      from unnest(
        ${rows.map((r) => r.workspaceId)}::text[], ${lanesOf(rows)}::smallint[], ${rows.map((r) => r.id)}::bigint[],
        ${rows.map((r) => r.claim)}::uuid[],
        ${rows.map((r) => r.state)}::text[], ${rows.map((r) => r.attempts)}::integer[],
        ${rows.map((r) => r.at?.toISOString() ?? null)}::timestamptz[], ${rows.map((r) => r.delaySeconds)}::float8[],
        ${rows.map((r) => Number(r.keepsTurn))}::integer[], ${rows.map((r) => r.error)}::text[]
      ) as u (workspace_id, lane, id, claim, state, attempts, at, delay_seconds, keeps_turn, error)
    ) s
    where j.workspace_id = s.workspace_id and j.lane = s.lane and j.id = s.id and j.claim = s.claim
    returning j.id`
  return updated.map((row) => row.id)
}

/** Claimed but not started: back as they were, and the claim does not count. */
export async function giveBackJobs(db: Db, holds: readonly Hold[]): Promise<void> {
  await db`
    update jobs j set state = 'waiting', claim = null, lease_until = null, claims = j.claims - 1
    from unnest(
      ${holds.map((h) => h.workspaceId)}::text[], ${lanesOf(holds)}::smallint[], ${holds.map((h) => h.id)}::bigint[],
      ${holds.map((h) => h.claim)}::uuid[]
    ) as h (workspace_id, lane, id, claim)
    where j.workspace_id = h.workspace_id and j.lane = h.lane and j.id = h.id and j.claim = h.claim`
}

export interface ReapedRow {
  workspace_id: string
  id: number
  job: string
  state: 'waiting' | 'dead'
  key: string | null
}

/**
 * Takes jobs from workers that have stopped renewing. At once the first time; then a little spread, so that what kills
 * its worker is less and less often in company; after `claimsMost` it is poison.
 */
export async function reapJobs(
  db: Db,
  { now, claimsMost, atMost }: { now: Now; claimsMost: number; atMost: number },
): Promise<ReapedRow[]> {
  return db<ReapedRow[]>`
    update jobs j set
      state = case when j.claims >= ${claimsMost} then 'dead' else 'waiting' end, claim = null, lease_until = null,
      run_at = case when j.claims < 2 then j.run_at
        else coalesce(${now}::timestamptz, now()) + j.claims * random() * interval '1 second' end,
      error = case when j.claims >= ${claimsMost}
        then 'Poison: the worker died or froze ' || j.claims || ' times in a row while it held this job.' else j.error end,
      dead_at = case when j.claims >= ${claimsMost} then coalesce(${now}::timestamptz, now()) end
    from (
      select workspace_id, lane, id from jobs where lane = ${LANE} and state = 'running' and lease_until < now()
      limit ${atMost} for update skip locked
    ) lost
    where j.workspace_id = lost.workspace_id and j.lane = lost.lane and j.id = lost.id
    returning j.workspace_id, j.id, j.job, j.state, j.key`
}

export interface Key {
  readonly workspaceId: string
  readonly key: string
}

/**
 * Puts the first parked job of each key back in the queue. A statement of its own, after the one that ended the job ahead
 * and in its transaction: only so does it see what was parked while that one waited.
 */
export async function unparkNext(db: Db, keys: readonly Key[]): Promise<void> {
  await db`
    with first as materialized (
      select k.workspace_id, k.lane, (
        select n.id from jobs n where n.workspace_id = k.workspace_id and n.lane = k.lane and n.key = k.key and n.state <> 'dead'
        order by n.turn, n.id limit 1
      ) as id
      from (select distinct workspace_id, lane, key from unnest(
        ${keys.map((k) => k.workspaceId)}::text[], ${lanesOf(keys)}::smallint[], ${keys.map((k) => k.key)}::text[]
      ) as u (workspace_id, lane, key)) k
    )
    update jobs j set state = 'waiting' from first
    where j.workspace_id = first.workspace_id and j.lane = first.lane and j.id = first.id and j.state = 'parked'`
}

/** Deletes what has not started yet; answers the keys that may go on. */
export async function deleteWaiting(
  db: Db,
  workspaceId: string,
  job: string,
  dedupe: string,
): Promise<Key[] | undefined> {
  const rows = await db<{ key: string | null }[]>`
    delete from jobs where workspace_id = ${workspaceId} and lane = ${LANE} and job = ${job} and dedupe = ${dedupe}
      and state in ('waiting', 'parked')
    returning key`
  if (rows.length === 0) return undefined
  return rows.flatMap(({ key }) => (key === null ? [] : [{ workspaceId, key }]))
}

export interface DeadRow {
  workspace_id: string
  id: number
  job: string
  payload: unknown
  attempts: number
  error: string
  created_at: Date
  dead_at: Date
}

/** The jobs of one kind that were set aside, oldest first. */
export async function listDead(db: Db, job: string, afterId: number, limit: number): Promise<DeadRow[]> {
  return db<DeadRow[]>`
    select workspace_id, id, job, payload, attempts, error, created_at, dead_at from jobs
    where lane = ${LANE} and job = ${job} and state = 'dead' and id > ${afterId} order by id limit ${limit}`
}

/** A dead job starts anew with a fresh budget; false when it is not dead. */
export async function requeueDead(db: Db, workspaceId: string, id: number, now: Now): Promise<boolean> {
  const { count } = await db`
    update jobs set state = 'waiting', attempts = 0, claims = 0, dead_at = null,
      run_at = coalesce(${now}::timestamptz, now()),
      turn = case when key is not null then coalesce(${now}::timestamptz, now()) end
    where workspace_id = ${workspaceId} and lane = ${LANE} and id = ${id} and state = 'dead'`
  return count > 0
}

export async function insertPause(db: Db, job: string): Promise<void> {
  await db`insert into job_pauses (job, paused_at) values (${job}, now()) on conflict (job) do nothing`
}

export async function deletePause(db: Db, job: string): Promise<void> {
  await db`delete from job_pauses where job = ${job}`
}

/** Makes sure a timer's one job is there, and not later than its next tick; a tick that is past is never brought back. */
export async function ensureTimer(db: Db, workspaceId: string, job: string, tick: Date, now: Now): Promise<void> {
  await db`
    insert into jobs (workspace_id, lane, job, state, priority, run_at, dedupe, payload, attempts, claims, created_at)
    values (${workspaceId}, ${LANE}, ${job}, 'waiting', 0, ${tick}, 'timer', '{}', 0, 0, coalesce(${now}::timestamptz, now()))
    on conflict (workspace_id, lane, job, dedupe) where dedupe is not null and state <> 'dead'
    do update set run_at = excluded.run_at where jobs.state = 'waiting' and jobs.run_at > excluded.run_at
      and excluded.run_at > coalesce(${now}::timestamptz, now())`
}

export interface CountRow {
  job: string
  state: string
  jobs: number
}

export async function countJobs(db: Db): Promise<CountRow[]> {
  return db<CountRow[]>`select job, state, count(*) as jobs from jobs where lane = ${LANE} group by job, state`
}
