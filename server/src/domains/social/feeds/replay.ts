import type { Context } from '../../../kit/context.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { enqueueAll } from '../../../queue/queue.ts'
import { handlePushes } from './contract.ts'
import * as sql from './sql.ts'

/** Processes stored pushes again. Items that are already stored stay unchanged. Returns the number of pushes. */
export async function replayPushes(ctx: Context, filter: sql.PushFilter): Promise<number> {
  let count = 0
  for (let after = ''; ; ) {
    const ids = await sql.listPushIds(ctx.db, filter, after)
    const last = ids.at(-1)
    if (last === undefined) return count
    await transaction(ctx.db, async (tx) => {
      await sql.reopenPushes(tx, ids)
      await enqueueAll(
        ctx,
        tx,
        handlePushes,
        ids.map((id) => ({ payload: { push_ids: [id] } })),
      )
    })
    count += ids.length
    after = last
  }
}
