import { randomUUID } from 'node:crypto'
import { batchByWorkspace } from '../../../../kit/postgres/batch-by-workspace.ts'
import type { JobCall } from '../../../../queue/job.ts'
import { claimTargets, type TargetClaim } from '../sql/claims.ts'

export type TargetCall = JobCall<{ target_id: string; generation: number }>

/** Another worker has claimed the target, or our own write was committed and its response lost. The job retries. */
export class TargetClaimLost extends Error {
  override name = 'TargetClaimLost'
  constructor() {
    super('Another worker has claimed the target.')
  }
}

export function newClaim({ target_id, generation }: TargetCall['payload']): TargetClaim {
  return { targetId: target_id, generation, token: randomUUID() }
}

/** Returns undefined when the target cannot be claimed, or not yet. */
export const claimTarget = batchByWorkspace(async (ctx, workspaceId, claims: readonly TargetClaim[]) => {
  const rows = await claimTargets(ctx.db, workspaceId, claims, ctx.clock.forDatabase())
  const claimed = new Map(rows.map((row) => [row.claim, row]))
  return claims.map(({ token }) => claimed.get(token))
})
