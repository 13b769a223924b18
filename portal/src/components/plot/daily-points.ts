import type { Reply } from '../../api/client.ts'
import type { Point } from './plot-shapes.ts'

const DAY_MS = 86_400_000

/** Returns a point for each day of the range: the response omits days without calls, on which nothing was spent. */
export function dailyPoints({ since, until, data }: Pick<Reply<'credits.usage'>, 'since' | 'until' | 'data'>): Point[] {
  const spent = new Map(data.map(({ group, credits }) => [group, credits]))
  const [first, last] = [since, until].map((day) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`)) as [number, number]
  const label = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, n) => {
    const date = new Date(first + n * DAY_MS)
    const key = date.toISOString().slice(0, 10)
    return { key, label: label.format(date), value: spent.get(key) ?? 0 }
  })
}
