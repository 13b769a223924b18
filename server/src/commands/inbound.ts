import { replayPushes } from '../domains/social/feeds/replay.ts'
import { type RunOnContext, UsageError } from './command.ts'

/** A running server processes them; without one they are processed at the next start. */
export const replay: RunOnContext = async (ctx, { options: { since, platform } }) => {
  const from = since === undefined ? new Date(ctx.clock.now().getTime() - 86_400_000) : new Date(since)
  if (Number.isNaN(from.getTime())) throw new UsageError(`${since} is not a time. Write it as 2026-12-31T00:00:00Z.`)
  const count = await replayPushes(ctx, { platform, since: from })
  const text = `${count} webhook${count === 1 ? ' is' : 's are'} processed again by the background work.`
  return { text, data: { count } }
}
