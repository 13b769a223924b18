import type { Context } from '../kit/context.ts'
import type { Event } from '../kit/declare/event.ts'
import type { Db } from '../kit/postgres/db.ts'
import { listSubscribedTypes } from './sql/subscriptions.ts'

/**
 * Lists the types of these events that would be stored now. `emit` checks this itself; this function is for code that would
 * otherwise read a lot to make events that no endpoint and no stream of the workspace gets.
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
