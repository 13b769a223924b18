import { useCallback, useState } from 'react'

/** Selected rows of a list, for bulk actions. */
export interface Selection<T> {
  readonly ids: ReadonlySet<string>
  readonly toggle: (id: string) => void
  readonly set: (ids: readonly string[]) => void
  readonly isSelectable: (item: T) => boolean
  /** Accessible name of the checkbox: `Select post.published of 10:30`. */
  readonly getItemLabel: (item: T) => string
}

export function useSelection<T>(rules: Pick<Selection<T>, 'isSelectable' | 'getItemLabel'>): Selection<T> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((id: string) => setIds((before) => before.symmetricDifference(new Set([id]))), [])
  const set = useCallback((next: readonly string[]) => setIds(new Set(next)), [])
  return { ids, toggle, set, ...rules }
}
