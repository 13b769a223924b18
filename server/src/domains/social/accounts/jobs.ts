import { PlatformError } from '../../../connectors/platform-error.ts'
import { nameRemote } from '../../../connectors/remote-name.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { handler } from '../../../queue/job.ts'
import { enqueueAll } from '../../../queue/queue.ts'
import { timer } from '../../../queue/timers.ts'
import { checkAccountJob, revokeGrantJob } from './contract/jobs.ts'
import { checkAccount } from './health.ts'
import { listDueChecks } from './sql/accounts.ts'
import { deleteConnectionsBefore, expireConnections } from './sql/connections.ts'
import { revokeGrant } from './tokens/revoke.ts'

const CHECKS_PER_TICK = 1000
const KEPT_DAYS = 30

export const accountJobs = [
  handler(checkAccountJob, async ({ ctx, workspaceId, payload }) => {
    // An account that has been disconnected meanwhile is not checked.
    await checkAccount(ctx, workspaceId, payload.account_id).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
  }),
  handler(revokeGrantJob, async ({ ctx, workspaceId, payload, attempt }) => {
    await revokeGrant(ctx, workspaceId, payload).catch((error: unknown) => {
      const isLast = attempt >= revokeGrantJob.attempts || (error instanceof PlatformError && isFinal(error))
      if (!isLast) throw error
      ctx.log.warn({ err: error, account_id: payload.account_id }, 'could not revoke a sign-in at its platform')
    })
  }),
]

const isFinal = ({ kind }: PlatformError) => kind === 'auth' || kind === 'invalid'

export const accountTimers = [
  timer({ id: 'accounts.check', everySeconds: 60, run: enqueueChecks }),
  timer({ id: 'connections.expire', everySeconds: 300, run: cleanUpConnections }),
]

async function enqueueChecks(ctx: Context): Promise<void> {
  const due = await listDueChecks(ctx.db, ctx.clock.now(), CHECKS_PER_TICK)
  const jobs = due.map(({ workspace_id, id, platform, active_external_id }) => ({
    workspaceId: workspace_id,
    payload: { account_id: id },
    dedupe: id,
    remote: nameRemote(platform, active_external_id),
  }))
  await enqueueAll(ctx, ctx.db, checkAccountJob, jobs)
}

/** Expires unfinished connections, which deletes their secrets, and deletes old connections. */
async function cleanUpConnections(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await expireConnections(ctx.db, now)
  await deleteConnectionsBefore(ctx.db, new Date(now.getTime() - KEPT_DAYS * 86_400_000))
}
