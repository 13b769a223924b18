import { ACCOUNT_METRICS } from '../../../connectors/metrics.ts'
import { invalidValue, type Violation } from '../../../kit/declare/errors.ts'

const DAY_MS = 86_400_000
const DAYS_MAX = 366
/** Earlier days are refused: no platform has data of them, and years beyond the database's calendar cannot be asked for. */
const FIRST_DAY = '1970-01-01'
const POSTS_MAX = 40

export interface AnalyticsQuery {
  readonly since?: string
  readonly until?: string
  readonly metrics?: string
}

/** The range of a query: by default the 30 days until today. */
export function rangeOf({ since, until }: AnalyticsQuery, now: Date): { since: string; until: string } {
  const last = until ?? now.toISOString().slice(0, 10)
  return { since: since ?? new Date(Date.parse(last) - 29 * DAY_MS).toISOString().slice(0, 10), until: last }
}

/** Splits a comma-separated list. */
export function namesOf(list: string | undefined): string[] | undefined {
  return list === undefined ? undefined : [...new Set(list.split(',').map((name) => name.trim()))]
}

export function checkAnalyticsQuery(query: AnalyticsQuery, now: Date): Violation[] {
  const { since, until } = rangeOf(query, now)
  const days = (Date.parse(until) - Date.parse(since)) / DAY_MS
  const unknown = namesOf(query.metrics)?.filter((name) => !(ACCOUNT_METRICS as readonly string[]).includes(name)) ?? []
  return [
    ...(since < FIRST_DAY ? [invalidValue(['query', 'since'], `there is nothing before ${FIRST_DAY}`, since)] : []),
    ...(days < 0 ? [invalidValue(['query', 'since'], 'since is after until', since)] : []),
    ...(days >= DAYS_MAX ? [invalidValue(['query', 'since'], `at most ${DAYS_MAX} days at a time`, since)] : []),
    ...(unknown.length > 0
      ? [invalidValue(['query', 'metrics'], `the metrics are ${ACCOUNT_METRICS.join(', ')}`, query.metrics)]
      : []),
  ]
}

export function checkPostIds(list: string): Violation[] {
  const ids = namesOf(list) ?? []
  if (ids.length <= POSTS_MAX && ids.every((id) => id !== '' && id.length <= 64)) return []
  return [invalidValue(['query', 'post_ids'], `send 1 to ${POSTS_MAX} ids of posts, separated by commas`, list)]
}
