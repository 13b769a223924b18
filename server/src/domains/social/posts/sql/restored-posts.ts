import type { ErrorObject } from '../../../../kit/declare/schema.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import type { TargetRow } from './targets.ts'

/** Work of a restored database that another server may have done. */
export interface RestoreWindow {
  /** Rows older than this came with the backup. */
  readonly restoredAt: Date
  /** The time of the backup. */
  readonly restoredTo: Date
  /** No other server did work that was due later. */
  readonly until: Date
}

export interface RestoredTargetErrors {
  /** Platforms that can be asked. */
  readonly askable: readonly string[]
  readonly asked: ErrorObject
  readonly left: ErrorObject
}

export type RestoredTarget = Pick<TargetRow, 'workspace_id' | 'id' | 'generation' | 'wake_at'>

/** Makes due targets of all workspaces unconfirmed, as if the intent had been committed; their earlier jobs do nothing. */
export async function updateDoubtfulTargets(
  tx: Db,
  { restoredAt, restoredTo, until }: RestoreWindow,
  { askable, asked, left }: RestoredTargetErrors,
): Promise<RestoredTarget[]> {
  const [clock] = await tx<[{ now: Date }]>`select date_trunc('milliseconds', now()) as now`
  return tx<RestoredTarget[]>`
    update post_targets t set status = 'unconfirmed', generation = t.generation + 1, claim = null, asks = 0,
      started_at = coalesce(t.started_at, t.wake_at), intent_at = coalesce(t.intent_at, least(t.wake_at, ${restoredTo})),
      wake_at = case when t.platform = any(${askable}::text[]) then ${clock.now} end,
      error = case when t.platform = any(${askable}::text[]) then ${tx.json(asked)}::jsonb else ${tx.json(left)}::jsonb end,
      updated_at = ${clock.now}
    from posts p
    where p.workspace_id = t.workspace_id and p.id = t.post_id and p.created_at < ${restoredAt}
      and t.status in ('pending', 'publishing') and t.wake_at <= ${until}
    returning t.workspace_id, t.id, t.generation, t.wake_at`
}

/** Marks the comments of the backup, so that they are looked up before they are sent. */
export async function updateDoubtfulComments(tx: Db, { restoredTo, until }: RestoreWindow): Promise<void> {
  await tx`
    update post_first_comments set intent_at = least(wake_at, ${restoredTo})
    where status = 'pending' and intent_at is null and wake_at <= ${until}`
}
