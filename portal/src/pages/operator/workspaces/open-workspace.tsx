import { TextInput } from '@mantine/core'
import { ApiFormDialog } from '../../../components/form/api-form-dialog.tsx'

interface Props {
  readonly onClose: () => void
  /** Receives the owner's link if the server sends no mail. */
  readonly onOpened: (invitationUrl: string | undefined) => void
}

export function OpenWorkspace({ onClose, onOpened }: Props) {
  return (
    <ApiFormDialog
      operation="operator.create_workspace"
      title="Create workspace"
      submitLabel="Create workspace"
      cancel="shown"
      initialValues={{ name: '', owner_email: '', reason: '' }}
      toInput={(body) => ({ body })}
      hasCopyAs
      doneMessage={({ name, invitation_url }) =>
        `${name} created${invitation_url === null ? ', invitation sent to its owner' : ''}`
      }
      onDone={({ invitation_url }) => onOpened(invitation_url ?? undefined)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
          <TextInput label="Owner email" type="email" required {...form.getInputProps('owner_email')} />
          <TextInput
            label="Reason"
            description="Shown in the audit log."
            required
            maxLength={1000}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </ApiFormDialog>
  )
}
