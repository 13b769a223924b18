import { platforms } from '../../../connectors/registry.ts'
import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { enqueueAll } from '../../../queue/queue.ts'
import { reconcileJob } from './contract/jobs.ts'
import { type RestoreWindow, updateDoubtfulComments, updateDoubtfulTargets } from './sql/restored-posts.ts'
import { buildReconcileJob, canReconcile } from './target-jobs.ts'

export interface RestoredPostCounts {
  /** Their platforms are asked whether they have them. */
  readonly asked: number
  /** Their platforms cannot be asked: a person has to check. */
  readonly left: number
}

const MESSAGE = 'The database was restored from a backup, and the post may have been published since then.'
const ASKED = 'Wait: the platform is being asked, and publishing continues automatically.'
const LEFT = 'Check the platform. If the post is not there, retry with force.'

/**
 * Marks posts after a restore: those due since the backup may already be on their platform. Where the platform can be asked, it
 * is asked first, and the post is sent only when it is missing; elsewhere the target waits for a person. A first comment is
 * looked up before it is sent.
 */
export async function markRestoredPosts(ctx: Context, tx: Db, doubt: RestoreWindow): Promise<RestoredPostCounts> {
  const askable = platforms.map(({ id }) => id).filter(canReconcile)
  const rows = await updateDoubtfulTargets(tx, doubt, {
    askable,
    asked: buildUnknownOutcomeError(ASKED),
    left: buildUnknownOutcomeError(LEFT),
  })
  const asked = rows.filter(({ wake_at: at }) => at !== null)
  await enqueueAll(ctx, tx, reconcileJob, asked.map(buildReconcileJob))
  await updateDoubtfulComments(tx, doubt)
  return { asked: asked.length, left: rows.length - asked.length }
}

function buildUnknownOutcomeError(remediation: string) {
  return { code: 'outcome_unknown', message: MESSAGE, remediation }
}
