import type { FoundReview } from '../../../../connectors/inbox.ts'
import type { Context } from '../../../../kit/context.ts'
import type { Db } from '../../../../kit/postgres/db.ts'
import { emit } from '../../../../webhooks/emit.ts'
import { EMPTY_BATCH, everySeconds, type Feed, type FeedAccount, isNews } from '../../feeds/feed.ts'
import { presentPerson } from '../person.ts'
import { reviewNew } from './contract/review.ts'
import { presentReview } from './present.ts'
import * as sql from './sql.ts'

export const reviewFeed: Feed<FoundReview> = {
  id: 'reviews',
  capability: 'reviews',
  next: everySeconds(120),
  pushed: ['review'],
  async read({ session, connector, since }) {
    return (await connector.reviews?.list(session, since)) ?? EMPTY_BATCH
  },
  async store(ctx, tx, account, items) {
    for (const item of items) await storeReview(ctx, tx, account, item)
  },
}

async function storeReview(ctx: Context, tx: Db, account: FeedAccount, found: FoundReview): Promise<void> {
  const { workspaceId } = account
  const now = ctx.clock.now()
  const { id, is_new } = await sql.upsertReview(tx, {
    workspace_id: workspaceId,
    id: ctx.ids.nextAt('review', found.occurredAt ?? now),
    account_id: account.id,
    external_id: found.externalId,
    entity_external_id: found.entityExternalId,
    author: presentPerson(found.author),
    rating: found.rating,
    body: found.body,
    reply_body: found.reply?.body ?? null,
    reply_at: found.reply?.createdAt ?? null,
    occurred_at: found.occurredAt,
    created_at: now,
  })
  if (!is_new || !isNews(account, found.occurredAt)) return
  const review = await sql.findReview(tx, workspaceId, id)
  if (review) await emit(ctx, tx, reviewNew, { review: presentReview(review) }, { workspaceId })
}
