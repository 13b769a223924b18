import type { InboundItem, RawInbound } from '../../../connectors/inbound.ts'
import { findConnector } from '../../../connectors/registry.ts'
import type { Context } from '../../../kit/context.ts'
import type { Db } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { listAccountsActingAs, listAccountsOf, listAccountsUnder } from '../accounts/accounts.ts'
import { checkAccountJob } from '../accounts/contract/jobs.ts'
import { handlePushes } from './contract.ts'
import type { Feed } from './feed.ts'
import * as sql from './sql.ts'
import { storeItems } from './store.ts'

const HANDLED_DAYS = 7
const UNHANDLED_DAYS = 30

/** Bytes of pushes that are read at a time. */
const BYTES_AT_ONCE = 1_048_576

/**
 * Stores the items of pushes for every account they concern, in all workspaces. A repeat has no effect. A push that cannot be
 * processed does not stop the others: it comes again in a job of its own.
 */
export async function processPushes(ctx: Context, feeds: readonly Feed[], ids: readonly string[]): Promise<void> {
  const pushes = await sql.listUnhandledPushes(ctx.db, ids, BYTES_AT_ONCE)
  const last = pushes.at(-1)
  if (!last) return
  const accounts = accountFinder(ctx)
  const handled: string[] = []
  for (const push of pushes)
    try {
      await processPush(ctx, feeds, push, accounts)
      handled.push(push.id)
    } catch (error) {
      if (ids.length === 1) throw error
      await enqueue(ctx, ctx.db, handlePushes, { push_ids: [push.id] })
    }
  await sql.markPushesHandled(ctx.db, handled, ctx.clock.now())
  await processPushes(
    ctx,
    feeds,
    ids.filter((id) => id > last.id),
  )
}

async function processPush(
  ctx: Context,
  feeds: readonly Feed[],
  { platform, body, headers, query }: sql.PushRow,
  findAccounts: AccountFinder,
): Promise<void> {
  const connector = await findConnector(platform)
  if (!connector?.inbound) return
  const raw: RawInbound = { body: body.toString(), headers, query }
  for (const items of Map.groupBy(connector.inbound.read(raw), addressOf).values())
    for (const account of await findAccounts(platform, items[0] as InboundItem))
      await storePushedItems(ctx, account, feeds, items)
}

function addressOf(item: InboundItem): string {
  if ('identityExternalId' in item) return `identity ${item.identityExternalId}`
  return 'parentEntityExternalId' in item ? `parent ${item.parentEntityExternalId}` : `entity ${item.entityExternalId}`
}

type AccountFinder = (platform: string, item: InboundItem) => ReturnType<typeof listAccountsOf>

/** Pushes that come together are often for the same accounts, which are looked up once. */
function accountFinder({ db }: Context): AccountFinder {
  const found = new Map<string, ReturnType<AccountFinder>>()
  return (platform, item) => {
    const address = `${platform} ${addressOf(item)}`
    const accounts = found.get(address) ?? listAddressed(db, platform, item)
    found.set(address, accounts)
    return accounts
  }
}

function listAddressed(db: Db, platform: string, item: InboundItem): ReturnType<AccountFinder> {
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
