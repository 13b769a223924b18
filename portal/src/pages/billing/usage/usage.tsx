import { NativeSelect, Skeleton, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useFilters } from '../../../components/list/use-filters.ts'
import { Plot } from '../../../components/plot/plot.tsx'
import * as css from './usage.module.css'
import { UsageByAction } from './usage-by-action.tsx'
import { sumUsage } from './usage-sums.ts'

const HEIGHT = 200
const DAYS = ['7', '30', '90']
const DAY_MS = 86_400_000

/** Credits spent by day and by action. */
export function Usage() {
  const { values, set } = useFilters(['days'])
  const days = DAYS.includes(values.days) ? values.days : '30'
  const [now] = useState(Date.now)
  const since = new Date(now - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10)
  const input = { query: { group_by: 'day,action' as const, fill: true, since } }
  const { data, error, refetch } = useRead('credits.usage', input, { everySeconds: 15 })
  const sums = data && sumUsage(data)
  return (
    <section className={`panel ${css.panel}`} aria-labelledby="usage-title">
      <header>
        <div>
          <Title order={2} id="usage-title">
            Usage
          </Title>
          <Text c="dimmed">Credits spent by day (UTC) and action</Text>
        </div>
        <div className={css.controls}>
          <CopyAs operation="credits.usage" input={input} />
          <NativeSelect
            aria-label="Period"
            value={days}
            onChange={({ currentTarget }) => set('days', currentTarget.value === '30' ? '' : currentTarget.value)}
            data={DAYS.map((count) => ({ value: count, label: `Last ${count} days` }))}
          />
        </div>
      </header>
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!error && (
        <div className={css.parts}>
          {sums ? (
            <Plot
              kind="bars"
              height={HEIGHT}
              parts={sums.names}
              label={`Credits spent by day from ${sums.since} to ${sums.until}: ${sums.credits} in total`}
              points={sums.points}
            />
          ) : (
            <Skeleton height={HEIGHT} />
          )}
          <UsageByAction sums={sums} />
        </div>
      )}
    </section>
  )
}
