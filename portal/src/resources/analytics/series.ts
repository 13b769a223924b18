import type { Point } from '../../components/plot/plot-shapes.ts'
import { formatDay } from '../../components/time/time.ts'
import { addDays } from '../../components/time/zoned-time.ts'
import type { Series, Summary } from './summary.ts'

type Days = Pick<Summary, 'since' | 'until'>
type DailySeries = Days & Pick<Summary, 'series'>

/** Returns the days of a range, both ends included. */
export function listDays({ since, until }: Days): string[] {
  const count = Math.round((Date.parse(until) - Date.parse(since)) / 86_400_000) + 1
  return Array.from({ length: Math.max(count, 0) }, (_, n) => addDays(since, n))
}

/** Returns a point for each day; a day without data is a gap, not zero. */
export function toDailyPoints(range: Days, { points }: Series): Point[] {
  const values = new Map(points.map(({ date, value }) => [date, value]))
  return listDays(range).map((day) => ({
    key: day,
    label: formatDay(day, { month: 'short', day: 'numeric' }),
    value: values.get(day) ?? null,
  }))
}

/** Counts the days without data, and those on which some accounts did not report. */
export function countGaps(summary: Days, { points }: Series): { missing: number; partial: number } {
  const most = Math.max(...points.map(({ accounts }) => accounts), 0)
  return {
    missing: listDays(summary).length - points.length,
    partial: points.filter(({ accounts }) => accounts < most).length,
  }
}

/** Formats the series as CSV: a line for each day, a column for each metric, empty where there is no data. */
export function toCsv(summary: DailySeries): string {
  const series = summary.series.filter(({ points }) => points.length > 0)
  const values = series.map(({ points }) => new Map(points.map(({ date, value }) => [date, value])))
  const lines = listDays(summary).map((day) => [day, ...values.map((known) => known.get(day) ?? '')].join(','))
  return [['date', ...series.map(({ metric }) => metric)].join(','), ...lines, ''].join('\r\n')
}
