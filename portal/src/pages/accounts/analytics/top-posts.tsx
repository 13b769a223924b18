import { NativeSelect, Skeleton, Text, Title } from '@mantine/core'
import { LinkExternalIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import type { Reply } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import { When } from '../../../components/time/when.tsx'
import { webAddress } from '../../../components/web-address.ts'
import { type Names, useNames } from '../../../resources/accounts/names.ts'
import { PlatformIcon } from '../../../resources/platforms/platform-icon.tsx'
import { formatMetric } from '../../../resources/posts/post-labels.ts'
import * as css from './top-posts.module.css'
import type { AnalyticsRange } from './use-analytics-filters.ts'

type TopPost = Reply<'analytics.top_posts'>['data'][number]
type Metric = Reply<'analytics.top_posts'>['metric']

const METRICS = [
  'impressions',
  'views',
  'reach',
  'likes',
  'comments',
  'shares',
  'quotes',
  'saves',
  'clicks',
] as const satisfies readonly Metric[]

interface Props {
  readonly query: AnalyticsRange
  readonly metric: string
  readonly onMetric: (metric: string) => void
}

/** Lists the best-performing posts of the period. */
export function TopPosts({ query, metric: chosen, onMetric }: Props) {
  const metric = METRICS.find((name) => name === chosen) ?? 'impressions'
  const names = useNames()
  const { data, error, refetch } = useRead('analytics.top_posts', { query: { ...query, metric, limit: 10 } })
  return (
    <section className="panel" aria-labelledby="analytics-best">
      <div className="account-part-head">
        <Title order={2} id="analytics-best">
          Top posts
        </Title>
        <NativeSelect
          aria-label="Rank by"
          value={metric}
          data={METRICS.map((name) => ({ value: name, label: `By ${name}` }))}
          onChange={({ currentTarget }) => onMetric(currentTarget.value === 'impressions' ? '' : currentTarget.value)}
        />
      </div>
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={220} mt={12} />}
      {data?.data.length === 0 && (
        <Text c="dimmed" mt="sm">
          No posts in this period have reported {metric} yet. Metrics are collected hourly for two days, then daily for
          a month.
        </Text>
      )}
      <ol className={css.posts}>
        {data?.data.map((post) => (
          <TopPostItem key={post.target_id} post={post} metric={metric} names={names} />
        ))}
      </ol>
    </section>
  )
}

function TopPostItem({ post, metric, names }: { post: TopPost; metric: string; names: Names }) {
  const { post_id, content, platform, account_id, published_at, value, metrics, external_url } = post
  const address = webAddress(external_url)
  const others = Object.entries(metrics).filter(([name]) => name !== metric)
  return (
    <li>
      <div className={css.postText}>
        <Link href={`/posts/${post_id}`} dir="auto">
          {content.trim() || 'No text'}
        </Link>
        <div className="dimmed">
          <PlatformIcon platform={platform} size={12} />{' '}
          <bdi>{names.account(account_id) ?? names.platform(platform)}</bdi>, {names.platform(platform)} ·{' '}
          <When at={published_at} />
          {address !== undefined && (
            <>
              {' · '}
              <a href={address} target="_blank" rel="noreferrer">
                Open <LinkExternalIcon size={12} />
                <span className="hidden"> on {names.platform(platform)}</span>
              </a>
            </>
          )}
        </div>
      </div>
      <div className={`${css.postNumbers} numbers`}>
        <b>{formatNumber(value)}</b>
        <div className="dimmed">{others.map(([name, each]) => formatMetric(name, each)).join(', ')}</div>
      </div>
    </li>
  )
}
