import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import * as css from './filter-bar.module.css'
import type { Filters } from './use-filters.ts'

interface BarProps {
  readonly label: string
  readonly filters: Pick<Filters<string>, 'isAny' | 'clear'>
  readonly children: ReactNode
}

/** A row of filters above a list. */
export function FilterBar({ label, filters, children }: BarProps) {
  return (
    <div className={css.filters} role="search" aria-label={label}>
      {children}
      {filters.isAny && (
        <Button variant="subtle" color="gray" onClick={filters.clear}>
          Clear
        </Button>
      )}
    </div>
  )
}

interface FilterProps<Name extends string> {
  readonly filters: Pick<Filters<Name>, 'values' | 'set'>
  readonly name: Name
  readonly label: string
}

interface ChoiceProps<Name extends string> extends FilterProps<Name> {
  /** Label of the empty choice, `Any status`, unless the options have one. */
  readonly all?: string
  readonly options: readonly { value: string; label: string }[]
  /** Small and without a visible label. */
  readonly isCompact?: boolean
}

/** Filters by one of a few values, or none. */
export function ChoiceFilter<Name extends string>(props: ChoiceProps<Name>) {
  const { filters, name, label, all, options, isCompact } = props
  return (
    <NativeSelect
      {...(isCompact ? { size: 'xs', 'aria-label': label } : { label })}
      value={filters.values[name]}
      onChange={({ currentTarget }) => filters.set(name, currentTarget.value)}
      data={[...(all === undefined ? [] : [{ value: '', label: all }]), ...options]}
    />
  )
}

/** Filters by a day. */
export function DayFilter<Name extends string>({ filters, name, label }: FilterProps<Name>) {
  return (
    <TextInput
      type="date"
      label={label}
      value={filters.values[name]}
      onChange={({ currentTarget }) => filters.set(name, currentTarget.value)}
    />
  )
}
