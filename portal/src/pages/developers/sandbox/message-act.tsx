import { Textarea } from '@mantine/core'
import { useReadOnlyReason } from '../../../app/session.ts'
import { ApiForm } from '../../../components/form/api-form.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { showDone } from '../../../components/notify.ts'
import { ActPanel } from './act-panel.tsx'
import type { SandboxAccount } from './sandbox-labels.ts'
import { VisitorFields } from './visitor-fields.tsx'

export function MessageAct({ accounts }: { accounts: readonly SandboxAccount[] }) {
  const reason = useReadOnlyReason()
  const { form, ...api } = useApiForm('sandbox.message', {
    initialValues: {
      entity_external_id: accounts[0]?.active_entity?.external_id ?? '',
      from: 'visitor',
      body: 'Are you open on Sunday?',
    },
    toInput: (body) => ({ body }),
    changes: ['conversations'],
    onSuccess: () => showDone('Message sent to your inbox'),
  })
  return (
    <ActPanel
      title="Receive a message"
      text="A visitor writes to one of your pages. The message reaches the inbox within a second, and your endpoints get the event message.received."
      seen={{ href: '/inbox', label: 'View inbox' }}
    >
      <ApiForm api={api} submitLabel="Send" reason={reason}>
        <VisitorFields form={form} accounts={accounts} />
        <Textarea label="Message" autosize minRows={2} required {...form.getInputProps('body')} />
      </ApiForm>
    </ActPanel>
  )
}
