import { Skeleton, Text, Title } from '@mantine/core'
import { useRead } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { humanizeCode } from '../../../components/humanize-code.ts'
import { formatNumber } from '../../../components/time/time.ts'
import { When } from '../../../components/time/when.tsx'
import type { Names } from '../../../resources/accounts/names.ts'
import { PlatformName } from '../../../resources/platforms/platform-name.tsx'
import { type Post } from '../../../resources/posts/post-labels.ts'
import * as css from './post-metrics.module.css'

/** Metrics that the platforms reported for the post. */
export function PostMetrics({ post, names }: { post: Post; names: Names }) {
  const { data, error, refetch } = useRead('posts.analytics', { query: { post_ids: post.id } }, { everySeconds: 30 })
  return (
    <section className="panel" aria-labelledby="post-metrics">
      <Title order={2} id="post-metrics">
        Metrics
      </Title>
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={60} mt={8} />}
      {data?.data.length === 0 && (
        <Text c="dimmed" mt={4}>
          The platforms have not reported any metrics yet. They are polled within minutes at first, then every few
          hours.
        </Text>
      )}
      {data?.data.map(({ account_id, platform, as_of, metrics }) => (
        <div key={account_id} className={css.metrics}>
          <Text size="sm" c="dimmed">
            <PlatformName platform={platform}>{names.account(account_id) ?? names.platform(platform)}</PlatformName>,{' '}
            <When at={as_of} />
          </Text>
          <dl>
            {Object.entries(metrics).map(([name, value]) => (
              <div key={name}>
                <dt>{humanizeCode(name)}</dt>
                <dd className="numbers">
                  {formatNumber(value, { notation: value >= 10_000 ? 'compact' : 'standard' })}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  )
}
