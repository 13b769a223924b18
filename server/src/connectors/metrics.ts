import type { Session } from './session.ts'

/** What platforms count, in one vocabulary: a connector maps its own names to these and says which it has. */
export const ACCOUNT_METRICS = ['followers', 'impressions', 'reach', 'views', 'engagements', 'clicks', 'posts'] as const
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

/** A day the platform knows nothing of has no point: a gap is not a nought. */
export interface DailyPoint {
  readonly metric: AccountMetric
  /** YYYY-MM-DD in the platform's own days. */
  readonly date: string
  readonly value: number
}

/** A figure that the platform does not tell is none, and is left out. */
export function figuresOf<Name extends string>(told: Readonly<Record<Name, unknown>>): Partial<Record<Name, number>> {
  const known = Object.entries(told).filter(([, value]) => Number.isFinite(value) && Number(value) >= 0)
  return Object.fromEntries(known) as Partial<Record<Name, number>>
}

export function pointsOf(date: string, told: Readonly<Partial<Record<AccountMetric, unknown>>>): DailyPoint[] {
  const figures = Object.entries(figuresOf(told as Record<AccountMetric, unknown>))
  return figures.map(([metric, value]) => ({ metric: metric as AccountMetric, date, value }))
}

export interface FoundPostMetrics {
  readonly externalId: string
  readonly metrics: Readonly<Partial<Record<PostMetric, number>>>
}

export interface Metrics {
  readonly account: {
    readonly available: readonly AccountMetric[]
    /** Where the platform has only a figure of today, the answer is one point: the past is kept on our side. */
    readonly daily: (
      session: Session,
      range: { readonly since: string; readonly until: string },
    ) => Promise<readonly DailyPoint[]>
  }
  readonly posts: {
    readonly available: readonly PostMetric[]
    /** A post that is gone has no entry in the answer. */
    readonly read: (session: Session, externalIds: readonly string[]) => Promise<readonly FoundPostMetrics[]>
  }
}
