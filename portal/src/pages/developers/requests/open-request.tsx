import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import * as css from './open-request.module.css'
import { requestIdIn } from './request-labels.ts'

/** Opens a request by its ID, pasted from a response, an error or a log. */
export function OpenRequest({ open }: { open: (id: string) => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const id = requestIdIn(text)
    if (id === undefined) return setProblem('A request ID starts with req_.')
    setProblem(undefined)
    open(id)
  }
  return (
    <form className={css.open} onSubmit={submit}>
      <TextInput
        aria-label="Request ID"
        placeholder="Paste a request ID: req_…"
        value={text}
        error={problem}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Open
      </Button>
    </form>
  )
}
