import type { Context, Principal } from '../../../kit/context.ts'
import { InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import { OutboundError } from '../../../kit/net/outbound-error.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { fetchJob } from './contract/jobs.ts'
import type { MediaAsset } from './contract/resources.ts'
import { assertWithinQuota, newAsset } from './new-asset.ts'
import { presentMedia } from './present.ts'
import { insertMedia } from './sql/assets.ts'

/** Stores a pending asset and the job that fetches its file. */
export async function ingestMedia(ctx: Context, db: Db, principal: Principal, url: string): Promise<MediaAsset> {
  assertAllowed(ctx, url)
  const { workspaceId } = principal
  const row = newAsset(ctx, principal, { id: ctx.ids.next('media'), source_url: url })
  await transaction(db, async (tx) => {
    await insertMedia(tx, row)
    await assertWithinQuota(ctx, tx, workspaceId)
    await enqueue(ctx, tx, fetchJob, { media_id: row.id }, { workspaceId, dedupe: row.id, key: fetchKey(row.id) })
  })
  return presentMedia(ctx, row)
}

/** How many fetches a workspace runs at a time, over all processes: fetches with the same key run one at a time. */
const FETCHES_PER_WORKSPACE = 8

function fetchKey(id: string): string {
  return `media ${id.charCodeAt(id.length - 1) % FETCHES_PER_WORKSPACE}`
}

/** Refuses what the fetch would refuse: an address that is not public, plain HTTP in production. */
export function assertAllowed(ctx: Context, url: string): void {
  try {
    ctx.outbound.check(url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new InvalidRequest([invalidValue(['body', 'url'], error.message)])
  }
}
