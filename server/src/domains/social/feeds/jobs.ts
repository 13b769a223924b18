import { platforms } from '../../../connectors/registry.ts'
import type { Context } from '../../../kit/context.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { type Handler, handler, type JobCall } from '../../../queue/job.ts'
import { enqueueAll } from '../../../queue/queue.ts'
import { type Timer, timer } from '../../../queue/timers.ts'
import { pushItem } from '../sandbox-network/contract/jobs.ts'
import { writePush } from '../sandbox-network/network/push.ts'
import { handlePushes, readFeed } from './contract.ts'
import type { Feed } from './feed.ts'
import { pollDueFeed } from './poll.ts'
import { deleteOldPushes, processPushes } from './pushes.ts'
import { listDueFeeds, scheduleFeeds } from './sql.ts'
import { storeSandboxPush } from './store-push.ts'

const DUE_PER_TICK = 10_000

export function feedJobs(feeds: readonly Feed[]): Handler[] {
  const byId = new Map(feeds.map((feed) => [feed.id, feed]))
  return [
    handler(readFeed, async ({ ctx, workspaceId, payload }) => {
      const feed = byId.get(payload.feed)
      if (feed) await pollDueFeed(ctx, workspaceId, payload.account_id, feed)
    }),
    handler(handlePushes, ({ ctx, payload: { push_ids: ids, push_id: id } }) =>
      processPushes(ctx, feeds, ids ?? (id === undefined ? [] : [id])),
    ),
    handler(pushItem, receiveFromSandbox),
  ]
}

/** The sandbox network is part of this server: its pushes need no signature. */
async function receiveFromSandbox({
  ctx,
  workspaceId,
  payload,
  complete,
}: JobCall<{ item_id: string }>): Promise<void> {
  const body = await writePush(ctx, workspaceId, payload.item_id)
  if (body === undefined) return
  await transaction(ctx.db, async (tx) => {
    await storeSandboxPush(ctx, tx, body)
    await complete(tx)
  })
}

export function feedTimers(feeds: readonly Feed[]): Timer[] {
  const offered = platforms.flatMap(({ id: platform, capabilities }) =>
    feeds.filter(({ capability }) => capabilities.includes(capability)).map(({ id: feed }) => ({ platform, feed })),
  )
  return [
    timer({
      id: 'feeds.enqueue',
      everySeconds: 10,
      run: async (ctx) => {
        await scheduleFeeds(ctx.db, offered, ctx.clock.now())
        await enqueueDueFeeds(ctx)
      },
    }),
    timer({ id: 'inbound.forget', everySeconds: 3600, run: deleteOldPushes }),
  ]
}

async function enqueueDueFeeds(ctx: Context): Promise<void> {
  const due = await listDueFeeds(ctx.db, ctx.clock.now(), DUE_PER_TICK)
  const jobs = due.map(({ workspace_id, account_id, feed }) => ({
    workspaceId: workspace_id,
    payload: { account_id, feed },
    key: `feeds/${account_id}`,
    dedupe: `${account_id}/${feed}`,
  }))
  await enqueueAll(ctx, ctx.db, readFeed, jobs)
}
