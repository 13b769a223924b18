import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { showDone } from '../../../components/notify.ts'

interface Props {
  readonly onClose: () => void
  /** Receives the owner's link if the server sends no mail. */
  readonly onOpened: (invitationUrl: string | undefined) => void
}

export function OpenWorkspace({ onClose, onOpened }: Props) {
  const { form, submit, problem, isSending } = useApiForm('operator.create_workspace', {
    initialValues: { name: '', owner_email: '', reason: '' },
    toInput: (body) => ({ body }),
    onSuccess: ({ name, invitation_url }) => {
      showDone(`${name} created${invitation_url === null ? ', invitation sent to its owner' : ''}`)
      onOpened(invitation_url ?? undefined)
    },
  })
  return (
    <Modal opened onClose={onClose} title="Create workspace">
      <form onSubmit={submit}>
        <Stack>
          <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
          <TextInput label="Owner email" type="email" required {...form.getInputProps('owner_email')} />
          <TextInput
            label="Reason"
            description="Shown in the audit log."
            required
            maxLength={1000}
            {...form.getInputProps('reason')}
          />
          {problem && <ProblemAlert problem={problem} />}
          <Group justify="space-between">
            <CopyAs operation="operator.create_workspace" input={{ body: form.values }} />
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={isSending}>
                Create workspace
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
