import type { Connector } from '../../../connectors/connector.ts'
import type { InboundItem, RawInbound } from '../../../connectors/inbound.ts'
import { findConnector } from '../../../connectors/registry.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/declare/errors.ts'
import { Document, type RawRequest } from '../../../kit/declare/route.ts'
import { type Db, transaction } from '../../../kit/postgres/db.ts'
import { enqueue } from '../../../queue/queue.ts'
import { listAccountsActingAs } from '../accounts/accounts.ts'
import { checkAccountJob } from '../accounts/contract/jobs.ts'
import { callFor } from '../accounts/platforms.ts'
import { handlePush } from './contract.ts'
import { type Feed, storeItems } from './poll.ts'
import * as sql from './sql.ts'

/** What came with a push and is no secret of the way it took. */
const UNKEPT = new Set(['authorization', 'cookie', 'connection', 'host'])
const HANDLED_DAYS = 7
const KEPT_DAYS = 30

/** Verified, then stored as it came, with the job that reads it: answered before anything in it is looked at. */
export async function receivePush(
  ctx: Context,
  db: Db,
  platform: string,
  raw: RawRequest,
  query: Record<string, string>,
): Promise<void> {
  const { connector, inbound } = getInbound(ctx, platform)
  const pushed = { ...raw, query: textsOf(query) }
  if (!(await inbound.verify(callFor(ctx, '', connector), pushed))) throw new ApiError('invalid_signature')
  const id = ctx.ids.ulid()
  await transaction(db, async (tx) => {
    await sql.insertPush(tx, {
      id,
      platform,
      body: Buffer.from(raw.body),
      headers: textsOf(raw.headers),
      query: pushed.query,
      received_at: ctx.clock.now(),
    })
    await enqueue(ctx, tx, handlePush, { push_id: id })
  })
}

export async function answerChallenge(
  ctx: Context,
  platform: string,
  raw: RawRequest,
  query: Record<string, string>,
): Promise<Document<{ challenge: string }>> {
  const { connector, inbound } = getInbound(ctx, platform)
  if (!inbound.challenge) throw new ApiError('not_found', 'This platform asks for no proof.')
  const challenge = await inbound.challenge(callFor(ctx, '', connector), { ...raw, query: textsOf(query) })
  if (challenge === undefined) throw new ApiError('invalid_signature')
  return new Document({ challenge }, { contentType: 'text/plain; charset=utf-8', body: challenge })
}

export function getInbound(ctx: Context, platform: string) {
  const connector = findConnector(platform)
  const isOffered = platform !== 'sandbox' || ctx.config.hasSandbox
  if (!connector?.inbound || !isOffered) throw new ApiError('not_found', 'No platform of this name pushes to us.')
  return { connector, inbound: connector.inbound }
}

function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept = Object.entries(values).filter(([name, value]) => value !== undefined && !UNKEPT.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}

/** Hands each item to the accounts it is about, in whatever workspaces. Done twice, it changes nothing more. */
export async function handlePushed(ctx: Context, feeds: readonly Feed[], id: string): Promise<void> {
  const push = await sql.findPush(ctx.db, id)
  const connector = push && findConnector(push.platform)
  if (!push || push.handled_at || !connector?.inbound) return
  const raw: RawInbound = { body: push.body.toString(), headers: push.headers, query: push.query }
  const items = connector.inbound.read(raw)
  for (const [entity, ofEntity] of Map.groupBy(items, (item) => item.entityExternalId))
    await handItems(ctx, feeds, connector, entity, ofEntity)
  await sql.markPushHandled(ctx.db, id, ctx.clock.now())
}

async function handItems(
  ctx: Context,
  feeds: readonly Feed[],
  { id: platform }: Connector,
  entity: string,
  items: readonly InboundItem[],
): Promise<void> {
  for (const { workspaceId, id } of await listAccountsActingAs(ctx.db, platform, entity)) {
    for (const feed of feeds) {
      const told = items.filter(({ kind }) => feed.pushed.includes(kind))
      if (told.length > 0) await storeItems(ctx, workspaceId, id, feed, told)
    }
    // The platform is asked itself before anybody is signed out.
    if (items.some(({ kind }) => kind === 'deauthorized'))
      await enqueue(ctx, ctx.db, checkAccountJob, { account_id: id }, { workspaceId, dedupe: id })
  }
}

export async function forgetOldPushes(ctx: Context): Promise<void> {
  const daysAgo = (days: number) => ctx.ids.at('message', new Date(ctx.clock.now().getTime() - days * 86_400_000))
  const bare = (days: number) => daysAgo(days).slice(-26)
  const before = { handledId: bare(HANDLED_DAYS), anyId: bare(KEPT_DAYS) }
  while ((await sql.deletePushes(ctx.db, before, 1000)) === 1000);
}
