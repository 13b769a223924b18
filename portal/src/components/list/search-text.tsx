import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { SearchIcon } from '@primer/octicons-react'
import { useState } from 'react'

const PAUSE_MS = 250

interface Props {
  readonly value: string
  readonly onChange: (text: string) => void
  /** Accessible name; `Text` by default. */
  readonly label?: string
  readonly placeholder?: string
}

/** A search field that applies its text when typing pauses. */
export function SearchText({ value, onChange, label = 'Text', placeholder = 'Search' }: Props) {
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
      type="search"
      aria-label={label}
      size="xs"
      placeholder={placeholder}
      maxLength={200}
      leftSection={<SearchIcon size={14} />}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        apply(currentTarget.value)
      }}
    />
  )
}
