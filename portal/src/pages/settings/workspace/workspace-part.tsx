import { Group, TextInput } from '@mantine/core'
import { refreshSession, useReadOnlyReason, useWorkspace } from '../../../app/session.ts'
import { CopyableId } from '../../../components/copy/copyable-id.tsx'
import { Facts } from '../../../components/facts.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { showDone } from '../../../components/notify.ts'
import { ROLES } from '../../../components/roles.ts'
import { Section } from '../../../components/section.tsx'
import { When } from '../../../components/time/when.tsx'

export function WorkspacePart() {
  const { id, name, role, created_at } = useWorkspace()
  const reason = useReadOnlyReason('owner')
  const { form, submit, problem, isSending } = useApiForm('workspaces.update', {
    initialValues: { name },
    toInput: (values) => ({ params: { id }, body: { name: values.name.trim() } }),
    onSuccess: () => void refreshSession().then(() => showDone('Workspace renamed')),
  })
  return (
    <Section title="Workspace" about="Accounts, API keys, members and credits belong to the workspace.">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs" className="settings-line">
          <TextInput
            label="Name"
            required
            maxLength={255}
            readOnly={reason !== undefined}
            {...form.getInputProps('name')}
          />
          <WriteButton type="submit" least="owner" loading={isSending} disabled={form.values.name.trim() === name}>
            Rename
          </WriteButton>
        </Group>
        {problem && <ProblemAlert problem={problem} />}
      </form>
      <Facts
        items={[
          ['ID', <CopyableId key="id" id={id} />],
          [
            'Your role',
            <span key="role">
              <b>{ROLES[role].title}</b> · {ROLES[role].about}
            </span>,
          ],
          ['Created', <When key="created" at={created_at} isAbsolute />],
        ]}
      />
    </Section>
  )
}
