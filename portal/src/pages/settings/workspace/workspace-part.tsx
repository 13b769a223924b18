import { Group, TextInput } from '@mantine/core'
import { refreshSession, useReadOnlyReason, useWorkspace } from '../../../app/session.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { showDone } from '../../../components/notify.ts'
import { ProblemAlert } from '../../../components/problem-alert.tsx'
import { ROLES } from '../../../components/roles.ts'
import { Section } from '../../../components/section.tsx'
import { useApiForm } from '../../../components/use-api-form.ts'
import { When } from '../../../components/when.tsx'
import { WriteButton } from '../../../components/write-button.tsx'

export function WorkspacePart() {
  const { id, name, role, created_at } = useWorkspace()
  const reason = useReadOnlyReason('owner')
  const { form, submit, problem, isSending } = useApiForm('workspaces.update', {
    initialValues: { name },
    toInput: (values) => ({ params: { id }, body: { name: values.name.trim() } }),
    onSuccess: () => void refreshSession().then(() => showDone('The workspace has its new name.')),
  })
  return (
    <Section title="Workspace" about="Accounts, keys, members and credits belong to it.">
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
      <dl className="settings-facts">
        <dt>Id</dt>
        <dd>
          <code>{id}</code> <CopyButton value={id} label="Copy the id" />
        </dd>
        <dt>Your role</dt>
        <dd>
          <span>
            <b>{ROLES[role].title}</b> · {ROLES[role].about}
          </span>
        </dd>
        <dt>Created</dt>
        <dd>
          <When at={created_at} isAbsolute />
        </dd>
      </dl>
    </Section>
  )
}
