import { addDays, todayIn } from '../../components/time/zoned-time.ts'

/** Periods of a report, by the number of days. */
export const PERIODS = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
]

/** Returns the last full days: today's figures are not complete. */
export function toLastDays(days: string): { since: string; until: string } {
  const count = PERIODS.some(({ value }) => value === days) ? Number(days) : 30
  const until = addDays(todayIn('UTC'), -1)
  return { since: addDays(until, 1 - count), until }
}
