import { platforms } from '../../../connectors/registry.ts'
import { nameRemote } from '../../../connectors/remote-name.ts'
import type { Http } from '../../../connectors/session.ts'
import type { Context } from '../../../kit/context.ts'
import type { OutboundReply } from '../../../kit/net/outbound.ts'
import { transaction } from '../../../kit/postgres/db.ts'
import { type Handler, handler, type JobCall } from '../../../queue/job.ts'
import { enqueueAll } from '../../../queue/queue.ts'
import { type Timer, timer } from '../../../queue/timers.ts'
import { pushItem } from '../sandbox-network/contract/jobs.ts'
import { writePush } from '../sandbox-network/network/push.ts'
import { handlePushes, readFeeds } from './contract.ts'
import type { Feed } from './feed.ts'
import { pollDueFeed } from './poll.ts'
import { deleteOldPushes, processPushes } from './pushes.ts'
import { listDueAccounts, listDueFeeds, scheduleFeeds } from './sql.ts'
import { storeSandboxPush } from './store-push.ts'

const REPLIES_MAX = 4
const BYTES_MAX = 262_144

const DUE_PER_TICK = 10_000
/** Feeds of one account that are due within this time are read together. */
const TOGETHER_MS = 15_000

export function feedJobs(feeds: readonly Feed[]): Handler[] {
  const byId = new Map(feeds.map((feed) => [feed.id, feed]))
  return [
    handler(readFeeds, async ({ ctx, workspaceId, payload }) => {
      const by = new Date(ctx.clock.now().getTime() + TOGETHER_MS)
      const due = await listDueFeeds(ctx.db, workspaceId, payload.account_id, by)
      const share = shareReads()
      for (const feed of due.flatMap((id) => byId.get(id) ?? []))
        await pollDueFeed(ctx, workspaceId, payload.account_id, { feed, share })
    }),
    handler(handlePushes, ({ ctx, payload: { push_ids: ids, push_id: id } }) =>
      processPushes(ctx, feeds, ids ?? (id === undefined ? [] : [id])),
    ),
    handler(pushItem, receiveFromSandbox),
  ]
}

/** Stores pushes of the sandbox network, which is part of this server: they need no signature. */
async function receiveFromSandbox({
  ctx,
  workspaceId,
  payload,
  complete,
}: JobCall<{ item_id: string }>): Promise<void> {
  const body = await writePush(ctx, workspaceId, payload.item_id)
  if (body === undefined) return
  await transaction(ctx.db, async (tx) => {
    await storeSandboxPush(ctx, tx, workspaceId, body)
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
  const due = await listDueAccounts(ctx.db, ctx.clock.now(), DUE_PER_TICK)
  const jobs = due.map(({ workspace_id, account_id, platform, external_id }) => ({
    workspaceId: workspace_id,
    payload: { account_id },
    key: `feeds/${account_id}`,
    dedupe: account_id,
    remote: nameRemote(platform, external_id),
  }))
  await enqueueAll(ctx, ctx.db, readFeeds, jobs)
}

/**
 * Shares identical requests of an account's feeds that are read one after the other: comments and messages, for example, may be
 * in the same list of the platform. Only the last few small replies are kept.
 */
function shareReads(): (http: Http) => Http {
  const replies = new Map<string, OutboundReply>()
  return (http) => async (request) => {
    if ((request.method ?? 'GET') !== 'GET') return http(request)
    const key = JSON.stringify([request.url, request.headers, request.overflow])
    const known = replies.get(key)
    if (known) return known
    const reply = await http(request)
    if (reply.body.length <= BYTES_MAX) replies.set(key, reply)
    const [oldest] = replies.keys()
    if (replies.size > REPLIES_MAX && oldest !== undefined) replies.delete(oldest)
    return reply
  }
}
