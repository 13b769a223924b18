import { connectSandbox, createProfile } from '../../server/test/support/account-scene.ts'
import { until } from '../../server/test/support/harness.ts'
import type { PortalWorld } from './portal-world.ts'
import { publish } from './publish-scene.ts'

const DAYS = 29
/** Days ago on which the platform reported nothing. */
const GAP: readonly number[] = [12, 13]
/** Days ago on which the second account was first seen. */
const SECOND_SINCE = 23

const POSTS = [
  'Fresh from the oven: rye bread on Thursdays, cinnamon rolls on Fridays.',
  'We are closed on Monday for the spring cleaning.',
  'A short film about how the sourdough is made, from flour to crust.',
]

/** Creates two accounts with a month of statistics, and posts with some views. */
export async function seedMonthOfMetrics(world: PortalWorld) {
  const { live, db, workspaceId } = world
  const profileId = await createProfile(live, 'Example bakery')
  const accounts = [
    await connectSandbox(live, { profileId, username: 'bread' }),
    await connectSandbox(live, { profileId, username: 'cake' }),
  ] as const
  // The test's own days, with gaps, replace the history of the sandbox. The next read is at night.
  for (const { id } of accounts) {
    await until('the history is read', async () => {
      const { data } = (await live('GET', `/v1/accounts/${id}/feeds`)).body as {
        data: { feed: string; read_at: unknown }[]
      }
      return data.some(({ feed, read_at }) => feed === 'account_metrics' && read_at !== null)
    })
    await db`delete from account_metrics where account_id = ${id}`
  }
  for (const [n, account] of accounts.entries())
    for (let ago = n === 0 ? DAYS : SECOND_SINCE; ago > 0; ago--) {
      if (GAP.includes(ago)) continue
      const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
      const values = {
        followers: 500 + 90 * n - 3 * ago,
        impressions: 300 + ((ago * 7919) % 211),
        engagements: 60 - ago,
      }
      for (const [metric, value] of Object.entries(values))
        await db`
          insert into account_metrics (workspace_id, account_id, entity_external_id, metric, day, value)
          values (${workspaceId}, ${account.id}, ${account.active_entity.external_id}, ${metric}, ${day}, ${value})`
    }
  for (const [n, content] of POSTS.entries()) {
    const { id } = await publish(live, { targets: [{ account_id: accounts[0].id }], content })
    const externalId: string = await until('the post is published', async () => {
      const [target] = (await live('GET', `/v1/posts/${id}`)).body.targets
      return target.status === 'published' && target.external_id
    })
    const metrics = { impressions: 1240 - 390 * n, likes: 34 + 21 * n, comments: 5, shares: 3 * n }
    await db`
      insert into post_metrics (workspace_id, account_id, external_id, metrics, as_of, asked_at)
      values (${workspaceId}, ${accounts[0].id}, ${externalId}, ${db.json(metrics)}, now(), now())
      on conflict on constraint post_metrics_pkey do update set metrics = excluded.metrics, as_of = excluded.as_of`
  }
  return { profileId, accounts }
}
