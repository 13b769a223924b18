import { Text } from '@mantine/core'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { isBulk, type Job } from './job-status.ts'

export function CancelJob({ job, onClose }: { job: Job; onClose: () => void }) {
  return (
    <ConfirmDialog
      operation={isBulk(job.id) ? 'bulk_jobs.cancel' : 'data_jobs.cancel'}
      input={{ params: { id: job.id } }}
      changes={['credits']}
      isDangerous
      title="Cancel this job?"
      confirmLabel="Cancel job"
      cancelLabel="Keep job running"
      doneMessage="Canceling job"
      onClose={onClose}
    >
      <Text>
        Rows in progress are finished and charged. The remaining rows are skipped and their credits released. Existing
        results are kept.
      </Text>
    </ConfirmDialog>
  )
}
