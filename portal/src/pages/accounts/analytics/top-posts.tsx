import { NativeSelect, Skeleton, Text, Title } from '@mantine/core'
import type { Reply } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { humanizeCode } from '../../../components/humanize-code.ts'
import { useNames } from '../../../resources/accounts/names.ts'
import { RankedPosts } from '../../../resources/analytics/ranked-posts.tsx'
import type { AnalyticsRange } from '../../../resources/analytics/summary.ts'
import * as css from './panel-head.module.css'

type Metric = Reply<'analytics.top_posts'>['metric']

const METRICS = [
  'impressions',
  'engagements',
  'engagement_rate',
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
  /** `worst`, or empty for the best posts. */
  readonly order: string
  readonly onOrder: (order: string) => void
}

/** Lists the best or worst posts of the period. */
export function TopPosts({ query, metric: chosen, onMetric, order: chosenOrder, onOrder }: Props) {
  const metric = METRICS.find((name) => name === chosen) ?? 'impressions'
  const order = chosenOrder === 'worst' ? 'worst' : 'best'
  const names = useNames()
  const { data, error, refetch } = useRead('analytics.top_posts', { query: { ...query, metric, order, limit: 10 } })
  const name = humanizeCode(metric).toLowerCase()
  return (
    <section className="panel" aria-labelledby="analytics-best">
      <div className={css.head}>
        <Title order={2} id="analytics-best">
          {order === 'best' ? 'Top posts' : 'Weakest posts'}
        </Title>
        <div className={css.choices}>
          <NativeSelect
            aria-label="Order"
            value={order}
            data={[
              { value: 'best', label: 'Best first' },
              { value: 'worst', label: 'Worst first' },
            ]}
            onChange={({ currentTarget }) => onOrder(currentTarget.value === 'best' ? '' : currentTarget.value)}
          />
          <NativeSelect
            aria-label="Rank by"
            value={metric}
            data={METRICS.map((value) => ({ value, label: `By ${humanizeCode(value).toLowerCase()}` }))}
            onChange={({ currentTarget }) => onMetric(currentTarget.value === 'impressions' ? '' : currentTarget.value)}
          />
        </div>
      </div>
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={220} mt={12} />}
      {data?.data.length === 0 && (
        <Text c="dimmed" mt="sm">
          No posts in this period have reported {name} yet. Figures of a post are read within minutes of its
          publication, then hourly for two days and daily for a month.
        </Text>
      )}
      {data && <RankedPosts posts={data.data} metric={metric} accountName={names.account} />}
    </section>
  )
}
