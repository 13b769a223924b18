import { Skeleton, Text, Title } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { humanizeCode } from '../../components/humanize-code.ts'
import { BreakdownTable } from './breakdown-table.tsx'
import { DailyChart } from './daily-chart.tsx'
import { FigureCards } from './figure-cards.tsx'
import { HoursPanel } from './hours-panel.tsx'
import { RankedPosts } from './ranked-posts.tsx'
import * as css from './report.module.css'
import { type AnalyticsRange, pickFigures } from './summary.ts'

const POSTS = 5

/** The report of a period: what a client asks for, on a page that prints well. */
export function Report({ range }: { range: AnalyticsRange }) {
  const { data, error, refetch } = useRead('analytics.summary', { query: range })
  if (error) return <ProblemAlert problem={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={400} radius={8} />
  const figures = pickFigures(data)
  const charted = data.series.filter(
    ({ metric, points }) => points.length > 0 && figures.some((figure) => figure.metric === metric),
  )
  if (figures.length === 0 && charted.length === 0)
    return <Text c="dimmed">The platforms have not reported any figures for this period yet.</Text>
  return (
    <div className={css.report}>
      <FigureCards figures={figures} />
      {charted.map((series) => (
        <section key={series.metric} className="panel" aria-label={`${humanizeCode(series.metric)} by day`}>
          <Title order={2}>{humanizeCode(series.metric)}</Title>
          <DailyChart summary={data} series={series} />
        </section>
      ))}
      <Comparison range={range} by="account" title="Accounts" />
      <Comparison range={range} by="media_type" title="Kinds of posts" />
      <HoursPanel range={range} />
      <Posts range={range} order="best" title="Top posts" />
      <Posts range={range} order="worst" title="Posts with the fewest engagements" />
    </div>
  )
}

function Comparison({ range, by, title }: { range: AnalyticsRange; by: 'account' | 'media_type'; title: string }) {
  const { data, error, refetch } = useRead('analytics.breakdown', { query: { ...range, by } })
  if (error) return <ProblemAlert problem={error} onRetry={() => void refetch()} />
  if (!data || data.data.length === 0) return null
  return (
    <section className="panel" aria-label={title}>
      <Title order={2}>{title}</Title>
      <BreakdownTable label={`${title} compared`} title={by === 'account' ? 'Account' : 'Kind'} rows={data.data} />
    </section>
  )
}

/** Weak posts are shown only if there are more posts than the best ones. */
function Posts({ range, order, title }: { range: AnalyticsRange; order: 'best' | 'worst'; title: string }) {
  const { data, error, refetch } = useRead('analytics.top_posts', {
    query: { ...range, metric: 'engagements', order, limit: 2 * POSTS },
  })
  const accounts = useRead('analytics.breakdown', { query: { ...range, by: 'account' } })
  if (error) return <ProblemAlert problem={error} onRetry={() => void refetch()} />
  const least = order === 'best' ? 1 : 2 * POSTS
  if (!data || data.data.length < least) return null
  const getName = (id: string) => accounts.data?.data.find(({ key }) => key === id)?.label
  return (
    <section className="panel" aria-label={title}>
      <Title order={2}>{title}</Title>
      <RankedPosts posts={data.data.slice(0, POSTS)} metric="engagements" accountName={getName} />
    </section>
  )
}
