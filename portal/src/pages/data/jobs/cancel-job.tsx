import { Text } from '@mantine/core'
import { useWrite } from '../../../api/hooks.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { showDone } from '../../../components/notify.ts'
import { isBulk, type Job } from './job-status.ts'

export function CancelJob({ job, onClose }: { job: Job; onClose: () => void }) {
  const operation = (isBulk(job.id) ? 'bulk_jobs.cancel' : 'data_jobs.cancel') as 'bulk_jobs.cancel'
  const cancel = useWrite(operation, {
    changes: ['credits'],
    onSuccess: () => {
      showDone('The job is being cancelled.')
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title="Cancel this job?"
      confirmLabel="Cancel the job"
      isRunning={cancel.isPending}
      problem={cancel.error}
      onConfirm={() => cancel.mutate({ params: { id: job.id } })}
      onClose={onClose}
    >
      <Text>
        Rows that are being looked up are finished and charged. The others are not looked up any more, and their credits
        are released. Results that are there stay.
      </Text>
    </ConfirmDialog>
  )
}
