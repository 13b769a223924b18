import type { Reply } from '../../../api/client.ts'
import type { Point } from '../../../components/plot/plot-shapes.ts'
import { formatDay } from '../../../components/time/time.ts'
import { addDays } from '../../../components/time/zoned-time.ts'

export type Summary = Reply<'analytics.summary'>
export type Series = Summary['series'][number]

/** Metrics that are levels at the end of a day; all others are counted per day. */
const LEVELS: readonly string[] = ['followers', 'posts']

/** Returns the days of a range, both ends included. */
export function listDays({ since, until }: Pick<Summary, 'since' | 'until'>): string[] {
  const count = Math.round((Date.parse(until) - Date.parse(since)) / 86_400_000) + 1
  return Array.from({ length: Math.max(count, 0) }, (_, n) => addDays(since, n))
}

/** Returns a point for each day; a day without data is a gap, not zero. */
export function toDailyPoints(range: Pick<Summary, 'since' | 'until'>, { points }: Series): Point[] {
  const values = new Map(points.map(({ date, value }) => [date, value]))
  return listDays(range).map((day) => ({
    key: day,
    label: formatDay(day, { month: 'short', day: 'numeric' }),
    value: values.get(day) ?? null,
  }))
}

export interface Total {
  readonly value: number
  readonly isLevel: boolean
  /** Change of a level between its first and last days; undefined if the two days cover different numbers of accounts. */
  readonly change: number | undefined
}

/** Returns the last value of a level, or the sum of a daily metric; undefined without data. */
export function computeTotal({ metric, points }: Series): Total | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return undefined
  if (!LEVELS.includes(metric))
    return { value: points.reduce((sum, { value }) => sum + value, 0), isLevel: false, change: undefined }
  const change = first.accounts === last.accounts ? last.value - first.value : undefined
  return { value: last.value, isLevel: true, change }
}

/** Counts the days without data, and those on which some accounts did not report. */
export function countGaps(summary: Summary, { points }: Series): { missing: number; partial: number } {
  const most = Math.max(...points.map(({ accounts }) => accounts), 0)
  return {
    missing: listDays(summary).length - points.length,
    partial: points.filter(({ accounts }) => accounts < most).length,
  }
}

/** Formats the series as CSV: a line for each day, a column for each metric, empty where there is no data. */
export function toCsv(summary: Summary): string {
  const series = summary.series.filter(({ points }) => points.length > 0)
  const values = series.map(({ points }) => new Map(points.map(({ date, value }) => [date, value])))
  const lines = listDays(summary).map((day) => [day, ...values.map((known) => known.get(day) ?? '')].join(','))
  return [['date', ...series.map(({ metric }) => metric)].join(','), ...lines, ''].join('\r\n')
}
