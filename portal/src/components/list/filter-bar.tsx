import { PlusIcon } from '@primer/octicons-react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { Dropdown, DropdownItem } from '../dropdown.tsx'
import * as css from './filter-bar.module.css'
import { InputChip, SelectChip } from './filter-chip.tsx'
import type { Filters } from './use-filters.ts'

interface Visibility {
  readonly hidden: readonly string[]
  readonly added: readonly string[]
}

const VisibilityContext = createContext<Visibility>({ hidden: [], added: [] })

interface BarProps<Name extends string> {
  readonly label: string
  readonly filters: Pick<Filters<Name>, 'values' | 'isAny' | 'clear'>
  /** Filters behind "Add filter" until they are used, with their labels. */
  readonly rare?: readonly (readonly [name: NoInfer<Name>, label: string])[]
  readonly children: ReactNode
}

/** The filters of a list in one row of chips. */
export function FilterBar<Name extends string>({ label, filters, rare = [], children }: BarProps<Name>) {
  const [added, setAdded] = useState<readonly string[]>([])
  const unused = rare.filter(([name]) => filters.values[name] === '' && !added.includes(name))
  const clear = () => {
    setAdded([])
    filters.clear()
  }
  return (
    <div className={css.filters} role="search" aria-label={label}>
      <VisibilityContext value={{ hidden: unused.map(([name]) => name), added }}>{children}</VisibilityContext>
      {unused.length > 0 && (
        <Dropdown
          className={css.quiet}
          button={
            <>
              <PlusIcon size={14} />
              Add filter
            </>
          }
        >
          {unused.map(([name, title]) => (
            <DropdownItem key={name} onClick={() => setAdded([...added, name])}>
              {title}
            </DropdownItem>
          ))}
        </Dropdown>
      )}
      {filters.isAny && (
        <button type="button" className={css.quiet} onClick={clear}>
          Clear
        </button>
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
  /** Without a visible label. */
  readonly isCompact?: boolean
}

/** Filters by one of a few values, or none. */
export function ChoiceFilter<Name extends string>(props: ChoiceProps<Name>) {
  const { filters, name, label, all, options, isCompact } = props
  const { hidden, added } = useContext(VisibilityContext)
  if (hidden.includes(name)) return null
  return (
    <SelectChip
      label={label}
      value={filters.values[name]}
      options={[...(all === undefined ? [] : [{ value: '', label: all }]), ...options]}
      isCompact={isCompact}
      isNew={added.includes(name)}
      onChange={(value) => filters.set(name, value)}
    />
  )
}

/** Filters by a day. */
export function DayFilter<Name extends string>({ filters, name, label }: FilterProps<Name>) {
  const { hidden, added } = useContext(VisibilityContext)
  if (hidden.includes(name)) return null
  return (
    <InputChip
      type="date"
      label={label}
      value={filters.values[name]}
      isNew={added.includes(name)}
      onChange={(value) => filters.set(name, value)}
    />
  )
}
