import { StatusBadge } from '../../components/status-badge.tsx'
import { formatNumber } from '../../components/time/time.ts'
import { When } from '../../components/time/when.tsx'
import { healthWords, type Webhook, type WebhookHealth } from './webhook-labels.ts'

interface Props {
  readonly webhook: Webhook
  readonly health: WebhookHealth | undefined
}

/** Health of an endpoint, with its start or end time. */
export function HealthBadge({ webhook, health }: Props) {
  const { word, tone, at, since } = healthWords(webhook, health)
  return (
    <span>
      <StatusBadge status={word} label={word} tone={tone} />
      {at !== undefined && (
        <span className="webhooks-since dimmed">
          {since} <When at={at} />
        </span>
      )}
    </span>
  )
}

/** Success rate of the last 24 hours, as a bar and in words. */
export function SuccessRate({ health }: { health: WebhookHealth | undefined }) {
  if (!health || health.success_rate === null) return <span className="dimmed">No deliveries</span>
  const { success_rate: rate, deliveries } = health
  const lost = deliveries.failed + deliveries.dead
  return (
    <div className="webhooks-rate">
      <span className="webhooks-bar" aria-hidden>
        <span style={{ width: `${rate * 100}%` }} />
      </span>
      <span className="numbers">
        {formatPercent(rate)} of {formatNumber(deliveries.delivered + lost)}
      </span>
    </div>
  )
}

/** Formats a rate, rounded down: 99.95 % is not 100 %. */
export function formatPercent(rate: number): string {
  return formatNumber(Math.floor(rate * 1000) / 1000, { style: 'percent', maximumFractionDigits: 1 })
}
