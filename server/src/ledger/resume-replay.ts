import type { Db } from '../kit/postgres/db.ts'
import { type Checkpoint, hashUsedUpGrants, toReplayState } from './archive/checkpoint.ts'
import { Replay, type ReportDiscrepancy } from './replay.ts'
import { listGrantsAfter } from './sql/archive.ts'
import { listGrants } from './sql/verification.ts'

/** Creates a replay that continues from the last checkpoint. It reads the grants that are used up from their rows. */
export async function resumeReplay(
  tx: Db,
  workspaceId: string,
  checkpoint: Checkpoint,
  report: ReportDiscrepancy,
): Promise<Replay> {
  const known = new Set([
    ...checkpoint.grants.map(({ id }) => id),
    ...(await listGrantsAfter(tx, workspaceId, checkpoint.seq)),
  ])
  const rows = await listGrants(tx, workspaceId)
  const usedUp = rows
    .filter((row) => row.remaining === 0 && !known.has(row.id))
    .map(({ source_ref: source, expires_at: expiresAt, ...row }) => ({ ...row, source, expiresAt }))
  const digest = hashUsedUpGrants(usedUp)
  if (digest.sha256 !== checkpoint.used_up.sha256)
    report(
      null,
      `${digest.grants} grants were used up before checkpoint ${checkpoint.number}, and they differ from the ${checkpoint.used_up.grants} that it lists: compare the table grants with a backup`,
    )
  return new Replay(report, toReplayState(checkpoint, usedUp))
}
