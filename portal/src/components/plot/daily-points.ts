import type { Reply } from '../../api/client.ts'
import { formatDay } from '../time/time.ts'
import type { Point } from './plot-shapes.ts'

const DAY_MS = 86_400_000

/** Returns a point for each day of the range: the response omits days without calls, on which nothing was spent. */
export function dailyPoints({ since, until, data }: Pick<Reply<'credits.usage'>, 'since' | 'until' | 'data'>): Point[] {
  const spent = new Map(data.map(({ group, credits }) => [group, credits]))
  const [first, last] = [since, until].map((day) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`)) as [number, number]
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, n) => {
    const key = new Date(first + n * DAY_MS).toISOString().slice(0, 10)
    return { key, label: formatDay(key, { month: 'short', day: 'numeric' }), value: spent.get(key) ?? 0 }
  })
}
