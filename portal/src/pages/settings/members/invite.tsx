import { Text, TextInput } from '@mantine/core'
import type { Reply } from '../../../api/client.ts'
import { useRead } from '../../../api/hooks.ts'
import { ApiFormDialog } from '../../../components/form/api-form-dialog.tsx'
import { ReachFields, type ReachValues, toReachBody } from './reach-fields.tsx'

const EMPTY: ReachValues & { email: string } = { email: '', role: 'member', profile_ids: [] }

interface Props {
  readonly onClose: () => void
  readonly onCreated: (invitation: Reply<'invitations.create'>) => void
}

/** Creates an invitation with a role and profiles. */
export function Invite({ onClose, onCreated }: Props) {
  const { data: methods } = useRead('auth.methods')
  return (
    <ApiFormDialog
      operation="invitations.create"
      title="Invite member"
      submitLabel={methods?.has_mail === false ? 'Create invitation' : 'Send invitation'}
      initialValues={EMPTY}
      toInput={(values) => ({ body: { email: values.email.trim(), ...toReachBody(values) } })}
      onDone={onCreated}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label="Email"
            type="email"
            placeholder="name@example.com"
            data-autofocus
            required
            {...form.getInputProps('email')}
          />
          <ReachFields form={form} />
          <Text size="sm" c="dimmed">
            {methods?.has_mail === false
              ? 'This server does not send email, so you get a link to share.'
              : 'They get an email with a link.'}{' '}
            It works once and expires after 7 days.
          </Text>
        </>
      )}
    </ApiFormDialog>
  )
}
