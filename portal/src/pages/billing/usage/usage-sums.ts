import type { Reply } from '../../../api/client.ts'
import { PARTS_MAX, type Point } from '../../../components/plot/plot-shapes.ts'
import { formatDay } from '../../../components/time/time.ts'

export interface ActionSum {
  readonly action: string
  readonly calls: number
  readonly found: number
  readonly credits: number
}

export interface UsageSums {
  readonly since: string
  readonly until: string
  readonly credits: number
  /** Largest first. */
  readonly actions: readonly ActionSum[]
  /** Parts of a bar: the actions, with the smallest combined. */
  readonly names: readonly string[]
  readonly points: readonly Point[]
}

const DAY_MS = 86_400_000
type Usage = Pick<Reply<'credits.usage'>, 'since' | 'until' | 'credits' | 'data'>

/** Sums the usage by day for a chart, and by action for a table. */
export function sumUsage({ since, until, credits, data }: Usage): UsageSums {
  const actions = [...Map.groupBy(data, ({ action }) => action ?? '')]
    .map(([action, rows]) => ({
      action,
      calls: sum(rows.map((row) => row.calls)),
      found: sum(rows.map((row) => row.found)),
      credits: sum(rows.map((row) => row.credits)),
    }))
    .filter(({ calls }) => calls > 0)
    .toSorted((a, b) => b.credits - a.credits || b.calls - a.calls)
  const isMany = actions.length > PARTS_MAX
  const own = actions.slice(0, isMany ? PARTS_MAX - 1 : PARTS_MAX).map(({ action }) => action)
  const byDay = Map.groupBy(data, ({ group }) => group)
  const points = daysBetween(since, until).map((day) => {
    const rows = byDay.get(day) ?? []
    const parts = own.map((name) => sum(rows.filter(({ action }) => action === name).map((row) => row.credits)))
    const value = sum(rows.map((row) => row.credits))
    return {
      key: day,
      label: formatDay(day, { month: 'short', day: 'numeric' }),
      value,
      parts: isMany ? [...parts, value - sum(parts)] : parts,
    }
  })
  return { since, until, credits, actions, names: isMany ? [...own, 'others'] : own, points }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function daysBetween(since: string, until: string): string[] {
  const [first, last] = [since, until].map((day) => Date.parse(`${day}T00:00Z`)) as [number, number]
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, n) =>
    new Date(first + n * DAY_MS).toISOString().slice(0, 10),
  )
}
