import { NativeSelect, Textarea } from '@mantine/core'
import { useReadOnlyReason } from '../../../app/session.ts'
import { formatCount } from '../../../components/count.ts'
import { ApiForm } from '../../../components/form/api-form.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { showDone } from '../../../components/notify.ts'
import { ActPanel } from './act-panel.tsx'
import type { SandboxAccount } from './sandbox-labels.ts'
import { VisitorFields } from './visitor-fields.tsx'

const RATINGS = [5, 4, 3, 2, 1].map((rating) => ({
  value: String(rating),
  label: formatCount(rating, 'star'),
}))

export function ReviewAct({ accounts }: { accounts: readonly SandboxAccount[] }) {
  const reason = useReadOnlyReason()
  const { form, ...api } = useApiForm('sandbox.review', {
    initialValues: {
      entity_external_id: accounts[0]?.active_entity?.external_id ?? '',
      from: 'visitor',
      rating: '5',
      body: 'Lovely place, and quick to reply.',
    },
    toInput: ({ rating, body, ...rest }) => ({
      body: { ...rest, rating: Number(rating), ...(body.trim() && { body: body.trim() }) },
    }),
    changes: ['reviews'],
    onSuccess: () => showDone('Review added'),
  })
  return (
    <ActPanel
      title="Receive a review"
      text="A visitor reviews one of your pages. Your endpoints get the event review.new."
      seen={{ href: '/reviews', label: 'View reviews' }}
    >
      <ApiForm api={api} submitLabel="Review" reason={reason}>
        <VisitorFields form={form} accounts={accounts} />
        <NativeSelect label="Rating" data={RATINGS} {...form.getInputProps('rating')} />
        <Textarea label="Review" autosize minRows={2} {...form.getInputProps('body')} />
      </ApiForm>
    </ActPanel>
  )
}
