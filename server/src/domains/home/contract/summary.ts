import type { Static } from 'typebox'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { Type } from '../../../kit/declare/type.ts'

/** Maximum of each count, so that a large workspace costs no more than a small one. */
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
      accounts: Count('Connected accounts.'),
      scheduled_posts: Count('Posts waiting for their scheduled time.'),
      unread_conversations: Count('Open conversations with unread messages.'),
      running_jobs: Count('Unfinished data jobs.'),
      webhooks: Count('Webhook endpoints.'),
    }),
    first_steps: Type.Object({
      key_created: Done('A key was created; the initial keys do not count.'),
      sandbox_account_connected: Done('A sandbox account has been connected; those of the demo data do not count.'),
      post_published: Done('A post was published; those of the demo data do not count.'),
      lookup_run: Done('A metered call succeeded, at any cost.'),
      webhook_delivered: Done('A delivery succeeded within the 30 days that the log is kept.'),
    }),
    needs_attention: Type.Object({
      accounts_signed_out: Count('Accounts to reconnect: `GET /v1/accounts?status=reauth_required`.'),
      failed_posts: Count(`Posts of the last ${ATTENTION_DAYS} days with a target that failed.`),
      unconfirmed_posts: Count(
        `Posts of the last ${ATTENTION_DAYS} days for which it is unknown whether they were published.`,
      ),
      dead_deliveries: Count(`Deliveries of the last ${ATTENTION_DAYS} days that will not be retried.`),
      disabled_webhooks: Count('Disabled webhook endpoints.'),
      is_balance_low: Type.Boolean({ description: 'Fewer credits are available than `CREDITS_LOW`.' }),
    }),
  },
  { title: 'HomeResponse' },
)

export const homeSummary = {
  summary: endpoint({
    id: 'home.summary',
    route: 'GET /v1/home',
    summary: 'Read the overview of a workspace: resources, first steps and issues',
    description: `One call for an overview page instead of many lists. Counts stop at ${COUNT_MAX}.`,
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
