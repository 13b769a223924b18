import { replayPushes } from '../domains/social/feeds/replay.ts'
import { type RunOnContext, UsageError } from './command.ts'

/** Queues the webhooks for a running server, or for the next start. */
export const replay: RunOnContext = async (ctx, { options: { since, platform } }) => {
  const from = since === undefined ? new Date(ctx.clock.now().getTime() - 86_400_000) : new Date(since)
  if (Number.isNaN(from.getTime())) throw new UsageError(`${since} is not a time. Use the format 2026-12-31T00:00:00Z.`)
  const count = await replayPushes(ctx, { platform, since: from })
  const text = `${count} webhook${count === 1 ? '' : 's'} queued. The background work processes ${count === 1 ? 'it' : 'them'} again.`
  return { text, data: { count } }
}
