import type { InboundItem, RawInbound } from '../../../connectors/inbound.ts'
import { findConnector } from '../../../connectors/registry.ts'
import type { Context } from '../../../kit/context.ts'
import { enqueue } from '../../../queue/queue.ts'
import { type AccountScope, listAccountsAt } from '../accounts/accounts.ts'
import { checkAccountJob } from '../accounts/contract/jobs.ts'
import { handlePushes } from './contract.ts'
import type { Feed } from './feed.ts'
import { findSender, listSenderApps } from './push-sender.ts'
import * as sql from './sql.ts'
import { storeItems } from './store-items.ts'

const HANDLED_DAYS = 7
const UNHANDLED_DAYS = 30

/** Maximum bytes of pushes that are read at a time. */
const BYTES_AT_ONCE = 1_048_576

/**
 * Stores the items of pushes for every affected account that their sender vouches for. A repeat has no effect. A push that cannot
 * be processed does not stop the others: it is retried in a separate job.
 */
export async function processPushes(ctx: Context, feeds: readonly Feed[], ids: readonly string[]): Promise<void> {
  const pushes = await sql.listUnhandledPushes(ctx.db, ids, BYTES_AT_ONCE)
  const last = pushes.at(-1)
  if (!last) return
  const memo = createMemo()
  const handled: string[] = []
  for (const push of pushes)
    try {
      await processPush(ctx, feeds, push, memo)
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

async function processPush(ctx: Context, feeds: readonly Feed[], push: sql.PushRow, memo: Memo): Promise<void> {
  const connector = await findConnector(push.platform)
  if (!connector?.inbound) return
  const { platform, inbound } = connector
  const raw: RawInbound = { body: push.body.toString(), headers: push.headers, query: push.query }
  const sender = push.sender ?? (await findSender(ctx, connector, push, raw))
  if (!sender) return ctx.log.warn({ push: push.id }, 'no app of the platform verifies a stored push')
  const identity = inbound.readIdentity?.(raw)
  const scope: AccountScope = {
    platform: platform.id,
    appIds: await memo(['apps', platform.id, sender], () => listSenderApps(ctx, platform, sender)),
    workspaceId: sender.workspace_id,
    ...(identity !== undefined && { identityExternalId: identity }),
  }
  for (const [address, items] of Map.groupBy(inbound.read(raw), toAddressKey)) {
    const accounts = memo(['accounts', scope, address], () => listAccountsAt(ctx.db, scope, items[0] as InboundItem))
    for (const account of await accounts) await storePushedItems(ctx, account, feeds, items)
  }
}

function toAddressKey(item: InboundItem): string {
  if ('identityExternalId' in item) return `identity ${item.identityExternalId}`
  return 'parentEntityExternalId' in item ? `parent ${item.parentEntityExternalId}` : `entity ${item.entityExternalId}`
}

type Memo = <T>(key: readonly unknown[], load: () => Promise<T>) => Promise<T>

/** Caches lookups: pushes that arrive together are often of the same app and for the same accounts. */
function createMemo(): Memo {
  const known = new Map<string, Promise<unknown>>()
  return <T>(parts: readonly unknown[], load: () => Promise<T>) => {
    const key = JSON.stringify(parts)
    const found = known.get(key) ?? load()
    known.set(key, found)
    return found as Promise<T>
  }
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
  // A push alone does not sign out an account: the health check asks the platform first.
  if (items.some(({ kind }) => kind === 'deauthorized'))
    await enqueue(ctx, ctx.db, checkAccountJob, { account_id: id }, { workspaceId, dedupe: id })
}

export async function deleteOldPushes(ctx: Context): Promise<void> {
  const idBefore = (days: number) =>
    ctx.ids.lowestAt('message', new Date(ctx.clock.now().getTime() - days * 86_400_000)).slice(-26)
  const before = { handledId: idBefore(HANDLED_DAYS), anyId: idBefore(UNHANDLED_DAYS) }
  while ((await sql.deletePushes(ctx.db, before, 1000)) === 1000);
}
