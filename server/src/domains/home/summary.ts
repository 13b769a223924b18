import type { Context } from '../../kit/context.ts'
import type { Db } from '../../kit/postgres/db.ts'
import { ATTENTION_DAYS, COUNT_MAX, type Home } from './contract/summary.ts'
import { getHome } from './sql/summary.ts'

const DAY_MS = 86_400_000

export async function getSummary(ctx: Context, db: Db, workspaceId: string): Promise<Home> {
  const now = ctx.clock.now()
  const since = new Date(now.getTime() - ATTENTION_DAYS * DAY_MS)
  const row = await getHome(db, workspaceId, {
    now,
    countMax: COUNT_MAX,
    fromPost: ctx.ids.lowestAt('post', since),
    fromDelivery: ctx.ids.lowestAt('delivery', since),
  })
  return {
    credits: { available: row.available, held: row.held },
    counts: {
      profiles: row.profiles,
      accounts: row.accounts,
      scheduled_posts: row.scheduled_posts,
      unread_conversations: row.unread_conversations,
      running_jobs: row.running_jobs,
      webhooks: row.webhooks,
    },
    first_steps: {
      key_created: row.key_created,
      sandbox_account_connected: row.sandbox_account_connected,
      post_published: row.post_published,
      lookup_run: row.lookup_run,
      webhook_delivered: row.webhook_delivered,
    },
    needs_attention: {
      accounts_signed_out: row.accounts_signed_out,
      failed_posts: row.failed_posts,
      unconfirmed_posts: row.unconfirmed_posts,
      dead_deliveries: row.dead_deliveries,
      disabled_webhooks: row.disabled_webhooks,
      is_balance_low: row.available < ctx.config.CREDITS_LOW,
    },
  }
}
