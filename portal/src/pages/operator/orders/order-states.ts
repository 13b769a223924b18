import type { Input } from '../../../api/client.ts'

type Query = NonNullable<Input<'operator.orders'>['query']>

export const ORDER_STATES = [
  { value: '', label: 'To approve' },
  { value: 'all', label: 'All' },
  { value: 'paid', label: 'Paid' },
  { value: 'failed', label: 'Failed' },
  { value: 'canceled', label: 'Canceled' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'disputed', label: 'Disputed' },
] as const

/** Converts the filter of the URL to a query; pending orders are the default. */
export function toOrderQuery(value: string): Query {
  const chosen = ORDER_STATES.find((state) => state.value === value)?.value ?? ''
  if (chosen === 'all') return {}
  return { status: chosen === '' ? 'pending' : chosen }
}
