/**
 * Returns the same day and time n months later, or the month's last day when it has no such day: 31 January, 28 February, 31
 * March.
 */
export function addMonths(anchor: Date, months: number): Date {
  const year = anchor.getUTCFullYear()
  const month = anchor.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const moved = new Date(anchor)
  moved.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), lastDay))
  return moved
}
