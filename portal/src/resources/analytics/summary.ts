import type { Reply } from '../../api/client.ts'
import { humanizeCode } from '../../components/humanize-code.ts'
import { formatNumber } from '../../components/time/time.ts'

export type Summary = Reply<'analytics.summary'>
export type Series = Summary['series'][number]
export type BreakdownRow = Reply<'analytics.breakdown'>['data'][number]
type Rate = Summary['engagement_rate']

/** A period and what it is limited to. */
export interface AnalyticsRange {
  readonly profile_id?: string
  readonly account_id?: string
  readonly since?: string
  readonly until?: string
}

/** How often content was seen: the first of these metrics that a platform reports. */
const SEEN = ['impressions', 'views', 'reach'] as const

/** One number of a period, formatted, beside that of the period before. */
export interface Figure {
  readonly metric: string
  readonly label: string
  readonly value: string
  readonly comparison: string
}

/** Returns the four figures that matter most: followers, impressions, engagements and the engagement rate. */
export function pickFigures({ totals, engagement_rate: rate }: Summary): Figure[] {
  const seen = SEEN.find((name) => totals.some(({ metric }) => metric === name))
  const figures = ['followers', seen, 'engagements'].flatMap((name) =>
    totals
      .filter(({ metric }) => metric === name)
      .map(({ metric, value, previous, change }) => ({
        metric,
        label: humanizeCode(metric),
        value: formatCompact(value),
        comparison: compare(change, previous),
      })),
  )
  if (rate.value === null) return figures
  const value = formatRate(rate.value)
  return [...figures, { metric: 'engagement_rate', label: 'Engagement rate', value, comparison: compareRates(rate) }]
}

export function formatCompact(value: number): string {
  return formatNumber(value, { notation: 'compact', maximumFractionDigits: 1 })
}

export function formatRate(value: number): string {
  return formatNumber(value, { style: 'percent', maximumFractionDigits: 1 })
}

/** Formats a relative change, such as `+12%`; an empty text if there is nothing to compare with. */
export function formatChange(change: number | null): string {
  if (change === null) return ''
  return formatNumber(change, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 })
}

function compare(change: number | null, previous: number | null): string {
  if (previous === null) return 'No earlier data'
  return [formatChange(change), `${formatCompact(previous)} before`].filter(Boolean).join(' · ')
}

/** Compares two rates in percentage points: a change in percent of a percentage is easily misread. */
function compareRates({ value, previous }: Rate): string {
  if (value === null || previous === null) return 'No earlier data'
  const points = formatNumber((value - previous) * 100, { signDisplay: 'exceptZero', maximumFractionDigits: 1 })
  return `${points} points · ${formatRate(previous)} before`
}

/** Returns how often a group's content was seen, with the metric that tells. */
export function findSeen(metrics: BreakdownRow['metrics']): { metric: string; value: number } | undefined {
  const metric = SEEN.find((name) => metrics[name] !== undefined)
  return metric && { metric, value: metrics[metric] ?? 0 }
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  text: 'Text only',
  image: 'One image',
  images: 'Several images',
  video: 'Video',
  other: 'Other media',
}

export function labelRow({ key, label }: BreakdownRow): string {
  return MEDIA_TYPES[key] ?? label
}
