import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { fetchJob } from './contract/jobs.ts'

/** Number of concurrent fetches of a workspace, across all processes: fetches with the same key run one at a time. */
const FETCHES_PER_WORKSPACE = 8

/** Enqueues the job that fetches the file of an asset into storage, unless there is one already. */
export async function enqueueFetch(
  ctx: Context,
  tx: Db,
  { workspace_id: workspaceId, id, source_url: url }: { workspace_id: string; id: string; source_url: string },
): Promise<void> {
  const key = `media ${id.charCodeAt(id.length - 1) % FETCHES_PER_WORKSPACE}`
  const remote = URL.parse(url)?.host ?? null
  await enqueue(ctx, tx, fetchJob, { media_id: id }, { workspaceId, dedupe: id, key, remote })
}
