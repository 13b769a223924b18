import { Button, NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Filters } from './use-filters.ts'

/** The filters of a list in a row. */
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
  /** Shown when nothing is chosen: `Any state`. */
  readonly all: string
  readonly options: readonly { value: string; label: string }[]
}

/** One of a few values, or all. */
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
