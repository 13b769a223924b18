import { Text, Title } from '@mantine/core'
import { formatCount, pluralize } from '../../../components/count.ts'
import { humanizeCode } from '../../../components/humanize-code.ts'
import { Plot } from '../../../components/plot/plot.tsx'
import { formatDay, formatNumber } from '../../../components/time/time.ts'
import { computeTotal, countGaps, type Series, type Summary, toDailyPoints } from './series.ts'

export const PLOT_HEIGHT = 260

/** Chart of one metric by day. */
export function SeriesPanel({ summary, series }: { summary: Summary; series: Series }) {
  const name = humanizeCode(series.metric)
  const total = computeTotal(series)
  const label = `${name} by day from ${summary.since} to ${summary.until}: ${total ? formatNumber(total.value) : 'no data'}`
  const long = { day: 'numeric', month: 'long', year: 'numeric' } as const
  return (
    <section className="panel" aria-labelledby="analytics-series">
      <Title order={2} id="analytics-series">
        {name}
      </Title>
      <Text c="dimmed" mb="sm">
        {formatDay(summary.since, long)} to {formatDay(summary.until, long)}
        {gapText(summary, series)}
      </Text>
      <Plot label={label} height={PLOT_HEIGHT} points={toDailyPoints(summary, series)} />
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
