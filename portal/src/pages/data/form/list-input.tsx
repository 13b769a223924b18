import { Pill, PillsInput } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'

interface Props {
  readonly label: string
  /** Tooltip that explains the values. */
  readonly description?: string | undefined
  readonly error?: string | undefined
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}

const SEPARATORS = /[\n\t,;]+/

/** A list of texts: Enter or a comma adds one, a leading minus excludes it. */
export function ListInput({ label, description, error, value, onChange }: Props) {
  const [text, setText] = useState('')
  const add = (added: string) => {
    const fresh = added
      .split(SEPARATORS)
      .map((each) => each.trim())
      .filter((each) => each !== '' && each !== '-')
    onChange([...new Set([...value, ...fresh])])
    setText('')
  }
  const remove = (gone: string) => onChange(value.filter((each) => each !== gone))
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1))
    if ((event.key !== 'Enter' && event.key !== ',') || text.trim() === '') return
    event.preventDefault()
    add(text)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (!SEPARATORS.test(pasted)) return
    event.preventDefault()
    add(pasted)
  }
  return (
    <PillsInput label={label} error={error} title={description}>
      <Pill.Group>
        {value.map((each) => (
          <Pill
            key={each}
            withRemoveButton
            onRemove={() => remove(each)}
            removeButtonProps={{ 'aria-label': `Remove ${each}`, tabIndex: 0, 'aria-hidden': false }}
          >
            {each.startsWith('-') ? `not ${each.slice(1)}` : each}
          </Pill>
        ))}
        <PillsInput.Field
          aria-label={label}
          maxLength={100}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
          onBlur={() => add(text)}
        />
      </Pill.Group>
    </PillsInput>
  )
}
