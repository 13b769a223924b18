import { Text, Title } from '@mantine/core'
import { Plot } from '../../components/plot/plot.tsx'
import { userTimeZone } from '../../components/time/time.ts'
import type { AnalyticsRange } from './summary.ts'
import { useHours } from './use-hours.ts'

/** Chart of how well posts did, by the hour at which they were published. Absent without such posts. */
export function HoursPanel({ range }: { range: AnalyticsRange }) {
  const points = useHours(range)
  if (!points?.some(({ value }) => value !== null)) return null
  return (
    <section className="panel" aria-labelledby="analytics-hours">
      <Title order={2} id="analytics-hours">
        Best time to post
      </Title>
      <Text c="dimmed" mb="sm">
        Average engagements of a post, by the hour of its publication ({userTimeZone()}).
      </Text>
      <Plot kind="bars" label="Average engagements of a post by hour of the day" points={points} />
    </section>
  )
}
