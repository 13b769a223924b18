import type { Static } from 'typebox'
import { Maybe } from '../../kit/declare/schema.ts'
import { Type } from '../../kit/declare/type.ts'
import { type DailyPoint, dailyPoints, type FoundPostMetrics, knownMetrics, type Metrics } from '../metrics.ts'
import type { Session } from '../session.ts'
import { readAccount } from './auth.ts'
import { request } from './client.ts'
import { hasRule } from './errors.ts'

const DAY_MS = 86_400_000
/** Pinterest reports at most the last 90 days, in UTC; one less, because its day may have begun before ours. */
const DAYS_MAX = 89

type Analytics = Static<typeof Analytics>
const Values = Type.Record(Type.String(), Type.Unknown())
const Analytics = Type.Object({
  all: Maybe(
    Type.Object({
      daily_metrics: Maybe(
        Type.Array(Type.Object({ date: Type.String(), data_status: Maybe(Type.String()), metrics: Maybe(Values) })),
      ),
      summary_metrics: Maybe(Values),
      lifetime_metrics: Maybe(Values),
    }),
  ),
})

export const metrics: Metrics = {
  account: {
    async daily(session, { since, until }) {
      const today = formatDaysAgo(session, 0)
      const earliest = formatDaysAgo(session, DAYS_MAX)
      const range = { start_date: since > earliest ? since : earliest, end_date: until < today ? until : today }
      const series = range.start_date > range.end_date ? [] : await readSeries(session, range)
      if (today < since || today > until) return series
      // Followers and pins are known as they are now.
      const { follower_count, pin_count } = await readAccount(session)
      return [...series, ...dailyPoints(today, { followers: follower_count, posts: pin_count })]
    },
  },
  posts: {
    async read(session, externalIds) {
      const found: FoundPostMetrics[] = []
      for (const externalId of externalIds) {
        const pin = await readPin(session, externalId)
        if (pin) found.push(pin)
      }
      return found
    },
  },
}

async function readSeries(session: Session, range: { start_date: string; end_date: string }): Promise<DailyPoint[]> {
  const metric_types = 'IMPRESSION,ENGAGEMENT,PIN_CLICK'
  const query = { ...range, metric_types }
  const { all } = await request(session, 'GET', '/user_account/analytics', { schema: Analytics, query }).catch(
    emptyWhenDenied,
  )
  return (all?.daily_metrics ?? [])
    .filter(({ data_status }) => !data_status || ['READY', 'ESTIMATE'].includes(data_status))
    .flatMap(({ date, metrics: values }) =>
      dailyPoints(date, {
        impressions: values?.['IMPRESSION'],
        engagements: values?.['ENGAGEMENT'],
        clicks: values?.['PIN_CLICK'],
      }),
    )
}

async function readPin(session: Session, externalId: string): Promise<FoundPostMetrics | undefined> {
  const query = {
    start_date: formatDaysAgo(session, DAYS_MAX),
    end_date: formatDaysAgo(session, 0),
    metric_types: 'IMPRESSION,PIN_CLICK,SAVE,TOTAL_COMMENTS,TOTAL_REACTIONS',
  }
  const path = `/pins/${encodeURIComponent(externalId)}/analytics`
  const answer = await request(session, 'GET', path, { schema: Analytics, query }).catch((error: unknown) => {
    if (hasRule(error, 'pin.not_found', 'not_found')) return undefined
    return emptyWhenDenied(error)
  })
  if (!answer) return undefined
  const all = { ...answer.all?.summary_metrics, ...answer.all?.lifetime_metrics }
  return {
    externalId,
    metrics: knownMetrics({
      impressions: all['IMPRESSION'],
      clicks: all['PIN_CLICK'],
      saves: all['SAVE'],
      comments: all['TOTAL_COMMENTS'],
      likes: all['TOTAL_REACTIONS'],
    }),
  }
}

/** Only business accounts have analytics. */
function emptyWhenDenied(error: unknown): Analytics {
  if (hasRule(error, 'permission.denied')) return {}
  throw error
}

function formatDaysAgo(session: Session, daysAgo: number): string {
  return new Date(session.now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)
}
