import type { Static } from 'typebox'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { Type } from '../../../kit/declare/type.ts'

/** Counts stop here, so that a large workspace costs no more than a small one. */
export const COUNT_MAX = 1000
export const ATTENTION_DAYS = 7

const Count = (description: string) => Type.Integer({ minimum: 0, maximum: COUNT_MAX, description })
const Done = (description: string) => Type.Boolean({ description })

export type Home = Static<typeof Home>
const Home = Type.Object(
  {
    credits: Type.Object({
      available: Type.Integer({ minimum: 0 }),
      held: Type.Integer({ minimum: 0 }),
    }),
    counts: Type.Object({
      profiles: Count('Profiles.'),
      accounts: Count('Accounts that are connected.'),
      scheduled_posts: Count('Posts that wait for their time.'),
      unread_conversations: Count('Open conversations with unread messages.'),
      running_jobs: Count('Data jobs that have not ended.'),
      webhooks: Count('Webhook endpoints.'),
    }),
    first_steps: Type.Object({
      key_created: Done('Someone made a key; those of the first start do not count.'),
      sandbox_account_connected: Done(
        'An account on the sandbox was connected once; those of the demo data do not count.',
      ),
      post_published: Done('A post was published; those of the demo data do not count.'),
      lookup_run: Done('A metered call was answered, at whatever cost.'),
      webhook_delivered: Done('A delivery succeeded, in the 30 days that the log is kept.'),
    }),
    needs_attention: Type.Object({
      accounts_signed_out: Count('Accounts to reconnect: `GET /v1/accounts?status=reauth_required`.'),
      failed_posts: Count(`Posts of the last ${ATTENTION_DAYS} days with a target that failed.`),
      unconfirmed_posts: Count(
        `Posts of the last ${ATTENTION_DAYS} days of which it is not known whether they went out.`,
      ),
      dead_deliveries: Count(`Deliveries of the last ${ATTENTION_DAYS} days that will not be sent again.`),
      disabled_webhooks: Count('Webhook endpoints that nothing is sent to.'),
      is_balance_low: Type.Boolean({ description: 'Fewer credits are available than `CREDITS_LOW`.' }),
    }),
  },
  { title: 'HomeResponse' },
)

export const homeSummary = {
  summary: endpoint({
    id: 'home.summary',
    route: 'GET /v1/home',
    summary: 'Read what a workspace has, its first steps, and what needs attention',
    description: `For an overview: one call instead of many lists. Counts stop at ${COUNT_MAX}.`,
    reply: Home,
    example: {
      reply: {
        credits: { available: 45, held: 0 },
        counts: {
          profiles: 1,
          accounts: 2,
          scheduled_posts: 3,
          unread_conversations: 1,
          running_jobs: 0,
          webhooks: 1,
        },
        first_steps: {
          key_created: true,
          sandbox_account_connected: true,
          post_published: true,
          lookup_run: true,
          webhook_delivered: false,
        },
        needs_attention: {
          accounts_signed_out: 0,
          failed_posts: 0,
          unconfirmed_posts: 0,
          dead_deliveries: 0,
          disabled_webhooks: 0,
          is_balance_low: false,
        },
      },
    },
  }),
}
