import type { InboundItem, RawInbound } from '../../../connectors/inbound.ts'
import { findConnector } from '../../../connectors/registry.ts'
import type { Context } from '../../../kit/context.ts'
import { enqueue } from '../../../queue/queue.ts'
import { listAccountsActingAs, listAccountsOf, listAccountsUnder } from '../accounts/accounts.ts'
import { checkAccountJob } from '../accounts/contract/jobs.ts'
import { handlePushes } from './contract.ts'
import type { Feed } from './feed.ts'
import * as sql from './sql.ts'
import { storeItems } from './store.ts'

const HANDLED_DAYS = 7
const UNHANDLED_DAYS = 30

/** Pushes that cannot be processed do not stop the others: they come again, each in a job of its own. */
export async function processPushes(ctx: Context, feeds: readonly Feed[], ids: readonly string[]): Promise<void> {
  for (const id of ids)
    try {
      await processPush(ctx, feeds, id)
    } catch (error) {
      if (ids.length === 1) throw error
      await enqueue(ctx, ctx.db, handlePushes, { push_ids: [id] })
    }
}

/** Stores the items of a push for every account they concern, in all workspaces. A repeat has no effect. */
async function processPush(ctx: Context, feeds: readonly Feed[], id: string): Promise<void> {
  const push = await sql.findPush(ctx.db, id)
  const connector = push && (await findConnector(push.platform))
  if (!push || push.handled_at || !connector?.inbound) return
  const raw: RawInbound = { body: push.body.toString(), headers: push.headers, query: push.query }
  for (const items of Map.groupBy(connector.inbound.read(raw), addressOf).values())
    for (const account of await listAddressed(ctx, push.platform, items[0] as InboundItem))
      await storePushedItems(ctx, account, feeds, items)
  await sql.markPushHandled(ctx.db, id, ctx.clock.now())
}

function addressOf(item: InboundItem): string {
  if ('identityExternalId' in item) return `identity ${item.identityExternalId}`
  return 'parentEntityExternalId' in item ? `parent ${item.parentEntityExternalId}` : `entity ${item.entityExternalId}`
}

function listAddressed({ db }: Context, platform: string, item: InboundItem) {
  if ('identityExternalId' in item) return listAccountsOf(db, platform, item.identityExternalId)
  return 'parentEntityExternalId' in item
    ? listAccountsUnder(db, platform, item.parentEntityExternalId)
    : listAccountsActingAs(db, platform, item.entityExternalId)
}

async function storePushedItems(
  ctx: Context,
  { workspaceId, id }: { workspaceId: string; id: string },
  feeds: readonly Feed[],
  items: readonly InboundItem[],
): Promise<void> {
  for (const feed of feeds) {
    const ofFeed = items.filter(({ kind }) => feed.pushed.includes(kind))
    if (ofFeed.length > 0) await storeItems(ctx, workspaceId, id, { feed, items: ofFeed })
  }
  // A push alone signs no account out: the health check asks the platform first.
  if (items.some(({ kind }) => kind === 'deauthorized'))
    await enqueue(ctx, ctx.db, checkAccountJob, { account_id: id }, { workspaceId, dedupe: id })
}

export async function deleteOldPushes(ctx: Context): Promise<void> {
  const idBefore = (days: number) =>
    ctx.ids.lowestAt('message', new Date(ctx.clock.now().getTime() - days * 86_400_000)).slice(-26)
  const before = { handledId: idBefore(HANDLED_DAYS), anyId: idBefore(UNHANDLED_DAYS) }
  while ((await sql.deletePushes(ctx.db, before, 1000)) === 1000);
}
