import { absoluteTime } from './time.ts'
import { useNow } from './use-now.ts'

/** Counts down to a moment, by the second: `23:59:41`. */
export function Countdown({ until }: { until: string }) {
  const left = Math.max(0, Math.ceil((Date.parse(until) - useNow(1000)) / 1000))
  const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
  return (
    <time role="timer" className="numbers nowrap" dateTime={until} title={absoluteTime(until, 'long')}>
      {parts.map((part) => String(part).padStart(2, '0')).join(':')}
    </time>
  )
}
