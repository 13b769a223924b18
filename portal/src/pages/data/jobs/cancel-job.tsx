import { Text } from '@mantine/core'
import { useWrite } from '../../../api/hooks.ts'
import { ConfirmDialog } from '../../../components/form/confirm-dialog.tsx'
import { showDone } from '../../../components/notify.ts'
import { isBulk, type Job } from './job-status.ts'

export function CancelJob({ job, onClose }: { job: Job; onClose: () => void }) {
  const operation = (isBulk(job.id) ? 'bulk_jobs.cancel' : 'data_jobs.cancel') as 'bulk_jobs.cancel'
  const cancel = useWrite(operation, {
    changes: ['credits'],
    onSuccess: () => {
      showDone('Canceling job')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title="Cancel this job?"
      confirmLabel="Cancel job"
      isRunning={cancel.isPending}
      problem={cancel.error}
      onConfirm={() => cancel.mutate({ params: { id: job.id } })}
      onClose={onClose}
    >
      <Text>
        Rows in progress are finished and charged. The remaining rows are skipped and their credits released. Existing
        results are kept.
      </Text>
    </ConfirmDialog>
  )
}
