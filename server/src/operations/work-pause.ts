import type { Db } from '../kit/postgres/db.ts'

/** A pause: while one is open, no process runs jobs, timers or deliveries. */
export interface WorkPause {
  readonly paused_at: Date
  /** Time that the restored database dates from. */
  readonly restored_to: Date
}

/** Returns undefined on a database that is not migrated yet. */
export async function findWorkPause(db: Db): Promise<WorkPause | undefined> {
  const [found] = await db<{ there: boolean }[]>`select to_regclass('work_pauses') is not null as there`
  if (!found?.there) return undefined
  const [row] = await db<WorkPause[]>`select paused_at, restored_to from work_pauses where resumed_at is null`
  return row
}

/** Starts a pause. Replaces an open one: a backup may have been taken while work was paused. */
export async function pauseWork(db: Db, restoredTo: Date): Promise<void> {
  await resumeWork(db)
  await db`insert into work_pauses (paused_at, restored_to) values (clock_timestamp(), ${restoredTo})`
}

export async function resumeWork(db: Db): Promise<void> {
  await db`update work_pauses set resumed_at = now() where resumed_at is null`
}
