import { TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'

const ZONES = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

interface Props {
  /** Empty where the browser's time zone applies. */
  readonly value: string
  readonly onChange: (zone: string) => void
  /** Allows an empty value, and says what it means. */
  readonly placeholder?: string
  readonly error?: ReactNode
}

/** A time zone that is found by typing a part of its name: `new york`. */
export function TimeZoneField({ value, onChange, placeholder, error }: Props) {
  const id = useId()
  const [text, setText] = useState(formatZone(value))
  const [applied, setApplied] = useState(value)
  const [isTyping, setTyping] = useState(false)
  // The value was changed from outside, for example by a draft that is continued.
  if (value !== applied) {
    setApplied(value)
    setText(formatZone(value))
  }
  const isKnown = text.trim() === '' ? placeholder !== undefined : findZone(text, value) !== undefined
  const apply = (zone: string) => {
    setApplied(zone)
    if (zone !== value) onChange(zone)
  }
  const finish = () => {
    setTyping(false)
    const zone = findZone(text, value) ?? findOnlyMatch(text)
    if (zone === undefined) return
    setText(formatZone(zone))
    apply(zone)
  }
  return (
    <>
      <TextInput
        label="Time zone"
        list={id}
        autoComplete="off"
        {...(placeholder !== undefined && { placeholder })}
        error={error ?? (!isKnown && !isTyping && 'Choose a time zone from the list.')}
        value={text}
        onChange={({ currentTarget }) => {
          setTyping(true)
          setText(currentTarget.value)
          const isCleared = currentTarget.value.trim() === '' && placeholder !== undefined
          const zone = isCleared ? '' : findZone(currentTarget.value, value)
          if (zone !== undefined) apply(zone)
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={finish}
      />
      <datalist id={id}>
        {ZONES.map((zone) => (
          <option key={zone} value={formatZone(zone)} />
        ))}
      </datalist>
    </>
  )
}

function formatZone(zone: string): string {
  return zone.replaceAll('_', ' ')
}

/** Finds a zone by its whole name. The current one may be an alias that the browser does not list. */
function findZone(text: string, current: string): string | undefined {
  const wanted = text.trim().toLowerCase()
  return [...ZONES, current].find((zone) => zone !== '' && formatZone(zone).toLowerCase() === wanted)
}

function findOnlyMatch(text: string): string | undefined {
  const wanted = text.trim().toLowerCase()
  const [first, ...others] = ZONES.filter((zone) => formatZone(zone).toLowerCase().includes(wanted))
  return wanted !== '' && others.length === 0 ? first : undefined
}
