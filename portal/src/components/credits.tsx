import { pluralize } from './count.ts'
import { formatNumber } from './time/time.ts'

export function Credits({ amount, isBare = false }: { amount: number; isBare?: boolean }) {
  return (
    <span className="nowrap numbers">
      {formatNumber(amount)}
      {!isBare && <span className="dimmed"> {pluralize(amount, 'credit')}</span>}
    </span>
  )
}
