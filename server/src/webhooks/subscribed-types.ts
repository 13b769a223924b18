import type { Context } from '../kit/context.ts'
import type { Event } from '../kit/declare/event.ts'
import type { Db } from '../kit/postgres/db.ts'
import { listSubscribedTypes } from './sql/subscriptions.ts'

/**
 * The types of those events that would be stored now. `emit` looks by itself; this is for code that would otherwise read much to
 * make events that no endpoint and no stream of the workspace gets.
 */
export async function listSubscribed(
  ctx: Context,
  tx: Db,
  workspaceId: string,
  events: readonly Event[],
): Promise<ReadonlySet<string>> {
  const types = events.map(({ type }) => type)
  return new Set(await listSubscribedTypes(tx, workspaceId, types, ctx.clock.now()))
}
