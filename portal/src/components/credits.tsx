import { formatNumber } from './time/time.ts'

export function Credits({ amount, isBare = false }: { amount: number; isBare?: boolean }) {
  return (
    <span className="nowrap numbers">
      {formatNumber(amount)}
      {!isBare && <span className="dimmed"> {amount === 1 ? 'credit' : 'credits'}</span>}
    </span>
  )
}
