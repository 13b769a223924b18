import { Group, Text } from '@mantine/core'
import { CopyableId } from '../../../components/copy/copyable-id.tsx'
import { Credits } from '../../../components/credits.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import { When } from '../../../components/time/when.tsx'
import { humanizeName } from '../data-labels.ts'
import type { Job } from './job-status.ts'
import { ProgressBar } from './progress-bar.tsx'

/** Progress and credits of a job. */
export function JobSummary({ job }: { job: Job }) {
  const { id, status, progress, credits, error, created_at, finished_at } = job
  return (
    <section className="panel job-summary" aria-label="Job summary">
      <Group justify="space-between" gap="xs">
        <span role="status">
          <StatusBadge status={status} />
        </span>
        <Text size="sm" c="dimmed">
          Created <When at={created_at} />
          {finished_at && (
            <>
              , finished <When at={finished_at} />
            </>
          )}
        </Text>
      </Group>
      <ProgressBar job={job} />
      <dl className="job-numbers">
        {(['found', 'failed'] as const).map((part) => (
          <div key={part}>
            <dt>{humanizeName(part)}</dt>
            <dd className="numbers">{formatNumber(progress[part])}</dd>
          </div>
        ))}
        {(['held', 'charged', 'released'] as const).map((part) => (
          <div key={part}>
            <dt>{`Credits ${part}`}</dt>
            <dd>
              <Credits amount={credits[part]} isBare />
            </dd>
          </div>
        ))}
      </dl>
      {error && <Text>{error.message}</Text>}
      <div className="dimmed">
        <CopyableId id={id} label="Copy job ID" />
      </div>
    </section>
  )
}
