import { useSearchParams } from 'wouter'

export interface Filters<Name extends string> {
  /** Empty strings where nothing is chosen. */
  readonly values: Readonly<Record<Name, string>>
  readonly set: (name: Name, value: string) => void
  readonly isAny: boolean
  readonly clear: () => void
}

/** Keeps filters in the URL, so that a link shows the same list. */
export function useFilters<Name extends string>(names: readonly Name[]): Filters<Name> {
  const [params, setParams] = useSearchParams()
  const change = (changes: readonly (readonly [Name, string])[]) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of changes)
          if (value) next.set(name, value)
          else next.delete(name)
        return next
      },
      // A page that was opened with a state keeps it.
      { replace: true, state: history.state as unknown },
    )
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>
  return {
    values,
    set: (name, value) => change([[name, value]]),
    isAny: names.some((name) => values[name] !== ''),
    clear: () => change(names.map((name) => [name, ''] as const)),
  }
}
