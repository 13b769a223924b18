import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Input, Reply } from '../../api/client.ts'
import { CopyAs } from '../../components/copy/copy-as.tsx'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { useApiForm } from '../../components/form/use-api-form.ts'

/** Operations that require a reason. */
type ReasonOperation = 'operator.approve' | 'operator.update_user' | 'operator.reset_link'

interface Props<Id extends ReasonOperation> {
  readonly operation: Id
  readonly title: string
  /** Explains what happens. */
  readonly children: ReactNode
  readonly confirmLabel: string
  readonly toInput: (reason: string) => Input<Id>
  readonly onDone: (reply: Reply<Id>) => void
  readonly onClose: () => void
}

/** Asks an operator for the reason of a change. */
export function ReasonDialog<Id extends ReasonOperation>(props: Props<Id>) {
  const { operation, title, children, confirmLabel, toInput, onDone, onClose } = props
  const { form, submit, problem, isSending } = useApiForm(operation, {
    initialValues: { reason: '' },
    toInput: ({ reason }) => toInput(reason.trim()),
    onSuccess: onDone,
  })
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          <div>{children}</div>
          <TextInput
            label="Reason"
            description="Shown in the audit log."
            placeholder="Paid by bank transfer"
            required
            maxLength={1000}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          {problem && <ProblemAlert problem={problem} />}
          <Group justify="space-between">
            <CopyAs operation={operation} input={toInput(form.values.reason)} />
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={isSending}>
                {confirmLabel}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
