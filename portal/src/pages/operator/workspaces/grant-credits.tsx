import { Group, Select, TextInput } from '@mantine/core'
import { useRead } from '../../../api/hooks.ts'
import { formatCount } from '../../../components/count.ts'
import { ApiFormDialog } from '../../../components/form/api-form-dialog.tsx'
import { userTimeZone } from '../../../components/time/time.ts'
import { addDays, toStartOfDay } from '../../../components/time/zoned-time.ts'

interface Values extends Record<string, unknown> {
  readonly workspace_id: string
  readonly credits: string
  /** Valid through on which the credits can be spent. */
  readonly expires_at: string
  readonly reason: string
}

function toInput({ workspace_id, credits, expires_at, reason }: Values) {
  return {
    body: {
      workspace_id,
      credits: Number(credits),
      ...(expires_at && { expires_at: toStartOfDay(addDays(expires_at, 1), userTimeZone()) }),
      reason: reason.trim(),
    },
  }
}

/** Grants credits to a workspace, with a reason. */
export function GrantCredits({ workspaceId = '', onClose }: { workspaceId?: string; onClose: () => void }) {
  const { data } = useRead('operator.workspaces', { query: { limit: 100 } })
  const workspaces = data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const isListed = workspaces.some(({ value }) => value === workspaceId)
  return (
    <ApiFormDialog
      operation="operator.grant"
      title="Grant credits"
      submitLabel="Grant"
      cancel="shown"
      initialValues={{ workspace_id: workspaceId, credits: '', expires_at: '', reason: '' }}
      toInput={toInput}
      changes={['credits', 'session']}
      hasCopyAs
      doneMessage={({ credits }) => `${formatCount(credits, 'credit')} granted`}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Select
            label="Workspace"
            searchable
            required
            allowDeselect={false}
            nothingFoundMessage="No recent workspace with this name"
            data={workspaceId && !isListed ? [{ value: workspaceId, label: workspaceId }, ...workspaces] : workspaces}
            {...form.getInputProps('workspace_id')}
          />
          <Group grow align="flex-start">
            <TextInput
              label="Credits"
              inputMode="numeric"
              pattern="[0-9]+"
              required
              data-autofocus
              {...form.getInputProps('credits')}
            />
            <TextInput
              label="Valid through"
              description="Leave empty for no expiry."
              type="date"
              {...form.getInputProps('expires_at')}
            />
          </Group>
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
