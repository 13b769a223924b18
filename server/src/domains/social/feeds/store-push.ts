import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { handlePush } from './contract.ts'
import { insertPush, type PushRow } from './sql.ts'

/** Stores a push of a platform unread, with the job that reads it. */
export async function storePush(
  ctx: Context,
  tx: Db,
  platform: string,
  { body, headers, query }: { body: string } & Pick<PushRow, 'headers' | 'query'>,
): Promise<void> {
  const id = ctx.ids.ulid()
  const push = { id, platform, body: Buffer.from(body), headers, query, received_at: ctx.clock.now() }
  await insertPush(tx, push)
  await enqueue(ctx, tx, handlePush, { push_id: id })
}
