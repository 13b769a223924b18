import { Button, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Filters } from './use-filters.ts'

/** A row of filters above a list. */
export function FilterBar(props: { label: string; isAny: boolean; clear: () => void; children: ReactNode }) {
  return (
    <div className="filters" role="search" aria-label={props.label}>
      {props.children}
      {props.isAny && (
        <Button variant="subtle" color="gray" onClick={props.clear}>
          Clear
        </Button>
      )}
    </div>
  )
}

interface ChoiceProps<Name extends string> {
  readonly filters: Filters<Name>
  readonly name: Name
  readonly label: string
  /** Label of the empty choice: `Any status`. */
  readonly all: string
  readonly options: readonly { value: string; label: string }[]
}

/** Filters by one of a few values, or none. */
export function ChoiceFilter<Name extends string>({ filters, name, label, all, options }: ChoiceProps<Name>) {
  return (
    <NativeSelect
      label={label}
      value={filters.values[name]}
      onChange={({ currentTarget }) => filters.set(name, currentTarget.value)}
      data={[{ value: '', label: all }, ...options]}
    />
  )
}
