import { formatDay } from '../../../components/time/time.ts'
import { addDays } from '../../../components/time/zoned-time.ts'

export type CalendarView = 'month' | 'week'

const MONTH_DAYS = 42

/** Returns the days of a view: weeks start on Monday, and a month shows six of them. */
export function getViewRange(view: CalendarView, day: string): { from: string; to: string } {
  const from = toMonday(view === 'week' ? day : `${day.slice(0, 7)}-01`)
  return { from, to: addDays(from, view === 'week' ? 7 : MONTH_DAYS) }
}

function toMonday(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7))
}

/** Returns a day of the previous or next view. */
export function stepDay(view: CalendarView, day: string, by: -1 | 1): string {
  if (view === 'week') return addDays(day, 7 * by)
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10)
}

export function formatViewTitle(view: CalendarView, day: string): string {
  if (view === 'month') return formatDay(day, { month: 'long', year: 'numeric' })
  const { from, to } = getViewRange(view, day)
  const options = { day: 'numeric', month: 'short', year: 'numeric' } as const
  return `${formatDay(from, options)} – ${formatDay(addDays(to, -1), options)}`
}
