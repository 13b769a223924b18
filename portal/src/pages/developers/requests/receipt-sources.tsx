import type { Reply } from '../../../api/client.ts'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { formatNumber } from '../../../components/time/time.ts'
import type { Tone } from '../../../components/tone.ts'
import * as css from './receipt-sources.module.css'

type Source = Reply<'requests.get'>['sources'][number]

const TONES: Readonly<Record<string, Tone>> = {
  found: 'good',
  not_found: 'quiet',
  inconclusive: 'warn',
  stale: 'warn',
  pending: 'info',
}

/** Lists the sources in the order they were queried, each with its outcome and duration. */
export function ReceiptSources({ sources }: { sources: readonly Source[] }) {
  if (sources.length === 0) return <p className="dimmed webhook-none">No sources were queried.</p>
  const longest = Math.max(...sources.map(({ ms }) => ms ?? 0), 1)
  return (
    <ol className="receipt-sources">
      {sources.map(({ step, source, outcome, ms, cost_micros }, at) => (
        <li key={at}>
          <div className={css.source}>
            <span>
              <b>{source}</b>
              {step && <code className="dimmed"> {step}</code>}
            </span>
            <StatusBadge status={outcome} tone={TONES[outcome] ?? 'bad'} />
          </div>
          <div className={css.bar} aria-hidden>
            <span style={{ width: `${(100 * (ms ?? 0)) / longest}%` }} />
          </div>
          <div className="dimmed numbers">
            {ms === null ? 'Time not measured' : `${formatNumber(ms)} ms`}
            {cost_micros > 0 && ` · cost to the operator: ${dollars(cost_micros)}`}
          </div>
        </li>
      ))}
    </ol>
  )
}

function dollars(micros: number): string {
  return formatNumber(micros / 1e6, { style: 'currency', currency: 'USD', maximumFractionDigits: 6 })
}
