import type { Db } from './postgres/db.ts'

/** While one is open, no process runs jobs, timers or deliveries. */
export interface WorkPause {
  readonly paused_at: Date
  /** The time that the restored database is from. */
  readonly restored_to: Date
}

/** A database that was not migrated yet has none. */
export async function findWorkPause(db: Db): Promise<WorkPause | undefined> {
  const [found] = await db<{ there: boolean }[]>`select to_regclass('work_pauses') is not null as there`
  if (!found?.there) return undefined
  const [row] = await db<WorkPause[]>`select paused_at, restored_to from work_pauses where resumed_at is null`
  return row
}

/** Replaces one that is open: a backup may have been taken while work was paused. */
export async function pauseWork(db: Db, restoredTo: Date): Promise<void> {
  await resumeWork(db)
  await db`insert into work_pauses (paused_at, restored_to) values (clock_timestamp(), ${restoredTo})`
}

export async function resumeWork(db: Db): Promise<void> {
  await db`update work_pauses set resumed_at = now() where resumed_at is null`
}
