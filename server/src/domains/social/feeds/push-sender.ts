import type { Connector } from '../../../connectors/connector.ts'
import type { RawInbound } from '../../../connectors/inbound.ts'
import type { PlatformFacts } from '../../../connectors/platform.ts'
import type { Context } from '../../../kit/context.ts'
import { type App, getApp, listAllApps, listSameApps } from '../accounts/apps/app.ts'
import { callFor } from '../accounts/platform-calls.ts'
import type { PushRow, PushSender } from './sql.ts'

export function toSender({ id, workspaceId }: App): PushSender {
  return { app_id: id, workspace_id: workspaceId }
}

/** Returns the ids under which accounts have the app that sent a push. */
export async function listSenderApps(
  ctx: Context,
  platform: PlatformFacts,
  { app_id: id }: PushSender,
): Promise<(string | null)[]> {
  const app = await getApp(ctx, ctx.db, platform, id)
  return app.id === id ? listSameApps(ctx, ctx.db, platform, app) : []
}

/**
 * Verifies a push again that an earlier version stored without its sender; returns undefined when no app verifies it. Pushes of
 * the sandbox network have no signature.
 */
export async function findSender(
  ctx: Context,
  connector: Connector,
  { digest }: Pick<PushRow, 'digest'>,
  raw: RawInbound,
): Promise<PushSender | undefined> {
  const { platform, inbound } = connector
  for (const app of await listAllApps(ctx, ctx.db, platform))
    if (await inbound?.verify(callFor(ctx, { workspaceId: '', connector, app }), raw)) return toSender(app)
  return platform.id === 'sandbox' && digest === null ? { app_id: null, workspace_id: null } : undefined
}
