import { formatDay, userTimeZone } from '../../../components/time/time.ts'
import { addDays, todayIn, toLocal } from '../../../components/time/zoned-time.ts'

/** Returns the day of a moment in the user's time zone: `2026-03-29`. */
export function toLocalDay(at: string, zone = userTimeZone()): string {
  return toLocal(at, zone).slice(0, 10)
}

export function dayName(day: string, today = todayIn(userTimeZone())): string {
  if (day === today) return 'Today'
  if (day === addDays(today, -1)) return 'Yesterday'
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return formatDay(day, { weekday: 'long', day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) })
}
