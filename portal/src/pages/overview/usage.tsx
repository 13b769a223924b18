import { Skeleton } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import { Plot } from '../../components/plot.tsx'
import { ProblemAlert } from '../../components/problem-alert.tsx'
import { dailyPoints } from './daily-points.ts'

const HEIGHT = 180

/** Credits spent on each of the last thirty days. */
export function Usage() {
  const { data, error, refetch } = useRead('credits.usage', { query: { group_by: 'day' } })
  if (error) return <ProblemAlert problem={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={HEIGHT + 18} />
  return (
    <Plot
      kind="bars"
      height={HEIGHT}
      label={`Credits spent by day from ${data.since} to ${data.until}: ${data.credits} in all`}
      points={dailyPoints(data)}
    />
  )
}
