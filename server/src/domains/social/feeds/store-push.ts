import type { RawInbound } from '../../../connectors/inbound.ts'
import type { Context } from '../../../kit/context.ts'
import { sha256 } from '../../../kit/hash.ts'
import { type Batcher, createBatcher } from '../../../kit/postgres/batch.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { handlePushes } from './contract.ts'
import { insertPushes, type PushRow, type PushSender } from './sql.ts'

type Push = RawInbound & Pick<PushRow, 'platform' | 'headers' | 'query'> & { readonly sender: PushSender }

/** Stores pushes unread, with the job that reads them. The same bytes from the same sender are stored once. */
async function storePushes(ctx: Context, tx: Db, pushes: readonly Push[]): Promise<void> {
  const stored = await insertPushes(
    tx,
    pushes.map((push) => buildPushRow(ctx, push, sha256(JSON.stringify([push.sender, push.query]) + push.body))),
  )
  if (stored.length > 0) await enqueue(ctx, tx, handlePushes, { push_ids: stored })
}

/** Stores a push of a workspace's sandbox network, which sends nothing twice. */
export async function storeSandboxPush(ctx: Context, tx: Db, workspaceId: string, body: string): Promise<void> {
  const sender = { app_id: null, workspace_id: workspaceId }
  const row = buildPushRow(ctx, { platform: 'sandbox', body, headers: {}, query: {}, sender }, null)
  await enqueue(ctx, tx, handlePushes, { push_ids: await insertPushes(tx, [row]) })
}

function buildPushRow(ctx: Context, { platform, body, headers, query, sender }: Push, digest: Buffer | null): PushRow {
  const received_at = ctx.clock.now()
  const id = ctx.ids.ulid()
  return { id, platform, body: Buffer.from(body), headers, query, digest, sender, received_at, handled_at: null }
}

const SIZE_MAX = 100
const batchers = new WeakMap<Context, Batcher<Push, void>>()

/**
 * Stores a push. Pushes that arrive at the same moment share one statement, one job and one commit. Measured in
 * docs/benchmarks.md.
 */
export function storePush(ctx: Context, push: Push): Promise<void> {
  const batcher =
    batchers.get(ctx) ??
    createBatcher<Push, void>({
      run: async (pushes) => {
        await transaction(ctx.db, (tx) => storePushes(ctx, tx, pushes))
        return pushes.map(() => {})
      },
      sizeMax: SIZE_MAX,
      sizeToOverlap: SIZE_MAX,
      queueMax: Number.POSITIVE_INFINITY,
      onFull: () => new Error('unreachable'),
      resendMs: 0,
    })
  batchers.set(ctx, batcher)
  return batcher.submit(push)
}
