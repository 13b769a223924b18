import { Button, Skeleton } from '@mantine/core'
import { DownloadIcon, FileIcon } from '@primer/octicons-react'
import { Link } from 'wouter'
import { useRead } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { Page } from '../../../components/page.tsx'
import { PLOT_HEIGHT } from '../../../resources/analytics/daily-chart.tsx'
import { FigureCards } from '../../../resources/analytics/figure-cards.tsx'
import { HoursPanel } from '../../../resources/analytics/hours-panel.tsx'
import { toCsv } from '../../../resources/analytics/series.ts'
import { type AnalyticsRange, pickFigures, type Summary } from '../../../resources/analytics/summary.ts'
import { AnalyticsFilters } from './analytics-filters.tsx'
import * as css from './analytics-page.module.css'
import { ComparisonPanel } from './comparison-panel.tsx'
import { NoFigures } from './no-figures.tsx'
import { SeriesPanel } from './series-panel.tsx'
import { TopPosts } from './top-posts.tsx'
import { useAnalyticsFilters } from './use-analytics-filters.ts'

/** Analytics of all accounts or one: by day and by post. */
export function AnalyticsPage() {
  const { query, ...filters } = useAnalyticsFilters()
  // Until the first figures are there, they are expected within seconds.
  const { data, error, refetch } = useRead(
    'analytics.summary',
    { query },
    { everySeconds: ({ totals }) => (totals.length > 0 ? 60 : 5) },
  )
  const known = data?.series.filter(({ points }) => points.length > 0) ?? []
  const shown = known.find(({ metric }) => metric === filters.values.metric) ?? known[0]
  return (
    <Page
      title="Analytics"
      about="What the platforms report about your accounts and posts, compared with the period before."
      actions={
        <>
          <CopyAs operation="analytics.summary" input={{ query }} />
          <button
            type="button"
            className="quiet-button"
            disabled={known.length === 0}
            onClick={() => data && download(data, query)}
          >
            <DownloadIcon size={16} /> CSV
          </button>
          <Button
            component={Link}
            href={query.profile_id ? `/analytics/report?profile=${query.profile_id}` : '/analytics/report'}
            leftSection={<FileIcon size={16} />}
          >
            Report
          </Button>
        </>
      }
    >
      <AnalyticsFilters {...filters} />
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <>
          <Skeleton height={94} radius={10} mb={16} />
          <Skeleton height={PLOT_HEIGHT + 112} radius={10} />
        </>
      )}
      {data && shown && (
        <div className={css.parts}>
          <FigureCards
            figures={pickFigures(data)}
            shown={shown.metric}
            onShow={(metric) => filters.set('metric', metric)}
          />
          <SeriesPanel summary={data} known={known} series={shown} onShow={(metric) => filters.set('metric', metric)} />
          <ComparisonPanel query={query} group={filters.values.by} onGroup={(by) => filters.set('by', by)} />
          <HoursPanel range={query} />
          <TopPosts
            query={query}
            metric={filters.values.best}
            onMetric={(metric) => filters.set('best', metric)}
            order={filters.values.order}
            onOrder={(order) => filters.set('order', order)}
          />
        </div>
      )}
      {data && !shown && <NoFigures times={data} isFiltered={filters.isAny} />}
    </Page>
  )
}

function download(summary: Summary, { profile_id, account_id }: AnalyticsRange): void {
  const url = URL.createObjectURL(new Blob([toCsv(summary)], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download =
    ['analytics', account_id ?? profile_id, summary.since, summary.until].filter(Boolean).join('-') + '.csv'
  link.click()
  // The browser must open the URL first.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
