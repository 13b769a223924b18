import type { Db } from '../../kit/postgres/db.ts'
import type { Now } from './now.ts'
import type { JobKey } from './outcomes.ts'

export interface NewJob {
  readonly workspaceId: string
  readonly priority: number
  readonly runAt: Date | null
  readonly key: string | null
  readonly dedupe: string | null
  /** A hash of the remote host's name; 0 when there is none. */
  readonly remote: number
  readonly payload: string
}

/** Returns the ids in the order of the rows. A row whose dedupe belongs to an unfinished job is not inserted. */
export async function insertJobs(db: Db, job: string, now: Now, rows: readonly NewJob[]): Promise<number[]> {
  const inserted = await db<{ id: number }[]>`
    insert into jobs (workspace_id, job, state, priority, run_at, key, position_at, dedupe, remote, payload, attempts, claims, created_at)
    select n.workspace_id, ${job}, 'waiting', n.priority, n.run_at, n.key,
      case when n.key is not null then n.run_at end, n.dedupe, n.remote, n.payload, 0, 0, n.created_at
    from (
      select r.workspace_id, r.priority, r.key, r.dedupe, r.remote,
        coalesce(r.run_at, ${now}::timestamptz, date_trunc('milliseconds', now())) as run_at,
        r.payload::jsonb as payload, coalesce(${now}::timestamptz, now()) as created_at, r.position
      from unnest(
        ${rows.map((row) => row.workspaceId)}::text[], ${rows.map((row) => row.priority)}::smallint[],
        ${rows.map((row) => row.runAt?.toISOString() ?? null)}::timestamptz[], ${rows.map((row) => row.key)}::text[],
        ${rows.map((row) => row.dedupe)}::text[], ${rows.map((row) => row.remote)}::integer[],
        ${rows.map((row) => row.payload)}::text[]
      ) with ordinality as r (workspace_id, priority, run_at, key, dedupe, remote, payload, position)
    ) n order by n.position
    on conflict (workspace_id, job, dedupe) where dedupe is not null and state <> 'dead' do nothing
    returning id`
  return inserted.map((row) => row.id)
}

/** Deletes a job that has not started. Returns the keys whose next job may run, or undefined when there was none to delete. */
export async function deleteWaiting(
  db: Db,
  workspaceId: string,
  job: string,
  dedupe: string,
): Promise<JobKey[] | undefined> {
  const rows = await db<{ key: string | null }[]>`
    delete from jobs where workspace_id = ${workspaceId} and job = ${job} and dedupe = ${dedupe}
      and state in ('waiting', 'backlogged', 'parked')
    returning key`
  if (rows.length === 0) return undefined
  return rows.flatMap(({ key }) => (key === null ? [] : [{ workspaceId, key }]))
}

export interface DeadJobRow {
  workspace_id: string
  id: number
  job: string
  payload: unknown
  attempts: number
  error: string
  created_at: Date
  dead_at: Date
}

/** Lists the dead jobs of one kind, oldest first. */
export async function listDead(db: Db, job: string, afterId: number, limit: number): Promise<DeadJobRow[]> {
  return db<DeadJobRow[]>`
    select workspace_id, id, job, payload, attempts, error, created_at, dead_at from jobs
    where job = ${job} and state = 'dead' and id > ${afterId} order by id limit ${limit}`
}

/** Puts a dead job back into the queue with all its attempts. Returns false when it is not dead. */
export async function requeueDead(db: Db, workspaceId: string, id: number, now: Now): Promise<boolean> {
  const { count } = await db`
    update jobs set state = 'waiting', attempts = 0, claims = 0, dead_at = null,
      run_at = coalesce(${now}::timestamptz, now()),
      position_at = case when key is not null then coalesce(${now}::timestamptz, now()) end
    where workspace_id = ${workspaceId} and id = ${id} and state = 'dead'`
  return count > 0
}

export async function insertPause(db: Db, job: string): Promise<void> {
  await db`insert into job_pauses (job, paused_at) values (${job}, now()) on conflict (job) do nothing`
}

export async function deletePause(db: Db, job: string): Promise<void> {
  await db`delete from job_pauses where job = ${job}`
}

/** Ensures that a timer's only job exists and is due no later than its next tick. Never restores a tick in the past. */
export async function ensureTimer(
  db: Db,
  workspaceId: string,
  { job, tick, now }: { job: string; tick: Date; now: Now },
): Promise<void> {
  await db`
    insert into jobs (workspace_id, job, state, priority, run_at, dedupe, payload, attempts, claims, created_at)
    values (${workspaceId}, ${job}, 'waiting', 0, ${tick}, 'timer', '{}', 0, 0, coalesce(${now}::timestamptz, now()))
    on conflict (workspace_id, job, dedupe) where dedupe is not null and state <> 'dead'
    do update set run_at = excluded.run_at where jobs.state = 'waiting' and jobs.run_at > excluded.run_at
      and excluded.run_at > coalesce(${now}::timestamptz, now())`
}

export interface JobCountRow {
  job: string
  /** Jobs in the backlog count as waiting. */
  state: string
  jobs: number
  due: number
  /** Time that the oldest due job has been waiting; 0 when none is due. */
  oldest_seconds: number
}

export async function countJobs(db: Db): Promise<JobCountRow[]> {
  return db<JobCountRow[]>`
    select job, state, count(*) as jobs, count(*) filter (where state = 'waiting' and run_at <= now()) as due,
      greatest(0, coalesce(extract(epoch from now() - min(run_at) filter (where state = 'waiting')), 0))::float8 as oldest_seconds
    from (
      select job, case when state = 'backlogged' then 'waiting' else state end as state, run_at from jobs
    ) j group by job, state`
}
