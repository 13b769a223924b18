import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

const PAUSE_MS = 250

interface Props {
  readonly value: string
  readonly onChange: (path: string) => void
}

/** Filters by the beginning of a path, applied when typing pauses. */
export function PathFilter({ value, onChange }: Props) {
  const [text, setText] = useState(value)
  const [applied, setApplied] = useState(value)
  // The value was changed from outside, for example by the browser's back button.
  if (value !== applied) {
    setApplied(value)
    if (value !== text.trim()) setText(value)
  }
  const apply = useDebouncedCallback((next: string) => onChange(next.trim()), PAUSE_MS)
  return (
    <TextInput
      label="Path starts with"
      placeholder="/v1/posts"
      maxLength={200}
      spellCheck={false}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        apply(currentTarget.value)
      }}
    />
  )
}
