import { Button, Group, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { ProblemError } from '../../api/problem.ts'
import { ProblemAlert } from '../../components/form/problem-alert.tsx'
import { WriteButton } from '../../components/form/write-button.tsx'
import * as css from './reply-form.module.css'

interface Props {
  /** Names the recipient: `Reply to ann`. */
  readonly label: string
  readonly initial?: string
  readonly sendLabel: string
  readonly isSending: boolean
  readonly problem: ProblemError | null
  readonly onSend: (body: string) => void
  readonly onCancel?: () => void
}

const TEXT_MAX = 10_000

/** An inline reply form; Ctrl+Enter sends. */
export function ReplyForm({ label, initial = '', sendLabel, isSending, problem, onSend, onCancel }: Props) {
  const [text, setText] = useState(initial)
  const body = text.trim()
  const isReady = body !== '' && body !== initial.trim() && !isSending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) onSend(body)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) onSend(body)
  }
  return (
    <form className={css.reply} onSubmit={submit}>
      <Textarea
        aria-label={label}
        placeholder={label}
        rows={2}
        maxLength={TEXT_MAX}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {problem && <ProblemAlert problem={problem} />}
      <Group gap="xs" justify="flex-end">
        {onCancel && (
          <Button size="xs" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <WriteButton size="xs" type="submit" loading={isSending} disabled={!isReady}>
          {sendLabel}
        </WriteButton>
      </Group>
    </form>
  )
}
