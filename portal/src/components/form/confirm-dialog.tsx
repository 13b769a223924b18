import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Input, OperationId, Reply } from '../../api/client.ts'
import { useWrite } from '../../api/hooks.ts'
import { lazyPart } from '../lazy-part.tsx'
import { showDone } from '../notify.ts'

const FormDialog = lazyPart(async () => (await import('./form-dialog.tsx')).FormDialog)

interface Props<Id extends OperationId> {
  readonly operation: Id
  readonly input: Input<Id>
  /** Resources to refresh besides the operation's own. */
  readonly changes?: readonly string[]
  readonly title: string
  /** Explains what happens and what cannot be undone. */
  readonly children: ReactNode
  /** Verb and object: `Revoke key`. */
  readonly confirmLabel: string
  /** Label of the button that changes nothing: `Keep post`. */
  readonly cancelLabel?: string | undefined
  readonly isDangerous?: boolean
  /** Text that must be typed first, for actions that cannot be undone. */
  readonly typed?: string
  readonly doneMessage?: string
  /** Runs after the call, instead of `onClose`. */
  readonly onDone?: (reply: Reply<Id>) => void
  readonly onClose: () => void
}

/** Asks for confirmation and calls the operation; stays open and shows the problem if the call fails. */
export function ConfirmDialog<Id extends OperationId>(props: Props<Id>) {
  const { operation, input, changes = [], confirmLabel, typed, doneMessage, onDone, onClose } = props
  const [text, setText] = useState('')
  const write = useWrite(operation, {
    changes,
    onSuccess: (reply) => {
      if (doneMessage !== undefined) showDone(doneMessage)
      if (onDone) onDone(reply)
      else onClose()
    },
  })
  return (
    <FormDialog
      title={props.title}
      submitLabel={confirmLabel}
      cancel="focused"
      cancelLabel={props.cancelLabel}
      isDangerous={props.isDangerous}
      isDisabled={typed !== undefined && text !== typed}
      isSending={write.isPending}
      problem={write.error}
      onSubmit={() => write.mutate(input)}
      onClose={onClose}
    >
      <div>{props.children}</div>
      {typed !== undefined && (
        <TextInput
          label={`Type ${typed} to confirm`}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
    </FormDialog>
  )
}
