import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ProblemError } from '../../api/problem.ts'
import { ProblemAlert } from './problem-alert.tsx'

interface Props {
  readonly isOpen: boolean
  readonly title: string
  /** Explains what happens and what cannot be undone. */
  readonly children: ReactNode
  /** Verb and object: `Revoke key`. */
  readonly confirmLabel: string
  readonly isDangerous?: boolean
  /** Text that must be typed first, for actions that cannot be undone. */
  readonly typed?: string
  readonly isRunning: boolean
  readonly problem?: ProblemError | null
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks for confirmation; stays open and shows the problem if the action fails. */
export function ConfirmDialog(props: Props) {
  const { isOpen, title, children, confirmLabel, isDangerous, typed, isRunning, problem, onConfirm, onClose } = props
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onConfirm()
  }
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          <div>{children}</div>
          {typed !== undefined && (
            <TextInput
              label={`Type ${typed} to confirm`}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
          {problem && <ProblemAlert problem={problem} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} data-autofocus>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={isRunning}
              disabled={typed !== undefined && text !== typed}
              {...(isDangerous && { color: 'red.9' })}
            >
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
