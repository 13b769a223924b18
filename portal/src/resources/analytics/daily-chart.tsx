import { humanizeCode } from '../../components/humanize-code.ts'
import { Plot } from '../../components/plot/plot.tsx'
import { formatNumber } from '../../components/time/time.ts'
import { toDailyPoints } from './series.ts'
import type { Series, Summary } from './summary.ts'

export const PLOT_HEIGHT = 260

/** Chart of one metric by day. */
export function DailyChart({ summary, series }: { summary: Summary; series: Series }) {
  const total = summary.totals.find(({ metric }) => metric === series.metric)
  const label = `${humanizeCode(series.metric)} by day from ${summary.since} to ${summary.until}: ${total ? formatNumber(total.value) : 'no data'}`
  return <Plot label={label} height={PLOT_HEIGHT} points={toDailyPoints(summary, series)} />
}
