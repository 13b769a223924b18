import { useMemo } from 'react'
import { InputChip, SelectChip } from '../list/filter-chip.tsx'
import type { Filters } from '../list/use-filters.ts'
import { userTimeZone } from './time.ts'
import { toInstant, toLocal } from './zoned-time.ts'

/** Query parameters of the filter: a span such as `24h`, or `between` with two moments. */
export const TIME_FILTER = ['time', 'from', 'to'] as const
type TimeFilterName = (typeof TIME_FILTER)[number]

const HOUR_MS = 3_600_000
const SPANS: Readonly<Record<string, { label: string; hours: number }>> = {
  '1h': { label: 'Last hour', hours: 1 },
  '24h': { label: 'Last 24 hours', hours: 24 },
  '7d': { label: 'Last 7 days', hours: 168 },
  '30d': { label: 'Last 30 days', hours: 720 },
}

/** Converts the filter to a query. A span starts when it is chosen, so that the list does not reload every minute. */
export function useTimeQuery({ time, from, to }: Readonly<Record<TimeFilterName, string>>): {
  from?: string
  to?: string
} {
  return useMemo(() => toTimeQuery(time, from, to), [time, from, to])
}

function toTimeQuery(time: string, from: string, to: string): { from?: string; to?: string } {
  const span = SPANS[time]
  if (span) return { from: new Date(Date.now() - span.hours * HOUR_MS).toISOString() }
  if (time !== 'between') return {}
  return { ...(isMoment(from) && { from }), ...(isMoment(to) && { to }) }
}

/** The URL may contain anything. */
function isMoment(text: string): boolean {
  return text !== '' && !Number.isNaN(Date.parse(text))
}

/** Filters by time: the last hours or days, or between two moments in the user's time zone. */
export function TimeFilter<Name extends string>({ values, set }: Filters<Name | TimeFilterName>) {
  const moment = (name: 'from' | 'to', label: string) => (
    <InputChip
      type="datetime-local"
      label={label}
      value={isMoment(values[name]) ? toLocal(values[name], userTimeZone()) : ''}
      onChange={(local) => set(name, local && toInstant(local, userTimeZone()))}
    />
  )
  return (
    <>
      <SelectChip
        label="Time"
        value={values.time}
        onChange={(value) => set('time', value)}
        options={[
          { value: '', label: 'Any time' },
          ...Object.entries(SPANS).map(([value, { label }]) => ({ value, label })),
          { value: 'between', label: 'Between…' },
        ]}
      />
      {values.time === 'between' && moment('from', 'From')}
      {values.time === 'between' && moment('to', 'To')}
    </>
  )
}
