import { Skeleton } from '@mantine/core'
import { DownloadIcon, GraphIcon, PlugIcon } from '@primer/octicons-react'
import { useRead } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { EmptyState } from '../../../components/list/empty-state.tsx'
import { Page } from '../../../components/page.tsx'
import { AnalyticsFilters } from './analytics-filters.tsx'
import { MetricCards } from './metric-cards.tsx'
import { type Summary, toCsv } from './series.ts'
import { PLOT_HEIGHT, SeriesPanel } from './series-panel.tsx'
import { TopPosts } from './top-posts.tsx'
import { type AnalyticsRange, useAnalyticsFilters } from './use-analytics-filters.ts'

/** Analytics of all accounts or one: by day and by post. */
export function AnalyticsPage() {
  const { query, ...filters } = useAnalyticsFilters()
  const { data, error, refetch } = useRead('analytics.summary', { query }, { everySeconds: 60 })
  const known = data?.series.filter(({ points }) => points.length > 0) ?? []
  const shown = known.find(({ metric }) => metric === filters.values.metric) ?? known[0]
  return (
    <Page
      title="Analytics"
      about="Metrics reported by the platforms, aggregated across your accounts."
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
        <>
          <MetricCards series={known} shown={shown.metric} onShow={(metric) => filters.set('metric', metric)} />
          <SeriesPanel summary={data} series={shown} />
        </>
      )}
      {data && !shown && <NothingYet isFiltered={filters.isAny} />}
      {data && shown && (
        <TopPosts query={query} metric={filters.values.best} onMetric={(metric) => filters.set('best', metric)} />
      )}
    </Page>
  )
}

function NothingYet({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState
      icon={GraphIcon}
      title={isFiltered ? 'No analytics for this date range' : 'No analytics yet'}
      text="Metrics are collected a few minutes after an account is connected, and then daily. Not every platform reports metrics."
    >
      <WriteButton href="/accounts/connect" leftSection={<PlugIcon size={16} />}>
        Connect account
      </WriteButton>
    </EmptyState>
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
