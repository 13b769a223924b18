import { ChevronDownIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import * as css from './filter-chip.module.css'

interface Props {
  readonly label: string
  readonly isSet: boolean
  /** Hides the label, where the values say enough. */
  readonly isCompact?: boolean | undefined
  /** A control that names itself by the same label. */
  readonly children: ReactNode
}

/** A filter with its label inside: `Status: Failed`. */
export function FilterChip({ label, isSet, isCompact, children }: Props) {
  return (
    <label className={css.chip} data-set={isSet || undefined}>
      {!isCompact && <span aria-hidden>{label}</span>}
      {children}
    </label>
  )
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { value: string; label: string }[]
  readonly isCompact?: boolean | undefined
  /** Moves the focus here when the filter appears. */
  readonly isNew?: boolean | undefined
  readonly onChange: (value: string) => void
}

/** A chip that selects one of a few values; the browser's own list opens, which can be searched by typing. */
export function SelectChip({ label, value, options, isCompact, isNew = false, onChange }: SelectProps) {
  return (
    <FilterChip label={label} isSet={value !== ''} isCompact={isCompact}>
      <select
        ref={isNew ? focus : undefined}
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={12} />
    </FilterChip>
  )
}

interface InputProps {
  readonly label: string
  readonly type: 'date' | 'datetime-local'
  readonly value: string
  readonly isNew?: boolean | undefined
  readonly onChange: (value: string) => void
}

/** A chip with a date or a time. */
export function InputChip({ label, type, value, isNew = false, onChange }: InputProps) {
  return (
    <FilterChip label={label} isSet={value !== ''}>
      <input
        ref={isNew ? focus : undefined}
        type={type}
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </FilterChip>
  )
}

function focus(control: HTMLElement | null): void {
  control?.focus()
}
