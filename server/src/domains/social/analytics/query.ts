import { ACCOUNT_METRICS } from '../../../connectors/metrics.ts'
import { invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { StringEnum } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { findMismatches } from '../../../kit/declare/violations.ts'
import { isTimeZone } from './zone-offsets.ts'

const DAY_MS = 86_400_000
const DAYS_MAX = 366
/** Earliest day: no platform has older data, and years outside the database's calendar cannot be queried. */
const FIRST_DAY = '1970-01-01'
export const POSTS_MAX = 100

const Metrics = Type.Array(StringEnum(ACCOUNT_METRICS))
const PostIds = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: POSTS_MAX })

export interface AnalyticsQuery {
  readonly since?: string
  readonly until?: string
  readonly metrics?: string
}

/** Returns the range of a query; defaults to the last 30 days. */
export function resolveDateRange({ since, until }: AnalyticsQuery, now: Date): DayRange {
  const last = until ?? now.toISOString().slice(0, 10)
  return { since: since ?? addDays(last, -29), until: last }
}

export interface DayRange {
  readonly since: string
  readonly until: string
}

/** Returns the range of the same length that ends on the day before. */
export function previousRange({ since, until }: DayRange): DayRange & { readonly days: number } {
  const days = (Date.parse(until) - Date.parse(since)) / DAY_MS + 1
  return { since: addDays(since, -days), until: addDays(since, -1), days }
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

export function splitCommaList(list: string | undefined): string[] | undefined {
  return list === undefined ? undefined : [...new Set(list.split(',').map((name) => name.trim()))]
}

export function checkAnalyticsQuery(query: AnalyticsQuery, now: Date): Violation[] {
  const { since, until } = resolveDateRange(query, now)
  const days = (Date.parse(until) - Date.parse(since)) / DAY_MS
  return [
    ...(since < FIRST_DAY ? [invalidValue(['query', 'since'], `there is no data before ${FIRST_DAY}`)] : []),
    ...(days < 0 ? [invalidValue(['query', 'since'], 'since is after until')] : []),
    ...(days >= DAYS_MAX ? [invalidValue(['query', 'since'], `at most ${DAYS_MAX} days at a time`)] : []),
    ...findMismatches(Metrics, splitCommaList(query.metrics) ?? [], ['query', 'metrics']),
  ]
}

export function checkTimeZone(timeZone: string): Violation[] {
  return isTimeZone(timeZone) ? [] : [invalidValue(['query', 'time_zone'], 'there is no such time zone')]
}

export function checkPostIds(list: string): Violation[] {
  return findMismatches(PostIds, splitCommaList(list) ?? [], ['query', 'post_ids'])
}
