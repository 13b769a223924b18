import { useCallback, useState } from 'react'

/** Which rows of a list are chosen, to do the same with all of them. */
export interface Selection<T> {
  readonly ids: ReadonlySet<string>
  readonly toggle: (id: string) => void
  readonly set: (ids: readonly string[]) => void
  readonly isSelectable: (item: T) => boolean
  /** For screen readers: `Select post.published of 10:30`. */
  readonly getItemLabel: (item: T) => string
}

export function useSelection<T>(rules: Pick<Selection<T>, 'isSelectable' | 'getItemLabel'>): Selection<T> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((id: string) => setIds((before) => before.symmetricDifference(new Set([id]))), [])
  const set = useCallback((next: readonly string[]) => setIds(new Set(next)), [])
  return { ids, toggle, set, ...rules }
}
