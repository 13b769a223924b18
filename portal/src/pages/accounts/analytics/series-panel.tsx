import { NativeSelect, Text, Title } from '@mantine/core'
import { formatCount, pluralize } from '../../../components/count.ts'
import { humanizeCode } from '../../../components/humanize-code.ts'
import { formatDay } from '../../../components/time/time.ts'
import { DailyChart } from '../../../resources/analytics/daily-chart.tsx'
import { countGaps } from '../../../resources/analytics/series.ts'
import type { Series, Summary } from '../../../resources/analytics/summary.ts'
import * as css from './panel-head.module.css'

interface Props {
  readonly summary: Summary
  /** The metrics that can be charted. */
  readonly known: readonly Series[]
  readonly series: Series
  readonly onShow: (metric: string) => void
}

/** Chart of one metric by day. */
export function SeriesPanel({ summary, known, series, onShow }: Props) {
  const name = humanizeCode(series.metric)
  const long = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return (
    <section className="panel" aria-labelledby="analytics-series">
      <div className={css.head}>
        <Title order={2} id="analytics-series">
          {name}
        </Title>
        <NativeSelect
          aria-label="Metric"
          value={series.metric}
          data={known.map(({ metric }) => ({ value: metric, label: humanizeCode(metric) }))}
          onChange={({ currentTarget }) => onShow(currentTarget.value)}
        />
      </div>
      <Text c="dimmed" mb="sm">
        {formatDay(summary.since, long)} to {formatDay(summary.until, long)}
        {gapText(summary, series)}
      </Text>
      <DailyChart summary={summary} series={series} />
    </section>
  )
}

/** Describes missing data, so that a dip is not mistaken for a loss. */
function gapText(summary: Summary, series: Series): string {
  const { missing, partial } = countGaps(summary, series)
  return [
    '.',
    missing > 0
      ? ` ${formatCount(missing, 'day')} without data ${pluralize(missing, 'is a gap', 'are gaps')}, not zero.`
      : '',
    partial > 0 ? ` On ${formatCount(partial, 'day')} some accounts did not report.` : '',
  ].join('')
}
