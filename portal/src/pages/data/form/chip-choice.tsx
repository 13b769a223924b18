import { Input } from '@mantine/core'
import { humanizeName } from '../data-labels.ts'
import * as css from './chip-choice.module.css'

interface Props {
  readonly label: string
  readonly options: readonly string[]
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}

/** Selects any of a few values. A value that a saved search excludes is shown as excluded until it is clicked. */
export function ChipChoice({ label, options, value, onChange }: Props) {
  const toggle = (option: string) => {
    const rest = value.filter((each) => each !== option && each !== `-${option}`)
    onChange(rest.length === value.length ? [...value, option] : rest)
  }
  return (
    <Input.Wrapper label={label} labelElement="div">
      <div className={css.chips} role="group" aria-label={label}>
        {options.map((option) => {
          const isRefused = value.includes(`-${option}`)
          return (
            <button
              key={option}
              type="button"
              className={css.chip}
              aria-pressed={isRefused || value.includes(option)}
              onClick={() => toggle(option)}
            >
              {isRefused ? `not ${humanizeName(option)}` : humanizeName(option)}
            </button>
          )
        })}
      </div>
    </Input.Wrapper>
  )
}
