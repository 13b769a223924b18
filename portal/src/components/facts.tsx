import type { ReactNode } from 'react'

interface Props {
  readonly items: readonly (readonly [name: string, value: ReactNode])[]
  readonly className?: string
}

/** A list of names and values; undefined values are omitted. */
export function Facts({ items, className = '' }: Props) {
  return (
    <dl className={`facts ${className}`}>
      {items
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
