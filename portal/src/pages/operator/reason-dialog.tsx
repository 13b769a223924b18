import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Input, Reply } from '../../api/client.ts'
import { ApiFormDialog } from '../../components/form/api-form-dialog.tsx'

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
  return (
    <ApiFormDialog
      operation={operation}
      title={title}
      submitLabel={confirmLabel}
      cancel="shown"
      initialValues={{ reason: '' }}
      toInput={({ reason }) => toInput(reason.trim())}
      hasCopyAs
      onDone={onDone}
      onClose={onClose}
    >
      {(form) => (
        <>
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
        </>
      )}
    </ApiFormDialog>
  )
}
