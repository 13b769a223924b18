import { NativeSelect, Skeleton, Text, Title } from '@mantine/core'
import { useRead } from '../../../api/hooks.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { BreakdownTable } from '../../../resources/analytics/breakdown-table.tsx'
import type { AnalyticsRange } from '../../../resources/analytics/summary.ts'
import * as css from './panel-head.module.css'

const GROUPS = [
  { value: 'account', label: 'By account', title: 'Account' },
  { value: 'platform', label: 'By platform', title: 'Platform' },
  { value: 'media_type', label: 'By kind of post', title: 'Kind' },
] as const

interface Props {
  readonly query: AnalyticsRange
  /** Empty for accounts. */
  readonly group: string
  readonly onGroup: (group: string) => void
}

/** Table that compares accounts, platforms or kinds of posts. */
export function ComparisonPanel({ query, group, onGroup }: Props) {
  const { value: by, title } = GROUPS.find(({ value }) => value === group) ?? GROUPS[0]
  const { data, error, refetch } = useRead('analytics.breakdown', { query: { ...query, by } })
  return (
    <section className="panel" aria-labelledby="analytics-comparison">
      <div className={css.head}>
        <Title order={2} id="analytics-comparison">
          Comparison
        </Title>
        <NativeSelect
          aria-label="Compare"
          value={by}
          data={GROUPS.map(({ value, label }) => ({ value, label }))}
          onChange={({ currentTarget }) => onGroup(currentTarget.value === 'account' ? '' : currentTarget.value)}
        />
      </div>
      {error && <ProblemAlert problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={160} mt={12} />}
      {data?.data.length === 0 && (
        <Text c="dimmed" mt="sm">
          No posts were published in this period.
        </Text>
      )}
      {data && data.data.length > 0 && <BreakdownTable label="Comparison table" title={title} rows={data.data} />}
    </section>
  )
}
