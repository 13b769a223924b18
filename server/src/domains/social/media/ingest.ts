import type { Context, Principal } from '../../../kit/context.ts'
import { InvalidRequest, invalidValue } from '../../../kit/declare/errors.ts'
import { OutboundError } from '../../../kit/net/outbound-error.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import type { MediaAsset } from './contract/resources.ts'
import { enqueueFetch } from './fetch-job.ts'
import { assertWithinQuota, newAsset } from './new-asset.ts'
import { presentMedia } from './present.ts'
import { insertMedia } from './sql/assets.ts'

/** Stores a pending asset and the job that fetches its file. */
export async function ingestMedia(ctx: Context, db: Db, principal: Principal, url: string): Promise<MediaAsset> {
  assertAllowed(ctx, url)
  await ctx.storage.assertRoom?.(0)
  const { workspaceId } = principal
  const row = newAsset(ctx, principal, { id: ctx.ids.next('media'), source_url: url })
  await transaction(db, async (tx) => {
    await insertMedia(tx, row)
    await assertWithinQuota(ctx, tx, workspaceId)
    await enqueueFetch(ctx, tx, row)
  })
  return presentMedia(ctx, row)
}

/** Refuses URLs that the fetch would refuse: an address that is not public, plain HTTP in production. */
export function assertAllowed(ctx: Context, url: string): void {
  try {
    ctx.outbound.check(url)
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw new InvalidRequest([invalidValue(['body', 'url'], error.message)])
  }
}
