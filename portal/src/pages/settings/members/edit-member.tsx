import { Button, Group, Modal, Stack } from '@mantine/core'
import { refreshSession } from '../../../app/session.ts'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { showDone } from '../../../components/notify.ts'
import type { Member } from './member-columns.tsx'
import { ReachFields, type ReachValues, toReachBody } from './reach-fields.tsx'

export function EditMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const { id, name, role, profile_ids } = member
  const initialValues: ReachValues = { role, profile_ids: profile_ids ?? [] }
  const { form, submit, problem, isSending } = useApiForm('members.update', {
    initialValues,
    toInput: (values) => ({ params: { id }, body: toReachBody(values) }),
    onSuccess: () => {
      showDone(`Permissions of ${name} updated`)
      onClose()
      // The member may be the current user.
      void refreshSession()
    },
  })
  return (
    <Modal opened onClose={onClose} title={`Edit permissions of ${name}`}>
      <form onSubmit={submit}>
        <Stack>
          <ReachFields form={form} />
          {problem && <ProblemAlert problem={problem} />}
          <Group justify="flex-end">
            <Button type="submit" loading={isSending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
