import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core'
import { useRead } from '../../../api/hooks.ts'
import { CopyAs } from '../../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import { showDone } from '../../../components/notify.ts'
import { formatNumber, userTimeZone } from '../../../components/time/time.ts'
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
  const { form, submit, problem, isSending } = useApiForm('operator.grant', {
    initialValues: { workspace_id: workspaceId, credits: '', expires_at: '', reason: '' },
    toInput,
    changes: ['credits', 'session'],
    onSuccess: ({ credits }) => {
      showDone(`${formatNumber(credits)} credits granted`)
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title="Grant credits">
      <form onSubmit={submit}>
        <Stack>
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
          {problem && <ProblemAlert problem={problem} />}
          <Group justify="space-between">
            <CopyAs operation="operator.grant" input={toInput(form.values)} />
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={isSending}>
                Grant
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
