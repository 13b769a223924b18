import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ProblemError } from '../../api/problem.ts'
import { ProblemAlert } from './problem-alert.tsx'

export interface FormDialogProps {
  readonly title: string
  readonly size?: 'lg' | number | undefined
  readonly children: ReactNode
  /** Verb and object: `Create key`. */
  readonly submitLabel: string
  readonly isDangerous?: boolean | undefined
  readonly isDisabled?: boolean
  readonly isSending: boolean
  readonly problem?: ProblemError | null | undefined
  readonly copyAs?: ReactNode
  /** Shows a Cancel button; `focused` makes it the default. */
  readonly cancel?: 'shown' | 'focused' | undefined
  /** Label of that button, where `Cancel` could be mistaken for the action. */
  readonly cancelLabel?: string | undefined
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** A form in a dialog: the fields, the problem and the buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, size = 'md', children, submitLabel, isSending, problem, copyAs, cancel } = props
  return (
    <Modal opened onClose={props.onClose} title={title} size={size}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // For React, a form in a dialog is inside the form that opened the dialog.
          event.stopPropagation()
          props.onSubmit()
        }}
      >
        <Stack>
          {children}
          {problem && <ProblemAlert problem={problem} />}
          <Group justify="space-between">
            {copyAs}
            <Group gap="xs" ms="auto">
              {cancel && (
                <Button variant="default" onClick={props.onClose} data-autofocus={cancel === 'focused' || undefined}>
                  {props.cancelLabel ?? 'Cancel'}
                </Button>
              )}
              <Button
                type="submit"
                loading={isSending}
                disabled={props.isDisabled ?? false}
                {...(props.isDangerous && { color: 'red.9' })}
              >
                {submitLabel}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
