import { useRead } from '../../api/hooks.ts'
import type { Point } from '../../components/plot/plot-shapes.ts'
import { formatHour, userTimeZone } from '../../components/time/time.ts'
import type { AnalyticsRange } from './summary.ts'

/** Reads the average engagements of a post by the hour of its publication; an hour without posts is a gap. */
export function useHours(range: AnalyticsRange): readonly Point[] | undefined {
  const { data } = useRead('analytics.breakdown', { query: { ...range, by: 'hour', time_zone: userTimeZone() } })
  return data && Array.from({ length: 24 }, (_, hour) => toPoint(data.data, hour))
}

function toPoint(
  rows: readonly { key: string; posts: number; metrics: Record<string, number> }[],
  hour: number,
): Point {
  const row = rows.find(({ key }) => key === String(hour))
  const engagements = row?.metrics['engagements']
  const average = row && engagements !== undefined && row.posts > 0 ? Math.round(engagements / row.posts) : null
  return { key: String(hour), label: formatHour(String(hour).padStart(2, '0')), value: average }
}
