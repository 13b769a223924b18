import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { requestIdIn } from './request-labels.ts'

/** Opens a request by its id, from an answer, an error or a log. */
export function OpenRequest({ open }: { open: (id: string) => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const id = requestIdIn(text)
    if (id === undefined) return setProblem('An id of a request begins with req_.')
    setProblem(undefined)
    open(id)
  }
  return (
    <form className="requests-open" onSubmit={submit}>
      <TextInput
        aria-label="Id of a request"
        placeholder="Paste an id: req_…"
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
