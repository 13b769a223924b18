import { UsageError } from '../usage-error.ts'

const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Parses a time or an age: `10m`, `2h`, `2026-01-15T09:30:00Z`. */
export function readMoment(text: string, flag: string): Date {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? []
  const moment = unit ? new Date(Date.now() - Number(count) * UNITS[unit as keyof typeof UNITS]) : new Date(text)
  if (Number.isNaN(moment.getTime()))
    throw new UsageError(`${flag} must be a time or an age, such as 2026-01-15T09:30:00Z or 10m.`)
  return moment
}
