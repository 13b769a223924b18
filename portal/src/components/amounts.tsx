import type { ReactNode } from 'react'
import * as css from './amounts.module.css'

/** Names and amounts, one pair per line. */
export function Amounts({ items }: { items: readonly (readonly [name: string, amount: ReactNode])[] }) {
  return (
    <dl className={css.amounts}>
      {items.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
