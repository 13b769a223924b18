import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { Input, OperationId, Reply } from '../../api/client.ts'
import { CopyAs } from '../copy/copy-as.tsx'
import { showDone } from '../notify.ts'
import { FormDialog, type FormDialogProps } from './form-dialog.tsx'
import { ConflictNotice } from './lazy-conflict-notice.ts'
import { useApiForm } from './use-api-form.ts'

interface Props<Id extends OperationId, Values>
  extends Pick<FormDialogProps, 'title' | 'size' | 'submitLabel' | 'cancel' | 'onClose'> {
  readonly operation: Id
  readonly initialValues: Values
  /** Converts the form's values to the input of the call. */
  readonly toInput: (values: Values) => Input<Id>
  /** The resource that is edited, as it was read: another version of it is not overwritten. */
  readonly edited?: { readonly updated_at: string | null }
  /** Resources to refresh besides the operation's own. */
  readonly changes?: readonly string[]
  readonly canSubmit?: (values: Values) => boolean
  /** Offers the call as code. */
  readonly hasCopyAs?: boolean
  readonly children: (form: UseFormReturnType<Values>) => ReactNode
  readonly doneMessage?: (reply: Reply<Id>) => string
  /** Runs after the call, instead of `onClose`. */
  readonly onDone?: (reply: Reply<Id>) => void
}

/** A dialog whose form calls an operation; it stays open while there is a problem. */
export function ApiFormDialog<Id extends OperationId, Values extends Record<string, unknown>>(
  props: Props<Id, Values>,
) {
  const { operation, initialValues, toInput, edited, changes, canSubmit, hasCopyAs, children, doneMessage, onDone } =
    props
  const { title, size, submitLabel, cancel, onClose } = props
  const { form, submit, problem, conflict, isSending } = useApiForm(operation, {
    initialValues,
    toInput,
    edited,
    ...(changes && { changes }),
    onSuccess: (reply) => {
      if (doneMessage) showDone(doneMessage(reply))
      if (onDone) onDone(reply)
      else onClose()
    },
  })
  return (
    <FormDialog
      {...{ title, size, submitLabel, cancel, onClose, problem, isSending }}
      isDisabled={canSubmit !== undefined && !canSubmit(form.values)}
      copyAs={hasCopyAs && <CopyAs operation={operation} input={toInput(form.values)} />}
      onSubmit={submit}
    >
      {children(form)}
      {conflict && <ConflictNotice conflict={conflict} />}
    </FormDialog>
  )
}
