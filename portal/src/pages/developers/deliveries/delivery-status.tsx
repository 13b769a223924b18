import { StatusBadge } from '../../../components/status-badge.tsx'
import { When } from '../../../components/when.tsx'
import { type Delivery, STATUSES } from './delivery-labels.ts'

/** The state of a delivery: with what the receiver answered last, and when it is sent again. */
export function DeliveryStatus({ delivery }: { delivery: Delivery }) {
  const { status, last_response_code, next_attempt_at, attempt } = delivery
  const { word, tone } = STATUSES[status]
  const answer = last_response_code ?? (attempt > 0 ? 'no answer' : undefined)
  return (
    <span className="delivery-status">
      <StatusBadge status={status} label={status === 'failed' ? 'Failed' : word} tone={tone} />
      {answer !== undefined && <span className="dimmed numbers">{answer}</span>}
      {status === 'failed' && next_attempt_at && (
        <span className="dimmed delivery-next">
          again <When at={next_attempt_at} />
        </span>
      )}
    </span>
  )
}
