import { Skeleton, Text, Title } from '@mantine/core'
import { useRead } from '../../api/hooks.ts'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { dailyPoints } from '../../components/plot/daily-points.ts'
import { Plot } from '../../components/plot/plot.tsx'

const HEIGHT = 160

/** Chart of the credits spent on each of the last thirty days. */
export function Usage() {
  const { data, error, refetch } = useRead('credits.usage', { query: { group_by: 'day' } })
  return (
    <section className="panel" aria-labelledby="usage-title">
      <Title order={2} id="usage-title">
        Credits spent
      </Title>
      <Text c="dimmed" mb="xs">
        {data?.credits === 0 ? 'None in the last 30 days' : 'By day (UTC), last 30 days'}
      </Text>
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={HEIGHT} />}
      {data && (
        <Plot
          kind="bars"
          height={HEIGHT}
          label={`Credits spent by day from ${data.since} to ${data.until}: ${data.credits} in total`}
          points={dailyPoints(data)}
        />
      )}
    </section>
  )
}
