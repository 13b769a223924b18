import { invalidValue, type Violation } from './errors.ts'

/** Checks a range of times in a query: `from` inclusive, `to` exclusive. */
export function checkTimes({ from, to }: { from?: string; to?: string }): Violation[] {
  if (from === undefined || to === undefined || new Date(from) <= new Date(to)) return []
  return [invalidValue(['query', 'from'], 'from must not be after to')]
}
