import type { Session } from './session.ts'

/** The metrics of all platforms under common names. Connectors map their own names to these, and the facts list those they have. */
export const ACCOUNT_METRICS = [
  'followers',
  'impressions',
  'reach',
  'views',
  'engagements',
  'clicks',
  'posts',
  'messages',
  'conversations',
] as const
export const POST_METRICS = [
  'impressions',
  'reach',
  'views',
  'likes',
  'comments',
  'shares',
  'quotes',
  'saves',
  'clicks',
] as const

export type AccountMetric = (typeof ACCOUNT_METRICS)[number]
export type PostMetric = (typeof POST_METRICS)[number]

/** The value of a metric on one day. A day without data has no point: a gap is not a zero. */
export interface DailyPoint {
  readonly metric: AccountMetric
  /** YYYY-MM-DD, in the time zone of the platform. */
  readonly date: string
  readonly value: number
}

/** Leaves out the metrics that the platform did not report: they are unknown, not zero. */
export function knownMetrics<Name extends string>(
  reported: Readonly<Record<Name, unknown>>,
): Partial<Record<Name, number>> {
  const known = Object.entries(reported).filter(([, value]) => Number.isFinite(value) && Number(value) >= 0)
  return Object.fromEntries(known) as Partial<Record<Name, number>>
}

export function dailyPoints(date: string, reported: Readonly<Partial<Record<AccountMetric, unknown>>>): DailyPoint[] {
  const known = Object.entries(knownMetrics(reported as Record<AccountMetric, unknown>))
  return known.map(([metric, value]) => ({ metric: metric as AccountMetric, date, value }))
}

export interface FoundPostMetrics {
  readonly externalId: string
  readonly metrics: Readonly<Partial<Record<PostMetric, number>>>
}

export interface Metrics {
  readonly account: {
    /** Returns one point where the platform reports only today's value: we store the history. */
    readonly daily: (
      session: Session,
      range: { readonly since: string; readonly until: string },
    ) => Promise<readonly DailyPoint[]>
  }
  readonly posts: {
    /** Deleted posts are missing from the result. */
    readonly read: (session: Session, externalIds: readonly string[]) => Promise<readonly FoundPostMetrics[]>
  }
}
