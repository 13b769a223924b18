import type { HoldRequest } from '../../kit/ledger.ts'
import { booleanArray, numberArray, textArray } from '../../kit/postgres/arrays.ts'
import type { Db } from '../../kit/postgres/db.ts'

export interface NewHold extends HoldRequest {
  readonly holdId: string
}

export interface AdmissionRow {
  /** The position of the call in its batch, from 1; row 0 has the available credits. */
  ord: number
  verdict: 'ok' | 'insufficient' | 'budget' | 'running' | 'mismatch' | 'replay'
  available: number
  replay_status: number | null
  replay_headers: string | null
  replay_body: string | null
  replay_request: string | null
}

interface AdmitOptions {
  readonly epoch: number
  /** Null for the database's clock. */
  readonly now: Date | null
  /** True if the batch was sent before and may be committed. */
  readonly isResend: boolean
}

/** Makes holds and claims their idempotency keys. Returns row 0 and a row for each call that was not admitted. */
export async function admitHolds(
  db: Db,
  workspaceId: string,
  holds: readonly NewHold[],
  { epoch, now, isResend }: AdmitOptions,
): Promise<AdmissionRow[]> {
  const claims = holds.some((hold) => hold.idempotency)
  const caps = holds.some((hold) => hold.monthlyBudget !== null)
  const durable = holds.some((hold) => hold.isDurable)
  return db<AdmissionRow[]>`
    select ord, verdict, available, replay_status, replay_headers, replay_body, replay_request from ledger_admit(
      ${workspaceId},
      p_epoch => ${epoch},
      p_now => ${now},
      p_again => ${isResend},
      p_ids => ${textArray(holds.map((hold) => hold.holdId))},
      p_keys => ${textArray(holds.map((hold) => hold.keyId))},
      p_amounts => ${numberArray(holds.map((hold) => hold.credits))},
      p_actions => ${textArray(holds.map((hold) => hold.action))},
      p_books => ${textArray(holds.map((hold) => hold.priceBook))},
      p_requests => ${textArray(holds.map((hold) => hold.requestId))},
      p_seconds => ${numberArray(holds.map((hold) => hold.seconds))},
      p_durable => ${durable ? booleanArray(holds.map((hold) => hold.isDurable ?? false)) : null},
      p_caps => ${caps ? numberArray(holds.map((hold) => hold.monthlyBudget)) : null},
      p_idem => ${claims ? textArray(holds.map((hold) => hold.idempotency?.key ?? null)) : null},
      p_prints => ${claims ? textArray(holds.map((hold) => (hold.idempotency ? Buffer.from(hold.idempotency.fingerprint).toString('hex') : null))) : null}
    )`
}

/** Moves a durable hold to the process of this epoch. Returns false when the hold is gone. */
export async function updateHoldEpoch(
  db: Db,
  workspaceId: string,
  holdId: string,
  { epoch, seconds }: { epoch: number; seconds: number | undefined },
): Promise<boolean> {
  const { count } = await db`
    update holds set epoch = ${epoch}
      ${seconds === undefined ? db`` : db`, expires_at = statement_timestamp() + ${seconds} * interval '1 second'`}
    where workspace_id = ${workspaceId} and id = ${holdId} and is_durable`
  return count > 0
}

/** Makes a hold durable. Returns false when the hold is gone. */
export async function updateHoldDurable(
  db: Db,
  workspaceId: string,
  holdId: string,
  { epoch, seconds }: { epoch: number; seconds: number },
): Promise<boolean> {
  const { count } = await db`
    update holds set is_durable = true, expires_at = statement_timestamp() + ${seconds} * interval '1 second'
    where workspace_id = ${workspaceId} and id = ${holdId} and epoch = ${epoch}`
  return count > 0
}

export interface OpenHolds {
  calls: number
  jobs: number
  credits: number
  oldest_seconds: number
}

/** Counts the open holds of all processes. Holds are few: the calls in flight, and one for each running job. */
export async function countOpenHolds(db: Db): Promise<OpenHolds> {
  const [row] = await db<[OpenHolds]>`
    select count(*) filter (where not is_durable) as calls, count(*) filter (where is_durable) as jobs,
      coalesce(sum(amount), 0)::bigint as credits,
      coalesce(extract(epoch from now() - min(created_at) filter (where not is_durable)), 0)::float8 as oldest_seconds
    from holds`
  return row
}

/** Lists the epochs of the calls in flight, including those of dead processes. */
export async function listHoldEpochs(db: Db): Promise<number[]> {
  const rows = await db<{ epoch: number }[]>`select distinct epoch from holds where not is_durable`
  return rows.map((row) => row.epoch)
}

/** Lists workspaces with holds to release. Holds are few: the calls in flight. */
export async function listSweepable(db: Db, deadEpochs: readonly number[]): Promise<string[]> {
  const rows = await db<{ workspace_id: string }[]>`
    select distinct workspace_id from holds
    where expires_at < statement_timestamp() or (epoch = any(${deadEpochs}::bigint[]) and not is_durable)`
  return rows.map((row) => row.workspace_id)
}

/** Releases expired holds and those of dead processes. Returns their number. */
export async function sweepHolds(db: Db, workspaceId: string, deadEpochs: readonly number[]): Promise<number> {
  const [row] = await db<{ count: number }[]>`select ledger_sweep(${workspaceId}, ${deadEpochs}::bigint[]) as count`
  return row?.count ?? 0
}
